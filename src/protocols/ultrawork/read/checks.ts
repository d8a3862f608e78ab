// The checks of an existing ultrawork task file: one that can't run leaves a bare criterion.
import { isRefusal } from "../../../core/refusal.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import { type CheckInput, hollow, readCheck } from "../checks.ts";
import type { CriterionCheck } from "../state.ts";

/** The check in runnable form; null with a remark if it can't run or would prove nothing. */
export const runnable = (
  given: CheckInput,
  spot: Spot,
  place: string,
  notes: Remarks,
): CriterionCheck | null => {
  const whole = (value: number | null | undefined): boolean =>
    value === null || value === undefined || Number.isInteger(value);
  if (!whole(given.exit) || !whole(given.timeout_s) || (given.timeout_s ?? 1) < 1) {
    notes.error(
      spot,
      "CHECK_UNPARSABLE",
      "exit and timeout_s of a check must be whole numbers; the check is left out",
    );
    return null;
  }
  const check = readCheck(given, place);
  if (isRefusal(check)) {
    notes.warn(spot, check.code, `${check.text}; the criterion is read as one without check`);
    return null;
  }
  if (!hollow(check)) return check;
  notes.warn(
    spot,
    "CHECK_HOLLOW",
    `\`${check.command ?? ""}\` would pass whatever was done; the criterion is read as one without check`,
  );
  return null;
};
