// Edits of a unit's keys in state.json: command, claim, or engine-derived value, key by key.
import { type JsonNode, member } from "../../../core/json.ts";
import { finding, isSame, type Part, partOf, wrongType } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { stateFile } from "../files/state-file.ts";
import { unitKeys } from "../files/schemas.ts";
import type { State, Unit } from "../state.ts";
import {
  all,
  type Asks,
  asking,
  claiming,
  wrong,
  noted,
  nothing,
  quietly,
  rejection,
} from "./asks.ts";
import { extrasAsked } from "./extras.ts";
import { begins, claim, statusAsked } from "./unit-status.ts";

export const unitKnown: ReadonlySet<string> = new Set(unitKeys);

/** The changed value, or its parent if it was removed; null if unchanged. */
export const changed = (before: JsonNode | null, after: Part, key: string): Part | null => {
  const now = partOf(after, key);
  return isSame(before === null ? null : member(before, key), now) ? null : (now ?? after);
};

export const derived = (part: Part, key: string): Refusal =>
  finding(
    part,
    "FIELD_DERIVED",
    `${key} follows from what happened; nobody sets it`,
    "leave it as it stands",
  );

const numberIn = (node: JsonNode | null): number | null =>
  node === null ? 0 : node.is === "number" ? node.value : null;
const textIn = (before: JsonNode | null, key: string): string | null => {
  const node = before === null ? null : member(before, key);
  return node?.is === "string" ? node.value : null;
};

const limitAsked = (unit: Unit, before: JsonNode | null, after: Part): Asks => {
  const part = changed(before, after, "max_iterations");
  if (part === null) return nothing;
  if (part === after)
    return rejection(after, "KEY_MISSING", "max_iterations is missing", "leave it as it stands");
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
): Asks => {
  const part = changed(before, after, key);
  if (part === null) return nothing;
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
): readonly Asks[] =>
  ["verification_passed", "completed_at"].map((key) => {
    const part = changed(before, after, key);
    if (part === null || (said && part !== after)) return nothing;
    if (part === after || part.node.is === "object" || part.node.is === "array")
      return quietly(derived(part, key));
    const value = part.node.is === "null" ? "null" : String(part.node.value);
    return claiming(part.pointer, claim(unit, `${key} ${value}`, stateFile));
  });

/** A status that starts a pass and the matching count request only one pass. */
const once = (asks: Asks): Asks => {
  const rest = asks.read.rest ?? [];
  const first = rest.find(({ command }) => command.type === "BeginPass");
  return {
    ...asks,
    read: {
      ...asks.read,
      rest: rest.filter((one) => one === first || one.command.type !== "BeginPass"),
    },
  };
};

/** @param before the unit in the copy that was edited */
export const unitAsked = (state: State, unit: Unit, before: JsonNode | null, after: Part): Asks => {
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const status = changed(before, after, "status");
  const reason = changed(before, after, "reason");
  const asked =
    status === null
      ? nothing
      : status === after
        ? rejection(after, "KEY_MISSING", "status is missing", "leave it as it stands")
        : statusAsked({ state, unit, was: textIn(before, "status"), after }, status);
  const said = asked === noted || (asked.read.claims ?? []).length > 0;
  return all([
    once(
      all([
        asked,
        countAsked(unit, before, after, "iterations_used"),
        countAsked(unit, before, after, "confirmations_used"),
      ]),
    ),
    limitAsked(unit, before, after),
    ...endClaims(unit, before, after, said),
    reason === null ? nothing : quietly(derived(reason, "reason")),
    extrasAsked(state, stateFile, after.pointer, before, after, unitKnown),
  ]);
};
