// Comparison of an export's history with the ledger and the anchors.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Draft } from "../../core/row.ts";
import type { Anchor } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { pagesOf } from "../fold.ts";
import { setAside } from "./finding.ts";

const forks = (version: number, text: string): Refusal =>
  refuse("HISTORY_FORKS", `event ${version} ${text}`, {
    fits: `\`cairn verify\` says whether the ledger is whole. If the export is the true one, ${setAside}; nothing was changed`,
  });

/** The last version with equal history in ledger and export: the shorter one's end, or where they diverge. */
export const commonVersion = async (
  engine: Engine,
  run: string,
  rows: readonly Draft[],
): Promise<number | Refusal> => {
  let version = 0;
  const keys = ["hash", "data", "by", "type", "at", "cause"] as const;
  for await (const page of pagesOf(engine.ledger, run, 0))
    for (const there of page) {
      const ours = rows[there.version - 1];
      if (there.version !== version + 1)
        return forks(version + 1, "is missing in the ledger, which has later ones");
      version = there.version;
      if (ours === undefined) return rows.length;
      if (keys.some((key) => there[key] !== ours[key]))
        return forks(version, "of the ledger is another one than that of the export");
    }
  return version;
};

/** Anchors survive a lost ledger: an export that contradicts them has another history. */
export const againstAnchors = (
  anchors: readonly Anchor[],
  rows: readonly Draft[],
): Refusal | null => {
  const wrong = anchors.find(({ version, head }) => (rows[version - 1]?.hash ?? head) !== head);
  return wrong === undefined
    ? null
    : forks(wrong.version, `of the export is not what was anchored here at ${wrong.at}`);
};
