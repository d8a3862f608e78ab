// Validator for the subset of JSON Schema that the published schemas use; names each misfit with its place in the text.
import { type JsonNode, kinds, plain, pointTo } from "../../core/json/json.ts";
import type { JsonSchema } from "../../core/json/schema.ts";
import { isRecord } from "../../core/json/record.ts";

/** `key`: a key missing from the object at `pointer`. */
export type Misfit = {
  readonly pointer: string;
  readonly at: number;
  readonly key: string | null;
  readonly code:
    | "KEY_MISSING"
    | "TYPE_WRONG"
    | "VALUE_UNKNOWN"
    | "FIELD_INVALID"
    | "FIELD_OVERSIZED";
  readonly message: string;
};
/** Pointers are built only for mismatches, which are rare. */
type Place = {
  readonly node: JsonNode;
  readonly above: Place | null;
  readonly key: string | number;
};
type Judge = (schema: JsonSchema, place: Place, into: Misfit[]) => void;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const wordOf = (value: unknown): string => JSON.stringify(value);

const pointerOf = ({ above, key }: Place): string =>
  above === null ? "" : pointTo(pointerOf(above), key);

const kindOf = ({ is }: JsonNode): string => kinds[is];
const wanted: Readonly<Record<string, string>> = { ...kinds, integer: "a whole number" };
const isOf = (type: unknown, node: JsonNode): boolean =>
  type === "integer" ? node.is === "number" && Number.isInteger(node.value) : type === node.is;

const add = (into: Misfit[], place: Place, code: Misfit["code"], says: string): void => {
  const name =
    place.above === null
      ? "the document"
      : typeof place.key === "number"
        ? `entry ${place.key + 1}`
        : place.key.slice(0, 80);
  into.push({
    pointer: pointerOf(place),
    at: place.node.at,
    key: null,
    code,
    message: `${name} ${says}`,
  });
};

/** A value of another type isn't checked further. */
const isOfType = ({ type }: JsonSchema, place: Place, into: Misfit[]): boolean => {
  const { node } = place;
  const types = type === undefined || Array.isArray(type) ? listOf(type) : [type];
  if (types.length === 0 || types.some((one) => isOf(one, node))) return true;
  const found =
    types.includes("integer") && node.is === "number" ? String(node.value) : kindOf(node);
  add(
    into,
    place,
    "TYPE_WRONG",
    `must be ${types.map((one) => wanted[String(one)] ?? String(one)).join(" or ")}, not ${found}`,
  );
  return false;
};

const valueOf: Judge = (schema, place, into) => {
  const values = Object.hasOwn(schema, "const")
    ? [schema["const"]]
    : schema["enum"] === undefined
      ? null
      : listOf(schema["enum"]);
  if (values === null) return;
  const { node } = place;
  const value = node.is === "object" || node.is === "array" ? undefined : plain(node);
  if (values.includes(value)) return;
  const found = value === undefined ? kindOf(node) : wordOf(value).slice(0, 80);
  add(into, place, "VALUE_UNKNOWN", `must be ${values.map(wordOf).join(" or ")}, not ${found}`);
};

const text: Judge = ({ pattern, minLength, maxLength }, place, into) => {
  if (place.node.is !== "string") return;
  const { value } = place.node;
  // Schemas count characters; strings count UTF-16 units.
  const length = (): number => Array.from(value).length;
  if (typeof minLength === "number" && value.length < minLength)
    add(into, place, "FIELD_INVALID", "must not be empty");
  else if (typeof maxLength === "number" && value.length > maxLength && length() > maxLength)
    add(into, place, "FIELD_OVERSIZED", `has more than ${maxLength} characters`);
  else if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    add(
      into,
      place,
      "FIELD_INVALID",
      `must be of the form ${pattern}, not ${wordOf(value.slice(0, 80))}`,
    );
};

const members: Judge = (schema, place, into) => {
  if (place.node.is !== "object") return;
  const { required, properties, propertyNames, additionalProperties: others } = schema;
  const known = isRecord(properties) ? properties : {};
  const found = new Set(place.node.members.map(({ key }) => key));
  for (const key of listOf(required))
    if (typeof key === "string" && !found.has(key))
      into.push({
        pointer: pointerOf(place),
        at: place.node.at,
        key,
        code: "KEY_MISSING",
        message: `the key ${key} is missing`,
      });
  for (const { key, keyAt, value } of place.node.members) {
    const inner = Object.hasOwn(known, key) ? known[key] : others;
    if (isRecord(propertyNames))
      judge(
        propertyNames,
        { node: { is: "string", value: key, at: keyAt, end: value.at }, above: place, key },
        into,
      );
    if (isRecord(inner)) judge(inner, { node: value, above: place, key }, into);
  }
};

const items: Judge = ({ items: inner, minItems }, place, into) => {
  if (place.node.is !== "array") return;
  if (typeof minItems === "number" && place.node.items.length < minItems)
    add(into, place, "FIELD_INVALID", `must have at least ${minItems}`);
  if (isRecord(inner))
    for (const [index, node] of place.node.items.entries())
      judge(inner, { node, above: place, key: index }, into);
};

/** Of several alternatives, the one nearest to the document: with its type and fixed words, then with the fewest mismatches. */
const nearest = (several: unknown, place: Place, into: Misfit[]): void => {
  let best: { readonly weight: number; readonly found: readonly Misfit[] } | null = null;
  for (const option of listOf(several)) {
    const found: Misfit[] = [];
    if (isRecord(option)) judge(option, place, found);
    if (found.length === 0) return;
    const here = pointerOf(place);
    const weight = found.reduce((sum, { code, pointer, key }) => {
      if (pointer === here && key === null) return sum + 10_000;
      return sum + (code === "VALUE_UNKNOWN" && pointer.lastIndexOf("/") === here.length ? 100 : 1);
    }, 0);
    if (best === null || weight < best.weight) best = { weight, found };
  }
  for (const one of best?.found ?? []) into.push(one);
};

const judge: Judge = (schema, place, into) => {
  if (!isOfType(schema, place, into)) return;
  valueOf(schema, place, into);
  text(schema, place, into);
  if (
    place.node.is === "number" &&
    typeof schema["minimum"] === "number" &&
    place.node.value < schema["minimum"]
  )
    add(into, place, "FIELD_INVALID", `must be at least ${schema["minimum"]}`);
  items(schema, place, into);
  members(schema, place, into);
  for (const one of listOf(schema["allOf"])) if (isRecord(one)) judge(one, place, into);
  if (schema["anyOf"] !== undefined) nearest(schema["anyOf"], place, into);
  if (schema["oneOf"] !== undefined) nearest(schema["oneOf"], place, into);
};

/** Mismatches, in the order of the document's schema; empty if it fits. */
export const misfitsOf = (schema: JsonSchema, root: JsonNode): readonly Misfit[] => {
  const found: Misfit[] = [];
  judge(schema, { node: root, above: null, key: "" }, found);
  return found;
};
