// Why: objects of a state file are read key by key in one way: today's keys, an older form's in their place, unknown ones kept.
import type { Entries } from "../../../core/extras.ts";
import { isJson } from "../../../core/fields.ts";
import { type JsonNode, kinds, member, pointTo } from "../../../core/json.ts";
import { redact } from "../../../core/redact.ts";
import type { Spot } from "../../../core/remarks.ts";
import { indented } from "../files/indented.ts";
import type { At, Notes } from "./notes.ts";

export const wrongKind = (key: string, node: JsonNode, wanted: string): string =>
  `${key} must be ${wanted}, not ${kinds[node.is]}`;

/** `aliases`: older names of it. `or`: what is read where an older form says nothing. */
type Lack = { readonly aliases?: readonly string[]; readonly or?: string };

export type Fields = {
  readonly at: At;
  spot(key: string): Spot;
  get(key: string): At | null;
  /** null: nothing can be made of it, which is noted. */
  text(key: string, lack?: Lack): string | null;
  texts(key: string, lack?: { readonly or: readonly string[] }): readonly string[] | null;
  /** null: it isn't there; `optional` says whether that is noted. */
  list(key: string, need: "must" | "old" | "may"): readonly At[] | null;
  /** Counts as read: it isn't kept with the unknown keys. */
  used(key: string): void;
  /** The unknown keys as [key, JSON text], laid out behind `indent`; `secrets` is none of them. To be asked last. */
  extras(indent: string): Entries;
};

const extraText = (source: string, node: JsonNode, indent: string): string => {
  const text = indented(source, node, indent);
  const safe = redact(text);
  return safe === text || isJson(safe) ? safe : '"[redacted]"';
};

export const fieldsOf = (at: At, known: readonly string[], notes: Notes): Fields => {
  const { spot, node } = at;
  const members = node.is === "object" ? node.members : [];
  const taken = new Set(known);
  const get = (key: string): At | null => {
    const value = member(node, key);
    return value === null
      ? null
      : { node: value, spot: { doc: spot.doc, pointer: pointTo(spot.pointer, key), at: value.at } };
  };
  /** `readAs`: as JSON. */
  const lacks = (key: string, is: "null" | "missing", readAs: string | undefined): void => {
    const here = get(key)?.spot ?? spot;
    const said = is === "null" ? `${key} is null` : `the key ${key} is missing`;
    const code = is === "null" ? "FIELD_MISTYPED" : "FIELD_MISSING";
    if (readAs === undefined) notes.add(here, "wrong", code, said);
    else notes.add(here, "old", code, `${said}: it is read as ${readAs}`);
  };
  return {
    at,
    spot: (key) => get(key)?.spot ?? spot,
    get,
    text(key, { aliases = [], or } = {}) {
      const found = get(key);
      if (found?.node.is === "string") return found.node.value;
      if (found !== null && found.node.is !== "null") {
        notes.add(found.spot, "wrong", "FIELD_MISTYPED", wrongKind(key, found.node, "a text"));
        return null;
      }
      for (const name of aliases) {
        const other = get(name);
        if (other?.node.is !== "string") continue;
        taken.add(name);
        notes.add(other.spot, "old", "FIELD_MISSING", `${name} is read as ${key}`);
        return other.node.value;
      }
      lacks(
        key,
        found === null ? "missing" : "null",
        or === undefined ? undefined : JSON.stringify(or),
      );
      return or ?? null;
    },
    texts(key, lack) {
      const found = get(key);
      if (found === null || found.node.is === "null") {
        lacks(
          key,
          found === null ? "missing" : "null",
          lack === undefined ? undefined : JSON.stringify(lack.or),
        );
        return lack?.or ?? null;
      }
      const items = found.node.is === "array" ? found.node.items : null;
      const texts = items?.flatMap((item) => (item.is === "string" ? [item.value] : [])) ?? [];
      if (items !== null && texts.length === items.length) return texts;
      notes.add(
        found.spot,
        "wrong",
        "FIELD_MISTYPED",
        wrongKind(key, found.node, "a list of texts"),
      );
      return null;
    },
    list(key, need) {
      const found = get(key);
      if (found === null || (found.node.is === "null" && need === "old")) {
        if (need === "old")
          notes.add(spot, "old", "FIELD_MISSING", `the key ${key} is missing: it is read as []`);
        if (need === "must") notes.add(spot, "wrong", "FIELD_MISSING", `the key ${key} is missing`);
        return null;
      }
      if (found.node.is !== "array") {
        notes.add(found.spot, "wrong", "FIELD_MISTYPED", wrongKind(key, found.node, "a list"));
        return null;
      }
      const { doc, pointer } = found.spot;
      return found.node.items.map((item, index) => ({
        node: item,
        spot: { doc, pointer: pointTo(pointer, index), at: item.at },
      }));
    },
    used: (key) => void taken.add(key),
    extras: (indent) =>
      members.flatMap(({ key, value }): Entries => {
        if (taken.has(key)) return [];
        if (key !== "secrets") return [[key, extraText(spot.doc.text, value, indent)]];
        notes.add(
          { ...spot, pointer: pointTo(spot.pointer, key), at: value.at },
          "odd",
          "SECRETS_DROPPED",
          "secrets is not taken over: it stands only in the original, which is kept as it was found",
        );
        return [];
      }),
  };
};
