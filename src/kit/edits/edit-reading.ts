// Readings of an edit's parts: what a value asks, what can't be, and what only the engine sets.
import type { Order } from "./admission.ts";
import { type Entries, extrasAfter } from "../document/extras.ts";
import { type JsonNode, member } from "../../core/json/json.ts";
import { finding, isSame, missing, type Part, partOf } from "../document/part.ts";
import type { Command } from "../../core/protocol.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { type Extras, extrasAt } from "../document/unknown-keys.ts";

type Findings = { readonly findings: readonly Refusal[] };

export const wrong = (...findings: readonly Refusal[]): Findings => ({ findings });
export const rejection = (...of: Parameters<typeof finding>): Findings => wrong(finding(...of));
/** For values that the engine maintains: refused if the edit asks nothing else. */
export const quietly = (...quiet: readonly Refusal[]) => ({ quiet });
/** The edit is valid but needs no command. */
export const noted = { noted: true };

/** For commands of one protocol. `at`: pointer into the file: RFC 6901 in JSON, a block's anchor in Markdown. */
export const ordersFor = <C extends Command>() => {
  const orders = (at: string, commands: readonly C[]): readonly Order<C>[] =>
    commands.map((command) => ({ command, at, by: null }));
  return {
    asking: (at: string, ...commands: readonly C[]) => ({ rest: orders(at, commands) }),
    /** Commands kept regardless of the rest of the file. */
    claiming: (at: string, ...commands: readonly C[]) => ({ claims: orders(at, commands) }),
  };
};

/** The changed value, or its parent if the key was removed; null if unchanged. */
export const changed = (before: JsonNode | null, after: Part, key: string): Part | null => {
  const now = partOf(after, key);
  return isSame(before === null ? null : member(before, key), now) ? null : (now ?? after);
};

const asItStands = "leave it as it stands";
export const lacking = (part: Part, key: string): Refusal => missing(part, key, asItStands);
/** @param why end of a sentence about the key */
export const derived = (
  part: Part,
  key: string,
  why = "follows from what happened: the engine sets it",
): Refusal => finding(part, "FIELD_DERIVED", `${key} ${why}`, asItStands);
/** Refuses a change of a key that only the engine sets, or its removal. */
export const derivedKey = (after: Part, key: string, why?: string): Refusal => {
  const part = partOf(after, key);
  return part === null ? lacking(after, key) : derived(part, key, why);
};
/** Reads those of the keys whose value was changed or removed. `part`: the value, or its parent if it was removed. */
export const changesIn = <T, K extends string>(
  before: JsonNode | null,
  after: Part,
  keys: readonly K[],
  read: (part: Part, key: K) => T,
): readonly T[] =>
  keys.flatMap((key) => {
    const part = changed(before, after, key);
    return part === null ? [] : [read(part, key)];
  });

/** Changes of values that the engine maintains. */
export const quietChanges = (before: JsonNode | null, after: Part, keys: readonly string[]) =>
  changesIn(before, after, keys, (part, key) => quietly(derived(part, key)));

/**
 * Keeps the unknown keys of an object as an edit left them.
 * @param kept where they are kept if not at the object's own place; `own`: the ones shown if none are kept
 */
export const extrasAsked = (
  { extras }: { readonly extras: readonly Extras[] },
  file: Path,
  before: JsonNode | null,
  after: Part,
  known: ReadonlySet<string>,
  kept: { readonly pointer?: string; readonly own?: Entries } = {},
) => {
  const { pointer = after.pointer, own = [] } = kept;
  const value = extrasAfter(extrasAt(extras, file, pointer) ?? own, before, after, known);
  if (value === null) return {};
  const command = { type: "KeepExtras", data: { file, pointer, value } } as const;
  return { rest: [{ command, at: after.pointer, by: null }] };
};
