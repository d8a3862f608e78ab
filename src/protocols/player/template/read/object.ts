// Reader of JSON objects in templates: typed keys, with findings and hints.
import { type JsonMember, kinds, pointTo } from "../../../../core/json/json.ts";
import { distance } from "../../../../core/words/near.ts";
import {
  keySpot,
  listed,
  didYouMean,
  type Notes,
  quoted,
  type Value,
  valueSpot,
} from "../notes.ts";

/** An object of the document, read key by key. */
export type Opened = {
  readonly value: Value;
  readonly members: ReadonlyMap<string, JsonMember>;
  readonly notes: Notes;
};

export const wrongType = (notes: Notes, value: Value, what: string, wanted: string): void =>
  notes.error(valueSpot(value), "TYPE_WRONG", `${what} is ${kinds[value.node.is]}, not ${wanted}.`);

/** Returns null and adds a note if it isn't an object. The first of duplicate keys counts. */
export const openObject = (value: Value, what: string, notes: Notes): Opened | null => {
  if (value.node.is !== "object") {
    wrongType(notes, value, what, "an object");
    return null;
  }
  const members = new Map<string, JsonMember>();
  for (const member of value.node.members)
    if (!members.has(member.key)) members.set(member.key, member);
  return { value, members, notes };
};

export const child = ({ value, members }: Opened, key: string): Value | null => {
  const member = members.get(key);
  return member === undefined ? null : { pointer: pointTo(value.pointer, key), node: member.value };
};

/** Value of a key; null if it is missing, or is null and not required. */
const found = (opened: Opened, key: string, must: boolean): Value | null => {
  const value = child(opened, key);
  if (value === null && must)
    opened.notes.error(
      valueSpot(opened.value),
      "KEY_MISSING",
      `The key ${quoted(key)} is missing.`,
    );
  return value;
};

type Must = {
  readonly must?: boolean;
  /** null is allowed and counts as missing. */ readonly orNull?: boolean;
};

/** Returns null if there is no value of this type. */
export const textOf = (
  opened: Opened,
  key: string,
  { must = false, orNull = false }: Must = {},
): string | null => {
  const value = found(opened, key, must);
  if (value === null || (orNull && value.node.is === "null")) return null;
  if (value.node.is === "string") return value.node.value;
  wrongType(opened.notes, value, quoted(key), orNull ? "a text or null" : "a text");
  return null;
};

export const flagOf = (opened: Opened, key: string): boolean | null => {
  const value = found(opened, key, false);
  if (value === null) return null;
  if (value.node.is === "boolean") return value.node.value;
  wrongType(opened.notes, value, quoted(key), "true or false");
  return null;
};

/** Reads one of a few words. */
export const oneOf = <T extends string>(
  opened: Opened,
  key: string,
  words: readonly T[],
  must = false,
): T | null => {
  const text = textOf(opened, key, { must });
  if (text === null) return null;
  const word = words.find((one) => one === text);
  const value = child(opened, key);
  if (word === undefined && value !== null)
    opened.notes.error(
      valueSpot(value),
      "VALUE_UNKNOWN",
      `${quoted(text)} is none of ${words.join(", ")}.`,
      didYouMean(text, words),
    );
  return word ?? null;
};

export const listOf = (opened: Opened, key: string, must = false): readonly Value[] | null => {
  const value = found(opened, key, must);
  if (value === null) return null;
  if (value.node.is !== "array") {
    wrongType(opened.notes, value, quoted(key), "a list");
    return null;
  }
  return value.node.items.map((node, index) => ({ pointer: pointTo(value.pointer, index), node }));
};

/** The texts of a list with their positions; notes and skips other values. */
export const spottedTexts = (
  opened: Opened,
  key: string,
): readonly (Value & { readonly text: string })[] =>
  (listOf(opened, key) ?? []).flatMap((value) => {
    if (value.node.is === "string") return [{ ...value, text: value.node.value }];
    wrongType(opened.notes, value, `An entry of ${quoted(key)}`, "a text");
    return [];
  });
export const textsOf = (opened: Opened, key: string): readonly string[] =>
  spottedTexts(opened, key).map(({ text }) => text);

/**
 * Reports keys that don't belong here. `known`: keys valid here. `elsewhere`: keys valid on other node types.
 * Unknown keys are ignored unless they resemble a missing one.
 */
export const keyNotes = (
  opened: Opened,
  known: readonly string[],
  elsewhere: readonly string[],
  what: string,
): void => {
  const absent = known.filter((key) => !opened.members.has(key));
  for (const member of opened.members.values()) {
    const { key } = member;
    if (known.includes(key)) continue;
    const spot = keySpot(opened.value.pointer, member);
    if (elsewhere.includes(key))
      opened.notes.warn(spot, "KEY_STRAY", `${quoted(key)} means nothing on ${what}.`);
    else {
      const near = absent.filter(
        (one) => Math.abs(one.length - key.length) <= 2 && distance(key, one) <= 2,
      );
      if (near.length > 0)
        opened.notes.warn(
          spot,
          "KEY_SUSPECT",
          `${quoted(key)} is no key of ${what}.`,
          `Did you mean ${listed(near)}?`,
        );
    }
  }
};
