// Verify check for completely removed runs, known only by their anchors.
import type { Card } from "../../core/row.ts";
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { TrustFinding } from "../findings.ts";
import { readAnchors } from "./anchored.ts";
import { finding } from "./codes.ts";
import { onFault } from "../on-fault.ts";

/** Runs with anchors in git; if git is unavailable, the file tells which it has. */
const inGit = (engine: Engine, ground: Ground): Promise<readonly string[]> =>
  onFault(
    () => engine.workspace.anchoredInGit(ground),
    () => [],
  );

/** The location of the ledger with this id, if it is another one that still exists. */
const elsewhere = async (engine: Engine, id: string | undefined): Promise<string | null> => {
  if (id === undefined || id === (await engine.ledger.id())) return null;
  // A server's content isn't visible from here: its address is reported instead of a loss.
  const url = await engine.workspace.ledgerAt(id, true);
  return url === engine.url ? null : url;
};

export const goneRuns = async (
  engine: Engine,
  cards: readonly Card[],
): Promise<readonly TrustFinding[]> => {
  const { workspace } = engine;
  const ground: Ground = { root: engine.root, place: null, ignores: [] };
  const there = new Set(cards.map(({ run }) => run));
  const names = new Set([...(await workspace.anchored()), ...(await inGit(engine, ground))]);
  const findings: TrustFinding[] = [];
  for (const run of [...names].filter((name) => !there.has(name)).sort()) {
    const { file, git } = await readAnchors(workspace, ground, run);
    const last = [...file, ...(git ?? [])].reduce<(typeof file)[number] | null>(
      (a, b) => (a === null || b.version >= a.version ? b : a),
      null,
    );
    // A run began between the two reads: it has a card now.
    if (last === null || (await engine.ledger.runs({ run })).length > 0) continue;
    const was = `version ${last.version} was anchored outside the database at ${last.at}, and this ledger has no such run`;
    const url = await elsewhere(engine, last.ledger);
    const [code, how] =
      url === null
        ? (["RUN_GONE", "it was removed, or is in another ledger"] as const)
        : (["RUN_ELSEWHERE", `it was anchored by another ledger, which is at ${url}`] as const);
    findings.push(finding(code, { run }, `${was}: ${how}`));
  }
  return findings;
};
