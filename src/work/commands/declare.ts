// What commands on the model share: their constructors, limits, and units and criteria by their names.
import type { Event } from "../../core/protocol.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { type Decided, commandsOn } from "../../kit/command.ts";
import * as t from "../../kit/schema.ts";
import type { Numbered } from "../course.ts";
import type { Unit } from "../unit.ts";
import { find, type Work } from "../work.ts";

export const { answering, command, opener } = commandsOn<Work, Event>();
export type { Decided };

/** Characters of a text. */
export const textLimit = 16 * 1024;
export const words = t.most(textLimit, t.text);
export const reason = t.standing(words, "");
export const unitId = t.means("id of a unit", t.text);
export const jobKey = t.means("key of a job", t.text);
export const criterionName = t.means(
  "its number, from 1, or its exact text",
  t.either(t.wholeFrom(1), t.text),
);

/** Refusal: UNIT_UNKNOWN. */
export const unitNamed = (state: Work, id: string): Unit | Refusal =>
  find(state, id) ??
  refuse("UNIT_UNKNOWN", `there is no ${id} in this run`, {
    fits: state.units
      .map((unit) => unit.id)
      .slice(0, 20)
      .join(", "),
  });
/** Refusals: UNIT_UNKNOWN, CRITERION_UNKNOWN. */
export const criterionNamed = (
  state: Work,
  id: string,
  name: number | string,
): Numbered | Refusal => {
  const unit = unitNamed(state, id);
  if ("code" in unit) return unit;
  const number =
    typeof name === "number" ? name : unit.criteria.findIndex(({ text }) => text === name) + 1;
  const criterion = unit.criteria[number - 1];
  return criterion === undefined
    ? refuse("CRITERION_UNKNOWN", `${id} has no criterion ${JSON.stringify(name)}`, {
        fits: `a number from 1 to ${unit.criteria.length}, or the exact text`,
      })
    : { unit, number, criterion };
};
/** `fits`: who may. */
export const senderWrong = (text: string, fits: string): Refusal =>
  refuse("SENDER_WRONG", text, { fits });
