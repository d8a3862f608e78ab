// The keys of one object of a found state file: today's, an older form's in their place, unknown ones kept.
import type { Entries } from "../../../kit/document/extras.ts";
import { isJson } from "../../../kit/document/fields.ts";
import { type JsonNode, member, pointTo } from "../../../core/json/json.ts";
import { redact } from "../../../core/secrets/redact.ts";
import type { Spot } from "../../../kit/document/remarks.ts";
import type { ObjectSchema } from "../../../kit/schema.ts";
import { indented } from "../files/indented.ts";
import { type At, noteKind, type Notes } from "./notes.ts";

/** `aliases`: its older names. `or`: default for older forms. */
type Lack = { readonly aliases?: readonly string[]; readonly or?: string };

export type Fields = {
  readonly at: At;
  spot(key: string): Spot;
  get(key: string): At | null;
  /** Returns null and adds a note if it is unusable. */
  text(key: string, lack?: Lack): string | null;
  /** Marks a key as read, so that it isn't kept with the unknown keys. */
  used(key: string): void;
  /** The unknown keys as [key, JSON text], formatted at `indent`, without `secrets`. Call last. */
  extras(indent: string): Entries;
};

const extraText = (source: string, node: JsonNode, indent: string): string => {
  const text = indented(source, node, indent);
  const safe = redact(text);
  return safe === text || isJson(safe) ? safe : '"[redacted]"';
};

/** For a missing or null key. @param readAs the value used instead */
export const noteLack = (
  fields: Pick<Fields, "get" | "spot">,
  key: string,
  readAs: string | readonly string[] | undefined,
  notes: Notes,
): void => {
  const isNull = fields.get(key) !== null;
  const message = isNull ? `${key} is null` : `the key ${key} is missing`;
  const code = isNull ? "TYPE_WRONG" : "KEY_MISSING";
  if (readAs === undefined) notes.wrong(fields.spot(key), code, message);
  else notes.old(fields.spot(key), code, `${message}: it is read as ${JSON.stringify(readAs)}`);
};

export const fieldsOf = (at: At, form: ObjectSchema, notes: Notes): Fields => {
  const { spot, node } = at;
  const members = node.is === "object" ? node.members : [];
  const taken = new Set(Object.keys(form.entries));
  const get = (key: string): At | null => {
    const value = member(node, key);
    return value === null
      ? null
      : { node: value, spot: { doc: spot.doc, pointer: pointTo(spot.pointer, key), at: value.at } };
  };
  const spotOf = (key: string): Spot => get(key)?.spot ?? spot;
  return {
    at,
    spot: spotOf,
    get,
    text(key, { aliases = [], or } = {}) {
      const found = get(key);
      if (found?.node.is === "string") return found.node.value;
      if (found !== null && found.node.is !== "null") {
        noteKind(notes, key, found, "a text");
        return null;
      }
      for (const name of aliases) {
        const other = get(name);
        if (other?.node.is !== "string") continue;
        taken.add(name);
        notes.old(other.spot, "KEY_MISSING", `${name} is read as ${key}`);
        return other.node.value;
      }
      noteLack({ get, spot: spotOf }, key, or, notes);
      return or ?? null;
    },
    used: (key) => void taken.add(key),
    extras: (indent) =>
      members.flatMap(({ key, value }): Entries => {
        if (taken.has(key)) return [];
        if (key !== "secrets") return [[key, extraText(spot.doc.text, value, indent)]];
        notes.odd(
          { ...spot, pointer: pointTo(spot.pointer, key), at: value.at },
          "SECRETS_DROPPED",
          "secrets is not taken over: it stands only in the original, which is kept as it was found",
        );
        return [];
      }),
  };
};
