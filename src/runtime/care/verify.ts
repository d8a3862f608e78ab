// Verification of one run or of the whole ledger, with runs that only their anchors know.
import type { Anchor, Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { onFault } from "../on-fault.ts";
import { allOf, readAnchors } from "./anchors.ts";
import {
  type CareFinding,
  damagedIn,
  finding,
  findingList,
  type Findings,
  unreadable,
  type Verified,
  withoutMends,
} from "./finding.ts";
import { begin, type Begun, conclude, walkOn } from "./record.ts";
import { page } from "./walk.ts";

/** The location of the ledger with this id, if it is another one that still exists. */
const elsewhere = async (engine: Engine, { ledger: id }: Anchor): Promise<string | null> => {
  if (id === undefined || id === (await engine.ledger.id())) return null;
  // A server's content isn't visible from here: its address is reported instead of a loss.
  const url = await engine.workspace.ledgerAt(id);
  return url === engine.url ? null : url;
};

/** Runs that were removed whole, known by their anchors. */
const goneRuns = async (
  engine: Engine,
  there: ReadonlyMap<string, Begun>,
  findings: Findings,
): Promise<void> => {
  const { workspace } = engine;
  const ground: Ground = { root: engine.root, place: null, ignores: [] };
  const inGit = await onFault(
    () => workspace.anchoredInGit(ground),
    () => [],
  );
  const look = async (run: string): Promise<CareFinding | null> => {
    const all = allOf(await readAnchors(engine, ground, run));
    const last = all.toSorted((a, b) => a.version - b.version).at(-1);
    // A run began between the two reads: it has a card now.
    if (last === undefined || (await engine.ledger.runs({ run })).length > 0) return null;
    const was = `version ${last.version} was anchored outside the database at ${last.at}, and this ledger has no such run`;
    const url = await elsewhere(engine, last);
    return url === null
      ? finding("RUN_GONE", { run }, `${was}: it was removed, or is in another ledger`)
      : finding("RUN_ELSEWHERE", { run }, `${was}: another ledger anchored it, at ${url}`);
  };
  for (const run of [...new Set([...(await workspace.anchored()), ...inGit])].toSorted()) {
    if (there.has(run)) continue;
    const one = await onFault(
      () => look(run),
      (fault) => unreadable(run, fault),
    );
    if (one !== null) findings.add(one);
  }
};

/** All rows in order of seq: twice as fast as run by run, and shows rows whose run has no card. */
const walkAll = async (
  engine: Engine,
  walks: Map<string, Begun>,
  findings: Findings,
): Promise<void> => {
  const strangers = new Map<string, number>();
  for (let after = 0, more = true; more;) {
    const rows = await engine.ledger.read({ after, limit: page });
    for (const [run, own] of Map.groupBy(rows, (row) => row.run)) {
      const [card] = walks.has(run) ? [] : await engine.ledger.runs({ run });
      if (card !== undefined) walks.set(run, await begin(engine, card));
      const begun = walks.get(run);
      if (begun === undefined) strangers.set(run, (strangers.get(run) ?? 0) + own.length);
      else begun.walk.take(own);
    }
    after = rows.at(-1)?.seq ?? after;
    more = rows.length === page;
  }
  for (const [run, count] of strangers) {
    const text = `${count} events are there of a run that the ledger's list of runs doesn't have: its card was removed`;
    findings.add(finding("RUN_CARDLESS", { run }, text));
  }
};

/** Walks one run or all from disk; no findings: the record is unchanged as far as anchors reach. */
export const verify = async (engine: Engine, run?: string): Promise<Verified> => {
  await engine.ledger.forget?.();
  const walks = new Map<string, Begun>();
  for (const card of await engine.ledger.runs(run === undefined ? {} : { run }))
    walks.set(card.run, await begin(engine, card));
  const whole = findingList(null);
  const isWhole = await onFault(
    async () => {
      if (run === undefined) await walkAll(engine, walks, whole);
      else for (const begun of walks.values()) await walkOn(engine, begun);
      return true;
    },
    (fault) => {
      whole.add(unreadable(run ?? null, fault));
      return false;
    },
    ["LEDGER_DAMAGED"],
  );
  let events = 0;
  const findings: CareFinding[] = [];
  for (const begun of walks.values()) {
    if (isWhole) findings.push(...(await conclude(engine, begun)));
    events += begun.walk.at().version;
  }
  if (run === undefined) await goneRuns(engine, walks, whole);
  findings.unshift(...whole.all());
  return { events, findings: withoutMends(findings, damagedIn(findings)) };
};
