// Options of work in passes: who is asked, what is run, how often it is tried, and who judges.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { checkShape, checksInput, checksOf } from "../checks.ts";
import { judges } from "../judging.ts";
import * as t from "../schema.ts";

export const optionsShape = t.record({
  mode: t.oneOf(["interactive", "auto"]),
  checks: t.list(checkShape),
  max_passes: t.count,
  tries: t.count,
  judge: t.oneOf(judges),
});
/** Passes of a run. */
export const mostPasses = 500;
export const optionsInput = t.partial(
  t.record({
    mode: t.means(
      "interactive asks a person where the run is stuck; auto ends as failed instead",
      t.oneOf(["interactive", "auto"]),
    ),
    checks: checksInput,
    max_passes: t.means(
      "twice the open units, at least 10, if not said",
      t.wholeFrom(1, mostPasses),
    ),
    tries: t.means(
      "passes at one unit of work before a person is asked; 3 if not said",
      t.wholeFrom(1, 10),
    ),
    judge: t.means("who judges the criteria", t.oneOf(judges)),
  }),
);
type Options = t.Of<typeof optionsShape>;

/** Refusals: CHECK_UNPARSABLE, MODE_UNATTENDED. `now`: current options, or the number of open units of a new run. */
export const optionsOf = (
  given: t.Of<typeof optionsInput>,
  now: Options | number,
): Options | Refusal => {
  const before: Options =
    typeof now === "number"
      ? {
          mode: "interactive",
          checks: [],
          max_passes: Math.max(10, 2 * now),
          tries: 3,
          judge: "other-session",
        }
      : now;
  const read = given.checks === undefined ? before : checksOf(given.checks);
  if (isRefusal(read)) return read;
  const { mode = before.mode, judge = before.judge } = given;
  const { max_passes = before.max_passes, tries = before.tries } = given;
  return mode === "auto" && judge === "person"
    ? refuse("MODE_UNATTENDED", "in auto nobody is asked, and a person is to judge", {
        pointer: "/options/judge",
        fits: "--judge other-session, or --mode interactive",
      })
    : { mode, judge, max_passes, tries, checks: read.checks };
};

export const optionNames = t.keysOf(optionsInput);

/** Shorter flags for starting a run. */
export const optionFlags = [
  {
    name: "check",
    means: "a command without a shell that must exit 0; may be given several times",
    word: "COMMAND",
    many: true,
    field: ["options", "checks"],
  },
  {
    name: "auto",
    means: "never ask a person: the run ends complete, or failed with a reason",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
] as const;
