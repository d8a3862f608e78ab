// Reader of the checks in an existing ultrawork task file; not runnable ones leave a bare criterion.
import { fieldsOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import { type CheckInput, hollow, readCheck } from "../checks.ts";
import type { CriterionCheck } from "../state.ts";
import { evidenceTypes } from "./aliases.ts";

export type SeenCheck = {
  readonly criteria: string;
  readonly given: CheckInput;
  readonly spot: Spot;
};

export const seenCheck = (node: JsonNode, spot: Spot, notes: Remarks): SeenCheck | null => {
  if (node.is !== "object") {
    notes.add(spot, "error", "TYPE_WRONG", "a check must be an object; it is left out");
    return null;
  }
  const fields = fieldsOf(spot, node, notes);
  const criteria = fields.text("criteria", "must");
  const named = fields.text("type", "may");
  const type = named === null ? undefined : ownOf(evidenceTypes, named);
  if (named !== null && type === undefined)
    notes.add(
      fields.at("type"),
      "error",
      "EVIDENCE_TYPE_UNKNOWN",
      `${JSON.stringify(named.slice(0, 80))} is no type of evidence`,
    );
  const given: CheckInput = {
    type,
    command: fields.text("command", "may"),
    path: fields.text("path", "may"),
    cwd: fields.text("cwd", "may"),
    exit: fields.number("exit", "may"),
    match: fields.text("match", "may"),
    timeout_s: fields.number("timeout_s", "may"),
  };
  return criteria === null ? null : { criteria, given, spot };
};

/** As the engine could run it; null: it can't, which is told, or it would show nothing. */
export const runnable = (
  given: CheckInput,
  spot: Spot,
  place: string,
  notes: Remarks,
): CriterionCheck | null => {
  const whole = (value: number | null | undefined): boolean =>
    value === null || value === undefined || Number.isInteger(value);
  if (!whole(given.exit) || !whole(given.timeout_s) || (given.timeout_s ?? 1) < 1) {
    notes.add(
      spot,
      "error",
      "CHECK_UNPARSABLE",
      "exit and timeout_s of a check must be whole numbers; the check is left out",
    );
    return null;
  }
  const check = readCheck(given, place);
  if (isRefusal(check)) {
    notes.add(
      spot,
      "warning",
      check.code,
      `${check.text}; the criterion is read as one without check`,
    );
    return null;
  }
  if (!hollow(check)) return check;
  notes.add(
    spot,
    "warning",
    "CHECK_HOLLOW",
    `\`${check.command ?? ""}\` would pass whatever was done; the criterion is read as one without check`,
  );
  return null;
};
