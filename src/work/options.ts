// Options of a run: those that a dialect offers, what stands if none are given, and how given ones go over those.
import { withoutNulls } from "../core/json/record.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { checksInput, checksOf, checkShape } from "../kit/checks.ts";
import { judges } from "./judging.ts";
import * as t from "../kit/schema.ts";

/** What a run may have at most. */
export const mostRounds = 50;
export const mostPasses = 500;

const modes = ["interactive", "auto"] as const;
const usual = {
  mode: t.means("whether you are asked", t.oneOf(modes)),
  max_attempts: t.means("failures of a task before you are asked", t.wholeFrom(1, 10)),
  judge: t.means("who judges the work", t.oneOf(judges)),
};
const inRounds = {
  max_iterations: t.means("rounds of work and verification", t.wholeFrom(1, mostRounds)),
  timeout_s: t.means("seconds that a check may take", t.wholeFrom(1, 7_200)),
  max_workers: t.means(
    "tasks worked on at once; 0: as many as agents may work",
    t.wholeFrom(0, 64),
  ),
};
const passes = "tries at all units together before a person is asked";
/** Of units side by side, judged as a whole in rounds. */
export const wholeOptions = t.partial(t.record({ ...usual, ...inRounds }));
/** Of units one after the other, each judged by itself. */
export const seriesOptions = t.partial(
  t.record({
    ...usual,
    max_passes: t.means(passes, t.wholeFrom(1, mostPasses)),
    checks: checksInput,
  }),
);
export const optionsShape = t.record({
  ...usual,
  ...inRounds,
  max_passes: t.means(`${passes}; 0: no limit`, t.wholeFrom(0, mostPasses)),
  /** The run's own: they join every check stage. */
  checks: t.list(checkShape),
});
export type Options = t.Of<typeof optionsShape>;
export const usualOptions: Options = {
  mode: "interactive",
  max_attempts: 3,
  max_iterations: 5,
  max_workers: 0,
  judge: "other-session",
  timeout_s: 900,
  max_passes: 0,
  checks: [],
};
export type OptionsInput = typeof wholeOptions | typeof seriesOptions;
export type GivenOptions = Partial<t.Of<typeof wholeOptions> & t.Of<typeof seriesOptions>>;

/** The given ones above those that stand. Refusal: CHECK_UNPARSABLE. */
export const withOptions = (before: Options, given: GivenOptions): Options | Refusal => {
  const { checks: asked, ...rest } = given;
  const read = asked === undefined ? before : checksOf(asked);
  return isRefusal(read) ? read : { ...before, ...withoutNulls(rest), checks: [...read.checks] };
};
