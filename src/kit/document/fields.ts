// The keys of one object of a found file: older names understood, wrong types noted with their place, unknown keys kept.
import { type JsonNode, kinds, plain, pointTo } from "../../core/json/json.ts";
import { ownOf } from "../../core/json/own.ts";
import { parsed } from "../../core/json/parsed.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Doc, Remarks, Spot } from "./remarks.ts";

/** Other names of a key; the first one present counts. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** `must`: required and not null. `nullable`: required, may be null. `may`: optional. */
export type Need = "must" | "nullable" | "may";
export type Extra = readonly [string, string];
export type Value = { readonly node: JsonNode; readonly spot: Spot };

export type Values = {
  readonly spot: Spot;
  /** Position of a key's value, or of the object if the key is missing. */
  at(key: string): Spot;
  node(key: string, need: Need): Value | null;
  /** Keys that weren't read, as [key, JSON text], in the order found. Call last. */
  extras(): readonly Extra[];
};

const timeForm = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/u;
const fullTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u;

export const isJson = (text: string): boolean => parsed(text) !== undefined;

/** A value's source text with LF line breaks; redacted as a whole if removing only the credential would make it invalid JSON. */
export const textOf = (doc: Doc, node: JsonNode): string => {
  const text = doc.text.slice(node.at, node.end).replace(/\r\n?/gu, "\n");
  const safe = redact(text);
  return safe === text || isJson(safe) ? safe : '"[redacted]"';
};

const noteWrong = (
  notes: Remarks,
  key: string,
  { node, spot }: Value,
  wanted: string,
  then: string,
): void =>
  notes.error(
    spot,
    "TYPE_WRONG",
    `${key} must be ${wanted}, not ${kinds[node.is]}; it is read as ${then}`,
  );

export type As<T> = (notes: Remarks, key: string, value: Value) => T | null;

export const asText: As<string> = (notes, key, value) => {
  const { node } = value;
  if (node.is === "string") return node.value;
  const read = node.is === "number" || node.is === "boolean" ? String(plain(node)) : null;
  noteWrong(notes, key, value, "a text", read === null ? "missing" : JSON.stringify(read));
  return read;
};

/** @param unknown "" is allowed, for evidence without a known time */
export const asTime =
  (unknown: boolean): As<string> =>
  (notes, key, value) => {
    const text = asText(notes, key, value);
    if (text === null || (unknown && text === "") || fullTime.test(text)) return text;
    const read =
      timeForm.test(text) && !Number.isNaN(Date.parse(text)) ? text.replace(" ", "T") : null;
    notes.error(
      value.spot,
      "TIME_INVALID",
      `${key} must be a time such as 2026-01-08T12:00:00Z, not ${JSON.stringify(text.slice(0, 80))}${read === null ? "; it is read as missing" : ""}`,
    );
    return read !== null && fullTime.test(read) ? read : null;
  };

export const asList: As<readonly Value[]> = (notes, key, value) => {
  const { node, spot } = value;
  if (node.is === "array")
    return node.items.map((item, index) => ({
      node: item,
      spot: { ...spot, pointer: pointTo(spot.pointer, index), at: item.at },
    }));
  noteWrong(notes, key, value, "a list", "an empty one");
  return null;
};

export const asTexts: As<readonly string[]> = (notes, key, value) =>
  asList(notes, key, value)?.flatMap((item) => asText(notes, `an entry of ${key}`, item) ?? []) ??
  null;

export const asFlag: As<boolean> = (notes, key, value) => {
  if (value.node.is === "boolean") return value.node.value;
  noteWrong(notes, key, value, "true or false", "false");
  return null;
};

export const asNumber: As<number> = (notes, key, value) => {
  if (value.node.is === "number") return value.node.value;
  noteWrong(notes, key, value, "a number", "missing");
  return null;
};

/** Values by key, of any type. */
export const valuesOf = (
  spot: Spot,
  node: JsonNode,
  notes: Remarks,
  aliases: Aliases,
  fits: (key: string, value: JsonNode) => boolean,
): Values => {
  const { doc, pointer } = spot;
  const members = node.is === "object" ? node.members : [];
  const used = new Set<string>();
  const find = (key: string) =>
    [key, ...(ownOf(aliases, key) ?? [])].flatMap((name) =>
      members.filter((one) => one.key === name && fits(name, one.value)),
    )[0];
  const spotOf = (found: ReturnType<typeof find>): Spot =>
    found === undefined ? spot : { doc, pointer: pointTo(pointer, found.key), at: found.value.at };
  return {
    spot,
    at: (key) => spotOf(find(key)),
    node: (key, need) => {
      const found = find(key);
      if (found === undefined) {
        if (need !== "may") notes.error(spot, "KEY_MISSING", `the key ${key} is missing`);
        return null;
      }
      used.add(found.key);
      const at = spotOf(found);
      const read = `${found.key} is read as ${key}`;
      if (found.key !== key) notes.warn({ ...at, at: found.keyAt }, "KEY_ALIASED", read);
      if (found.value.is !== "null") return { node: found.value, spot: at };
      if (need === "must") notes.error(at, "TYPE_WRONG", `${key} must not be null`);
      return null;
    },
    extras: () =>
      members.flatMap((one) =>
        used.has(one.key) ? [] : [[one.key, textOf(doc, one.value)] as const],
      ),
  };
};
