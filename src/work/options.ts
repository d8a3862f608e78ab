// Options of a run as given: those that a dialect offers, and how they go over those that stand.
import { withoutNulls } from "../core/record.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { checksInput, checksOf } from "../kit/checks.ts";
import { judges } from "../kit/judging.ts";
import * as t from "../kit/schema.ts";
import { modes, type Options, optionsShape } from "./work.ts";

const fields = optionsShape.entries;
const usual = {
  mode: t.optional(t.means("whether a person is asked", t.oneOf(modes))),
  max_attempts: t.optional(t.means("failures of one unit", fields.max_attempts)),
  judge: t.optional(t.means("who judges", t.oneOf(judges))),
};
/** Of units side by side, judged as a whole in rounds. */
export const wholeOptions = t.record({
  ...usual,
  max_iterations: t.optional(t.means("rounds of work and verification", fields.max_iterations)),
  timeout_s: t.optional(t.means("seconds that a check may take", fields.timeout_s)),
  max_workers: t.optional(
    t.means("units worked on at once; 0: as many as the runner allows", fields.max_workers),
  ),
});
/** Of units one after the other, each judged by itself. */
export const seriesOptions = t.record({
  ...usual,
  max_passes: t.optional(
    t.means("tries at all units together before a person is asked", t.wholeFrom(1, 500)),
  ),
  checks: t.optional(checksInput),
});
export type OptionsInput = typeof wholeOptions | typeof seriesOptions;
export type GivenOptions = Partial<t.Of<typeof wholeOptions> & t.Of<typeof seriesOptions>>;

/** The given ones above those that stand. Refusal: CHECK_UNPARSABLE. */
export const withOptions = (before: Options, given: GivenOptions): Options | Refusal => {
  const { checks: asked, ...rest } = given;
  const read = asked === undefined ? before : checksOf(asked);
  return isRefusal(read) ? read : { ...before, ...withoutNulls(rest), checks: [...read.checks] };
};
