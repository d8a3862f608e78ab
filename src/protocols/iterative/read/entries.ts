// Progress entries of an adopted run by unit; those without a unit are reported.
import { type Counted, countOf } from "../check/entries.ts";
import type { RunFiles } from "../check/folder.ts";
import { commitIn, saidIn } from "../markdown/entry.ts";
import type { FoundEntry } from "../markdown/progress.ts";
import type { UnitId } from "../state.ts";
import { aside, type Gathered, quoted } from "./gathering.ts";

export type UnitEntries = {
  readonly counted: Counted;
  readonly gates: number;
  readonly verifications: number;
  readonly tests: number;
  readonly remaining: string | null;
  readonly did: string | null;
  /** Commits that its entries name, as written, except for those reported as missing. */
  readonly commits: readonly string[];
};

const highest = (entries: readonly FoundEntry[], kind: string): number =>
  entries.reduce(
    (most, { entry }) => (entry?.kind === kind ? Math.max(most, entry.number ?? 1) : most),
    0,
  );

/** Maximum commits of one unit, because an entry may name any number. */
const mostCommits = 200;

export const commitsIn = (entries: readonly FoundEntry[]): readonly string[] => {
  const found = entries.flatMap(({ entry }) =>
    entry === null
      ? []
      : [
          ...(commitIn(entry) ?? "").matchAll(/\b([0-9a-f]{7,40})\b(?:`?[ \t]*\((not found)\))?/gu),
        ].flatMap(([, hash = "", lost]) => (lost === undefined ? [hash] : [])),
  );
  return [...new Set(found)].slice(0, mostCommits);
};

export const entriesOf = (entries: readonly FoundEntry[], unit: UnitId): UnitEntries => {
  const counted = countOf(entries, unit);
  const { last } = counted;
  return {
    counted,
    gates: highest(entries, "Gate"),
    verifications: highest(entries, "Verification"),
    tests: entries.some(({ entry }) => entry?.kind === "Tests") ? 1 : 0,
    remaining: last === null ? null : saidIn(last, "Remaining"),
    did: last === null ? null : saidIn(last, "Did"),
    commits: commitsIn(entries),
  };
};

const runs: ReadonlySet<string> = new Set(["Review", "Run", "Recovery", "Tests", "Fix", "Revise"]);

/** Entries by unit; other entries get a remark and stay in place. */
export const sortedEntries = (
  { progress }: RunFiles,
  ids: readonly UnitId[],
  into: Gathered,
): ReadonlyMap<UnitId, readonly FoundEntry[]> => {
  const by = Map.groupBy(progress?.entries ?? [], ({ entry }) => entry?.subject ?? "");
  for (const { entry, heading, raw } of progress?.entries ?? []) {
    const path = progress?.path ?? "progress.md";
    if (entry === null || entry.labels.length === 0)
      aside(into, path, `ENTRY_UNREADABLE: ${quoted(heading)} is no entry of a pass`, raw);
    else if (!ids.includes(entry.subject) && !runs.has(entry.subject))
      aside(
        into,
        path,
        `UNIT_UNKNOWN: an entry of ${quoted(entry.subject)}, which isn't in the plan`,
        raw,
      );
  }
  return by;
};
