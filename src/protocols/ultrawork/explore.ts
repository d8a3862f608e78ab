// What explorers found: the one command and the one event that no other protocol has.
import { own } from "../../core/reports/attempt-end.ts";
import { because } from "../../core/words/quote.ts";
import { refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import { inside } from "../../kit/check/command.ts";
import { command, type Decided, senderWrong } from "../../work/commands/declare.ts";
import { event } from "../../work/events/declare.ts";
import type { Stamp } from "../../core/protocol.ts";
import { partOf } from "../../work/keys.ts";
import { finished } from "../../work/unit.ts";
import { change, find, isBegun, type Work } from "../../work/work.ts";
import type { Dialect } from "../../work/dialect.ts";
import { idForm } from "./plan-rules.ts";
import { byHand, finding, hintOf, listKeys, ownOf, withOwn } from "./own.ts";

export const explorationRecorded = event("ExplorationRecorded", {
  means: "An explorer's findings were handed in.",
  data: finding.entries,
  line: ({ explorer, summary }) => `${explorer}${because(summary)}`,
  ends: ({ summary }) => [own("written", summary)],
  apply: (state, found, { at }) => {
    const { findings } = ownOf(state);
    const isKnown = findings.some(({ explorer }) => explorer === found.explorer);
    const done = change(state, found.explorer, (unit) =>
      unit.kind === "explore" ? finished(unit, unit.completedAt ?? at) : unit,
    );
    return withOwn(done, {
      findings: isKnown
        ? findings.map((one) => (one.explorer === found.explorer ? found : one))
        : [...findings, found],
    });
  },
});

const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
/** Entries of each list. */
export const listEntries = {
  key_files: t.filled(1_024),
  patterns: t.filled(2_000),
  constraints: t.filled(2_000),
};
export const lists = {
  key_files: t.mostOf(200, listEntries.key_files),
  patterns: t.mostOf(200, listEntries.patterns),
  constraints: t.mostOf(200, listEntries.constraints),
};
export const explorationFields = {
  explorer: t.matching(idForm, "must be letters, digits, . _ -, at most 64"),
  hint: t.optional(t.text),
  file: t.standing(
    t.means(
      "its note, relative to the run's folder",
      t.maybe(t.where(t.text, (path) => inside(path) !== null, "must lie in the run's folder")),
    ),
    null,
  ),
  summary: t.means("at most 2,000 characters", t.most(2_000, t.text)),
  key_files: t.standing(lists.key_files, []),
  patterns: t.standing(lists.patterns, []),
  constraints: t.standing(lists.constraints, []),
};
const record = (
  dialect: Dialect,
  state: Work,
  { explorer, hint, ...said }: t.DataOf<typeof explorationFields>,
  { by }: Stamp,
): Decided => {
  const part = partOf(dialect, state, by);
  const isOwn = part.as === "worker" && part.unit.id === explorer;
  if (by.kind === "agent" && !isOwn)
    return senderWrong(`${explorer} alone hands in its findings`, "the token of its job");
  if (isBegun(state))
    return refuse("PLAN_FROZEN", "the plan is approved: nobody explores any more");
  const unit = find(state, explorer);
  const found = { explorer, hint: hint ?? (unit === undefined ? "" : hintOf(unit)), ...said };
  const before = ownOf(state).findings.find((one) => one.explorer === explorer);
  if (before === undefined) return [explorationRecorded(found)];
  const isGrown = explorer === byHand && by.kind === "file";
  const grown = listKeys.map((key) => [key, both(before[key], found[key])] as const);
  const all = isGrown ? { ...before, ...Object.fromEntries(grown) } : found;
  if (JSON.stringify(before) === JSON.stringify(all)) return [];
  return isGrown
    ? [explorationRecorded(all)]
    : refuse("ENTRY_IMMUTABLE", `the explorer ${explorer} has reported something else`, {
        fits: "another explorer's id",
      });
};

export const recordExploration = (dialect: Dialect) =>
  command("RecordExploration", {
    means: "Hands in what an explorer found.",
    data: explorationFields,
    who: ["agent", "file", "person"],
    decide: (state, data, stamp) => record(dialect, state, data, stamp),
  });
