// Edits of a unit's keys in state.json: command, claim, or engine-derived value, key by key.
import {
  changed,
  changesIn,
  derived,
  extrasAsked,
  lacking,
  quietChanges,
  quietly,
  rejection,
  wrong,
} from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import { type JsonNode, member } from "../../../core/json/json.ts";
import { type Part, wrongType } from "../../../kit/document/part.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { stateFile, unit as declared } from "../files/state-file.ts";
import type { State, Unit } from "../state.ts";
import { asking, claiming, type EditRead } from "./page.ts";
import { begins, claim, statusAsked } from "./unit-status.ts";

const known = keysOf(declared);

const numberIn = (node: JsonNode | null): number | null =>
  node === null ? 0 : node.is === "number" ? node.value : null;
const textIn = (before: JsonNode | null, key: string): string | null => {
  const node = before === null ? null : member(before, key);
  return node?.is === "string" ? node.value : null;
};

const limitAsked = (unit: Unit, before: JsonNode | null, after: Part): EditRead => {
  const part = changed(before, after, "max_iterations");
  if (part === null) return {};
  if (part === after) return wrong(lacking(after, "max_iterations"));
  if (part.node.is !== "number") return wrong(wrongType(part, "a whole number"));
  if (!Number.isSafeInteger(part.node.value))
    return rejection(part, "LIMIT_INVALID", `${part.node.value} is no limit`, "1 to 100");
  return asking(part.pointer, { type: "SetLimit", data: { unit: unit.id, max: part.node.value } });
};

/** An incremented count starts a pass if that kind is due and none is live. */
const countAsked = (
  unit: Unit,
  before: JsonNode | null,
  after: Part,
  key: "iterations_used" | "confirmations_used",
): EditRead => {
  const part = changed(before, after, key);
  if (part === null) return {};
  const was = numberIn(before === null ? null : member(before, key));
  const now = part === after ? 0 : numberIn(part.node);
  if (now === null) return wrong(wrongType(part, "a whole number"));
  if (was !== null && now < was) return wrong(derived(part, key));
  const isDue =
    key === "iterations_used"
      ? unit.stage === "idle" || unit.stage === "work"
      : unit.stage === "confirm";
  return now === (was ?? 0) + 1 && isDue && unit.pass === null
    ? begins({ unit }, part)
    : quietly(derived(part, key));
};

/** For a done unit these belong to the engine; for others they are a claim, unless the status already claims it. */
const endClaims = (
  unit: Unit,
  before: JsonNode | null,
  after: Part,
  said: boolean,
): readonly EditRead[] =>
  changesIn(before, after, ["verification_passed", "completed_at"], (part, key): EditRead => {
    if (said && part !== after) return {};
    if (part === after || part.node.is === "object" || part.node.is === "array")
      return quietly(derived(part, key));
    const value = part.node.is === "null" ? "null" : String(part.node.value);
    return claiming(part.pointer, claim(unit, `${key} ${value}`, stateFile));
  });

/** A status that starts a pass and the matching count request only one pass. */
const once = (asks: EditRead): EditRead => {
  const rest = asks.rest ?? [];
  const first = rest.find(({ command }) => command.type === "BeginPass");
  return {
    ...asks,
    rest: rest.filter((one) => one === first || one.command.type !== "BeginPass"),
  };
};

/** @param before the unit in the copy that was edited */
export const unitAsked = (
  state: State,
  unit: Unit,
  before: JsonNode | null,
  after: Part,
): EditRead => {
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const status = changed(before, after, "status");
  const asked: EditRead =
    status === null
      ? {}
      : status === after
        ? wrong(lacking(after, "status"))
        : statusAsked({ state, unit, was: textIn(before, "status"), after }, status);
  const said = asked.noted === true || (asked.claims ?? []).length > 0;
  return joined([
    once(
      joined([
        asked,
        countAsked(unit, before, after, "iterations_used"),
        countAsked(unit, before, after, "confirmations_used"),
      ]),
    ),
    limitAsked(unit, before, after),
    ...endClaims(unit, before, after, said),
    ...quietChanges(before, after, ["reason"]),
    extrasAsked(state, stateFile, before, after, known),
  ]);
};
