// Tolerant reader of a JSON object by its declared keys.
import {
  type As,
  asFlag,
  asList,
  asNumber,
  asText,
  asTexts,
  asTime,
  type Extra,
  textOf,
  type Value,
  type Values,
  valuesOf,
} from "./fields.ts";
import { type JsonNode, member, pointTo } from "../../core/json/json.ts";
import type { JsonSchema } from "../../core/json/schema.ts";
import type { Remarks, Spot } from "./remarks.ts";
import type { Declared, Keys, Kind, Words } from "./keys.ts";

type Read<N> = N extends { readonly list: Declared<infer K> }
  ? readonly Seen<K>[]
  : N extends { readonly object: Declared<infer K> }
    ? Seen<K> | null
    : N extends { readonly word: Words<infer W> }
      ? W | null
      : N extends { readonly version: string }
        ? Version | null
        : N extends { readonly node: JsonSchema }
          ? Value | null
          : N extends "texts" | "texts or text"
            ? readonly string[] | null
            : N extends "flag"
              ? boolean | null
              : N extends "whole"
                ? number | null
                : string | null;

/** Unknown keys of one object. `pointer`: from the object that was read, stable where lists change. */
type Kept = { readonly pointer: string; readonly entries: readonly Extra[]; readonly spot: Spot };
/** The values read from an object. `kept`: its unknown keys and those of the objects in it. */
export type Seen<K extends Keys<never>> = {
  readonly [N in keyof K]: Read<K[N][1]>;
} & {
  readonly extras: readonly Extra[];
  readonly kept: readonly Kept[];
  readonly node: JsonNode;
  readonly spot: Spot;
  /** Position of a key's value. */
  readonly at: Values["at"];
  /** Some value was interpreted differently. */
  readonly remarked: boolean;
};

/** A current word, or the meaning of an earlier one; null with a remark for any other. */
export const seenWord = <T extends string>(
  { words, former = {}, anyCase = false, code, what, otherwise = "" }: Words<T>,
  name: string,
  given: string,
  spot: Spot,
  notes: Remarks,
): T | null => {
  const word = words.find((one) => one === given);
  if (word !== undefined) return word;
  const like = given.toLowerCase();
  const isSame = (one: string): boolean => one === given || (anyCase && one.toLowerCase() === like);
  const read = words.find(isSame) ?? Object.entries(former).find(([one]) => isSame(one))?.[1];
  const unknown = `${JSON.stringify(given.slice(0, 80))} is no ${what} (${words.join(", ")})`;
  if (read === undefined) notes.error(spot, code, `${unknown}${otherwise}`);
  else notes.warn(spot, "VALUE_ALIASED", `${name} ${given} is read as ${read}`);
  return read ?? null;
};

/** `said`: "" if it is neither text nor number. */
type Version = { readonly said: string; readonly known: boolean };
const versionOf = (
  { version, older, range }: Extract<Kind, { readonly version: string }>,
  { node, spot }: Value,
  notes: Remarks,
): Version => {
  const said =
    node.is === "string" ? node.value : node.is === "number" ? textOf(spot.doc, node) : "";
  if (said === version && node.is === "string") return { said, known: true };
  const known = said === version || older.test(said);
  const shown = JSON.stringify(said.slice(0, 80));
  const unknown = `${shown} is no version that is read: "${version}", and ${range}`;
  if (known) notes.warn(spot, "VERSION_OLDER", `version ${said} is read as ${version}`);
  else notes.error(spot, "VERSION_UNKNOWN", unknown);
  return { said, known };
};

const textsOrText: As<readonly string[]> = (notes, name, value) => {
  const { node, spot } = value;
  if (node.is !== "string") return asTexts(notes, name, value);
  const message = `${name} as one text is read as a list, split at vertical bars`;
  notes.warn(spot, "VALUE_ALIASED", message);
  return node.value.split("|").flatMap((part) => part.trim() || []);
};

const plainKinds: Readonly<Record<Extract<Kind, string>, As<unknown>>> = {
  text: asText,
  "text or null": asText,
  texts: asTexts,
  "texts or text": textsOrText,
  flag: asFlag,
  whole: asNumber,
  time: asTime(false),
  "time or null": asTime(false),
  "time or empty": asTime(true),
};

type Keeps = (pointer: string, within: readonly Kept[]) => void;
const read = (kind: Kind, name: string, value: Value, notes: Remarks, keeps: Keeps): unknown => {
  if (typeof kind === "string") return plainKinds[kind](notes, name, value);
  if ("version" in kind) return versionOf(kind, value, notes);
  if ("text" in kind) return asText(notes, name, value);
  if ("node" in kind) return value;
  if ("word" in kind) {
    const given = asText(notes, name, value);
    return given === null ? null : seenWord(kind.word, name, given, value.spot, notes);
  }
  const object = (declared: Declared, one: Value, pointer: string | null) => {
    const seen = seenObject(declared, one.node, one.spot, notes);
    if (seen !== null && pointer !== null) keeps(pointer, seen.kept);
    return seen;
  };
  if ("object" in kind) return object(kind.object, value, pointTo("", name));
  const { list, by } = kind;
  return (asList(notes, name, value) ?? []).flatMap((one, at) => {
    const id = by ? member(one.node, by) : null;
    const named = by ? (id?.is === "string" ? id.value : "") : at;
    const pointer = by === undefined ? null : pointTo(pointTo("", name), named);
    return object(list, one, pointer) ?? [];
  });
};

const isList = (kind: Kind): boolean => typeof kind === "object" && "list" in kind;
/** Another value under a former name of a list of objects is not an earlier form of it. */
const couldBe = (value: JsonNode): boolean =>
  value.is === "array" &&
  (value.items.length === 0 || value.items.some(({ is }) => is === "object"));

const isSeen = <K extends Keys<never>>(keys: K, values: object): values is Seen<K> =>
  Object.keys(keys).every((name) => Object.hasOwn(values, name));

/** Returns null and adds a remark if it isn't an object. */
export const seenObject = <K extends Keys<never>>(
  { keys, otherwise, plain }: Declared<K>,
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
): Seen<K> | null => {
  const before = notes.list.length;
  const all = Object.entries(keys);
  const former = Object.fromEntries(all.map(([name, [, , , ...names]]) => [name, names]));
  const lists = new Set(all.flatMap(([name, [, kind]]) => (isList(kind) ? former[name] : [])));
  const fits = (name: string, value: JsonNode): boolean => !lists.has(name) || couldBe(value);
  const values = valuesOf(spot, node, notes, former, fits);
  const isPlain = node.is === "string" && plain !== undefined;
  if (isPlain) notes.warn(spot, plain[1], plain[2]);
  else if (node.is !== "object") {
    notes.error(spot, "TYPE_WRONG", otherwise);
    return null;
  }
  const within: Kept[] = [];
  const keeps: Keeps = (at, inner) =>
    void within.push(...inner.map((one) => ({ ...one, pointer: `${at}${one.pointer}` })));
  const found = all.map(([name, [need, kind]]) => {
    const none = isList(kind) ? [] : null;
    if (isPlain) return [name, name === plain[0] ? node.value : none] as const;
    const nullable = typeof kind === "string" && kind.endsWith("or null");
    const value = values.node(name, need !== "must" ? "may" : nullable ? "nullable" : "must");
    return [name, value === null ? none : read(kind, name, value, notes, keeps)] as const;
  });
  const extras = values.extras();
  const own = extras.length === 0 ? [] : [{ pointer: "", entries: extras, spot }];
  const seen = {
    ...Object.fromEntries(found),
    extras,
    kept: [...own, ...within],
    node,
    spot,
    at: values.at,
    remarked: notes.list.length > before,
  };
  return isSeen(keys, seen) ? seen : null;
};

type Entry = Value & { readonly key: string; readonly keyAt: number };
/** Entries of an object with any keys; null with the remark `otherwise` if it isn't an object. */
export const seenEntries = (
  { node, spot }: Value,
  otherwise: string,
  notes: Remarks,
): readonly Entry[] | null => {
  if (node.is === "object")
    return node.members.map(({ key, keyAt, value }) => {
      const at = { doc: spot.doc, pointer: pointTo(spot.pointer, key), at: value.at };
      return { key, keyAt, node: value, spot: at };
    });
  notes.error(spot, "TYPE_WRONG", otherwise);
  return null;
};
