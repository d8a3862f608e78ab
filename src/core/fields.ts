// Why: objects of the files are read key by key in one way: older names understood, wrong types named with their place, unknown keys kept.
import { type JsonNode, kinds, plain, pointTo } from "./json.ts";
import { ownOf } from "./own.ts";
import { parsed } from "./parsed.ts";
import { redact } from "./redact.ts";
import type { Doc, Remarks, Spot } from "./remarks.ts";

/** Names by which a key went elsewhere; the first that is there counts. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** must: it has to be there, and not null. nullable: to be there, perhaps as null. may: it can be left out. */
export type Need = "must" | "nullable" | "may";
export type Extra = readonly [string, string];

export type Fields = {
  readonly spot: Spot;
  /** Where a key's value stands; the object itself where it isn't there. */
  at(key: string): Spot;
  node(key: string, need: Need): { readonly node: JsonNode; readonly spot: Spot } | null;
  text(key: string, need: Need): string | null;
  /** `unknown`: it may be "", as of evidence whose time nobody wrote down. */
  time(key: string, need: Need, unknown?: boolean): string | null;
  texts(key: string, need: Need): readonly string[] | null;
  truth(key: string, need: Need): boolean | null;
  number(key: string, need: Need): number | null;
  /** The values of a list with their places. */
  list(key: string, need: Need): readonly { readonly node: JsonNode; readonly spot: Spot }[] | null;
  /** What wasn't asked for, as [key, JSON text], in the order found. To be asked last. */
  extras(): readonly Extra[];
};

const timeForm = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/u;
const fullTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u;

export const isJson = (text: string): boolean => parsed(text) !== undefined;

/** A value's text as it stands, with line feeds alone; where taking a credential out would leave no JSON, nothing of it stays. */
export const textOf = (doc: Doc, node: JsonNode): string => {
  const text = doc.text.slice(node.at, node.end).replace(/\r\n?/gu, "\n");
  const safe = redact(text);
  return safe === text || isJson(safe) ? safe : '"[redacted]"';
};

export const listOf = (
  doc: Doc,
  node: JsonNode,
  pointer: string,
): readonly { readonly node: JsonNode; readonly spot: Spot }[] =>
  node.is === "array"
    ? node.items.map((item, index) => ({
        node: item,
        spot: { doc, pointer: pointTo(pointer, index), at: item.at },
      }))
    : [];

export const fieldsOf = (
  spot: Spot,
  node: JsonNode,
  notes: Remarks,
  aliases: Aliases = {},
  fits: (key: string, value: JsonNode) => boolean = () => true,
): Fields => {
  const { doc, pointer } = spot;
  const members = node.is === "object" ? node.members : [];
  const used = new Set<string>();
  const spotOf = (key: string, value: JsonNode): Spot => ({
    doc,
    pointer: pointTo(pointer, key),
    at: value.at,
  });
  const find = (key: string) =>
    [key, ...(ownOf(aliases, key) ?? [])].flatMap((name) =>
      members.filter((one) => one.key === name && fits(name, one.value)),
    )[0];

  const value = (
    key: string,
    need: Need,
  ): { readonly node: JsonNode; readonly spot: Spot } | null => {
    const found = find(key);
    if (found === undefined) {
      if (need !== "may") notes.add(spot, "error", "KEY_MISSING", `the key ${key} is missing`);
      return null;
    }
    used.add(found.key);
    const at = spotOf(found.key, found.value);
    if (found.key !== key)
      notes.add(
        { ...at, at: found.keyAt },
        "warning",
        "KEY_ALIASED",
        `${found.key} is read as ${key}`,
      );
    if (found.value.is !== "null") return { node: found.value, spot: at };
    if (need === "must") notes.add(at, "error", "TYPE_WRONG", `${key} must not be null`);
    return null;
  };
  const wrong = (key: string, at: Spot, found: JsonNode, wanted: string, then: string): void =>
    notes.add(
      at,
      "error",
      "TYPE_WRONG",
      `${key} must be ${wanted}, not ${kinds[found.is]}; it is read as ${then}`,
    );
  const asText = (key: string, at: Spot, found: JsonNode): string | null => {
    if (found.is === "string") return found.value;
    const read = found.is === "number" || found.is === "boolean" ? String(plain(found)) : null;
    wrong(key, at, found, "a text", read === null ? "missing" : JSON.stringify(read));
    return read;
  };
  const list: Fields["list"] = (key, need) => {
    const found = value(key, need);
    if (found === null) return null;
    if (found.node.is === "array") return listOf(doc, found.node, found.spot.pointer);
    wrong(key, found.spot, found.node, "a list", "an empty one");
    return null;
  };
  return {
    spot,
    at: (key) => {
      const found = find(key);
      return found === undefined ? spot : spotOf(found.key, found.value);
    },
    node: value,
    text: (key, need) => {
      const found = value(key, need);
      return found === null ? null : asText(key, found.spot, found.node);
    },
    time: (key, need, unknown = false) => {
      const found = value(key, need);
      const text = found === null ? null : asText(key, found.spot, found.node);
      if (found === null || text === null || fullTime.test(text) || (unknown && text === ""))
        return text;
      const read =
        timeForm.test(text) && !Number.isNaN(Date.parse(text)) ? text.replace(" ", "T") : null;
      notes.add(
        found.spot,
        "error",
        "TIME_INVALID",
        `${key} must be a time such as 2026-01-08T12:00:00Z, not ${JSON.stringify(text.slice(0, 80))}${read === null ? "; it is read as missing" : ""}`,
      );
      return read !== null && fullTime.test(read) ? read : null;
    },
    texts: (key, need) =>
      list(key, need)?.flatMap(
        ({ node: item, spot: at }) => asText(`an entry of ${key}`, at, item) ?? [],
      ) ?? null,
    truth: (key, need) => {
      const found = value(key, need);
      if (found === null || found.node.is === "boolean")
        return found === null ? null : plain(found.node) === true;
      wrong(key, found.spot, found.node, "true or false", "false");
      return null;
    },
    number: (key, need) => {
      const found = value(key, need);
      if (found === null || found.node.is === "number")
        return found === null ? null : Number(plain(found.node));
      wrong(key, found.spot, found.node, "a number", "missing");
      return null;
    },
    list,
    extras: () =>
      members.flatMap((one) =>
        used.has(one.key) ? [] : [[one.key, textOf(doc, one.value)] as const],
      ),
  };
};
