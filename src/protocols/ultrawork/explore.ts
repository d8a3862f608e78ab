// What explorers found: the one command and the one event that no other protocol has.
import { own } from "../../core/attempt-end.ts";
import { because } from "../../core/quote.ts";
import { refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import { inside } from "../../work/command.ts";
import { command, type Decided, senderWrong, unitNamed } from "../../work/commands/declare.ts";
import { event } from "../../work/events/declare.ts";
import type { Stamp } from "../../core/protocol.ts";
import { partOf } from "../../work/keys.ts";
import { finished } from "../../work/unit.ts";
import { change, isBegun, type Work } from "../../work/work.ts";
import type { Dialect } from "../../work/dialect.ts";
import { type Finding, finding, hintOf, ownOf, withOwn } from "./own.ts";

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

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
/** Lists that a hand edit grows are no explorer's report: they take more. */
export const byHand = "hand";
const recorded = (state: Work, found: Finding, isFile: boolean): Decided => {
  const before = ownOf(state).findings.find(({ explorer }) => explorer === found.explorer);
  if (before === undefined) return [explorationRecorded(copied(found))];
  if (isFile && found.explorer === byHand) {
    const all = {
      ...before,
      keyFiles: both(before.keyFiles, found.keyFiles),
      patterns: both(before.patterns, found.patterns),
      constraints: both(before.constraints, found.constraints),
    };
    return JSON.stringify(all) === JSON.stringify(before) ? [] : [explorationRecorded(copied(all))];
  }
  return JSON.stringify(before) === JSON.stringify(found)
    ? []
    : refuse("ENTRY_IMMUTABLE", `the explorer ${found.explorer} has reported something else`, {
        fits: "another explorer's id",
      });
};
const copied = (found: Finding) => ({
  ...found,
  keyFiles: [...found.keyFiles],
  patterns: [...found.patterns],
  constraints: [...found.constraints],
});

const paths = t.standing(t.mostOf(200, t.filled(1_024)), []);
const sentences = t.standing(t.mostOf(200, t.filled(2_000)), []);
type Given = {
  readonly explorer: string;
  readonly hint?: string | undefined;
  readonly file?: string | null | undefined;
  readonly summary: string;
  readonly key_files: readonly string[];
  readonly patterns: readonly string[];
  readonly constraints: readonly string[];
};
const record = (dialect: Dialect, state: Work, data: Given, { by }: Stamp): Decided => {
  const { explorer, file = null, summary } = data;
  const part = partOf(dialect, state, by);
  const isOwn = part.as === "worker" && part.unit.id === explorer;
  if (by.kind === "agent" && !isOwn)
    return senderWrong(`${explorer} alone hands in its findings`, "the token of its job");
  if (isBegun(state))
    return refuse("PLAN_FROZEN", "the plan is approved: nobody explores any more");
  if (!nameForm.test(explorer))
    return refuse("PATH_OUTSIDE", `${JSON.stringify(explorer)} cannot name an explorer's file`, {
      fits: "letters, digits, . _ -",
    });
  if (file !== null && inside(file) === null)
    return refuse("PATH_OUTSIDE", `${file} lies outside of the run's folder`);
  const unit = unitNamed(state, explorer);
  const hint = data.hint ?? ("code" in unit ? "" : hintOf(unit));
  const found = {
    explorer,
    hint,
    file,
    summary,
    keyFiles: data.key_files,
    patterns: data.patterns,
    constraints: data.constraints,
  };
  return recorded(state, found, by.kind === "file");
};

export const recordExploration = (dialect: Dialect) =>
  command("RecordExploration", {
    means: "Hands in what an explorer found.",
    data: {
      explorer: t.text,
      hint: t.optional(t.text),
      file: t.optional(t.means("its note, relative to the run's folder", t.maybe(t.text))),
      summary: t.means("at most 2,000 characters", t.most(2_000, t.text)),
      key_files: paths,
      patterns: sentences,
      constraints: sentences,
    },
    who: ["agent", "file", "person"],
    decide: (state, data, stamp) => record(dialect, state, data, stamp),
  });
