// Hand edits of a declared JSON document: each difference from the text last written asks what its key declares, or is refused.
import { joined, type Reading } from "../edits/admission.ts";
import { pairLists } from "../json/difference.ts";
import { derived, derivedKey, extrasAsked, quietly, wrong } from "../edits/edit-reading.ts";
import { unknownOf } from "./extras.ts";
import { openJson } from "../edits/edits.ts";
import { type JsonNode, member, plain, readJson } from "../../core/json/json.ts";
import {
  finding,
  isSame,
  itemsOf,
  meaning,
  misfits,
  type Part,
  partOf,
  textAt,
  wholeOf,
  wrongType,
} from "./part.ts";
import type { Command } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { Extras } from "./unknown-keys.ts";
import { read } from "../findings.ts";
import type { Schema } from "../schema.ts";
import { type Declared, keysOf } from "./keys.ts";

/** What a part of an edit asks, and why it can't be. */
export type Asked<S> = Partial<Reading<S, Command>>;
/** @member now null if the key was taken out; `whole`: the object around it */
export type Change = {
  readonly key: string;
  readonly was: Part | null;
  readonly now: Part | null;
  readonly whole: Part;
};
export type KeyEdit<S> = (change: Change) => Asked<S>;
export type Edits<S> = Readonly<Record<string, KeyEdit<S>>>;
type Kept = { readonly extras: readonly Extras[] };

/** All of these, in their order. */
export const all = <S>(...parts: readonly Asked<S>[]): Asked<S> => joined<S, Command>(parts);
const orders = ({ pointer }: Part, by: string | null, commands: readonly Command[]) =>
  commands.map((command) => ({ command, at: pointer, by }));
export const ask = <S>(
  part: Part,
  by: string | null,
  ...commands: readonly Command[]
): Asked<S> => ({
  rest: orders(part, by, commands),
});
/** Kept, whatever becomes of the rest of the edit. */
export const claim = <S>(
  part: Part,
  by: string | null,
  ...commands: readonly Command[]
): Asked<S> => ({ claims: orders(part, by, commands) });
/** Works, whatever else stands there. */
export const stop = <S>(part: Part, ...commands: readonly Command[]): Asked<S> => ({
  stops: orders(part, null, commands),
  noted: true,
});
export const no = <S>(part: Part, code: string, text: string, fits?: string): Asked<S> =>
  wrong(finding(part, code, text, fits));
/** The engine's own: passed over beside an edit that is taken, alone refused. */
export const beside = <S>({ key, now, whole }: Change): Asked<S> =>
  quietly(derived(now ?? whole, key));

/** A part of this form asks these commands. */
export const asked = <S, T>(
  schema: Schema<T>,
  part: Part,
  asks: (value: T) => Asked<S>,
  given: unknown = plain(part.node),
): Asked<S> => {
  const found = read(schema, given);
  return "value" in found ? asks(found.value) : { findings: misfits(part, found.findings) };
};
export const value =
  <S, T>(schema: Schema<T>, asks: (value: T, at: Part, change: Change) => Asked<S>): KeyEdit<S> =>
  (change) => {
    const { now, whole } = change;
    const at = now ?? whole;
    return asked(schema, at, (given) => asks(given, at, change), now && plain(now.node));
  };

const same = (was: Part | null, now: Part | null): boolean => isSame(was?.node ?? null, now);
const under = (was: Part | null, key: string): Part | null => was && partOf(was, key);
export const isChanged = (was: Part | null, whole: Part, key: string): boolean =>
  !same(under(was, key), partOf(whole, key));
export const changedKeys = (declared: Declared, was: Part | null, whole: Part): readonly string[] =>
  [...keysOf(declared)].filter((key) => isChanged(was, whole, key));

/** Where the unknown keys of an object are kept. */
export type Place = { readonly file: Path; readonly pointer: string };
/** The unknown keys of an object as they were left; if none were kept so far, those that it showed. */
export const unknownKeys = <S extends Kept>(
  { extras }: S,
  { file, pointer }: Place,
  known: ReadonlySet<string>,
  was: Part | null,
  now: Part,
): Asked<S> => {
  const own = was === null ? [] : unknownOf(was, known);
  return extrasAsked({ extras }, file, was?.node ?? null, now, known, { pointer, own });
};
/**
 * An object by its declared keys: those without an edit are the engine's.
 * @param skip keys that aren't looked at
 */
export const inObject = <S extends Kept>(
  state: S,
  declared: Declared,
  edits: Edits<S>,
  place: Place,
  was: Part | null,
  whole: Part,
  skip: readonly string[] = [],
): Asked<S> =>
  whole.node.is === "object"
    ? all<S>(
        ...changedKeys(declared, was, whole)
          .filter((key) => !skip.includes(key))
          .map((key) => {
            const change = { key, was: under(was, key), now: partOf(whole, key), whole };
            return edits[key]?.(change) ?? wrong(derivedKey(whole, key));
          }),
        unknownKeys(state, place, keysOf(declared), was, whole),
      )
    : wrong(wrongType(whole, "an object"));

type Rows<S> = {
  /** The key that names a row. */
  readonly id: string;
  changed(was: Part, now: Part, id: string): Asked<S>;
  added(row: Part, id: string): Asked<S>;
  gone(list: Part, id: string): Asked<S>;
};
/** A list of objects with an id each; their order is the engine's. */
export const rows =
  <S>({ id, changed, added, gone }: Rows<S>): KeyEdit<S> =>
  ({ key, was, now, whole }) => {
    if (now?.node.is !== "array") return wrong(wrongType(now ?? whole, "a list"));
    const items = itemsOf(now);
    const ids = items.map(({ node }) => textAt(node, id) ?? "");
    const first = new Map(ids.map((one, at) => [one, at] as const).toReversed());
    const isFirst = (at: number): boolean => ids[at] === "" || first.get(ids[at] ?? "") === at;
    const twice = items.find((_, at) => !isFirst(at));
    const old = new Map(itemsOf(was).map((row) => [textAt(row.node, id) ?? "", row]));
    const isMoved =
      ids.filter((one) => old.has(one)).join("\n") !==
      [...old.keys()].filter((one) => first.has(one)).join("\n");
    return all<S>(
      twice === undefined
        ? {}
        : no(twice, "UNIT_REPEATED", `the id ${textAt(twice.node, id) ?? ""} is there twice`),
      ...items.map((row, at): Asked<S> => {
        const one = ids[at] ?? "";
        const stood = old.get(one);
        if (!isFirst(at)) return {};
        if (stood === undefined) return added(row, one);
        return same(stood, row) ? {} : changed(stood, row, one);
      }),
      ...[...old.keys()].filter((one) => !first.has(one)).map((one) => gone(now, one)),
      isMoved && twice === undefined ? quietly(derived(now, `the order of ${key}`)) : {},
    );
  };

type Grows<S> = {
  /** Keys of its entries; none where they are texts. */
  readonly known?: ReadonlySet<string>;
  /** Keys that are its author's word. */
  readonly says?: readonly string[];
  /** A text without what the engine adds to it: by that an author's own word is known again. */
  bare?(text: string): string;
  added(entry: Part): Asked<S>;
  /** Where the unknown keys of an entry are kept; null if they stay as they are. */
  place?(entry: Part, at: number): Place | null;
};
const asItStood = "leave what stands there and add yours";
const nowhere: Place = { file: "", pointer: "" };
/** A list that only grows. A rewritten entry is a new one beside a refusal. */
export const grows =
  <S extends Kept>(
    state: S,
    { known = new Set(), says = [], bare = (text) => text, added, place = () => null }: Grows<S>,
  ): KeyEdit<S> =>
  ({ key, was, now, whole }) => {
    if (now !== null && now.node.is !== "array") return wrong(wrongType(now, "a list"));
    const keyed = (node: JsonNode, keys: Iterable<string>): string =>
      node.is === "object"
        ? [...keys].map((one) => meaning(member(node, one))).join("\n")
        : meaning(node);
    const bared = (node: JsonNode | null): string =>
      node?.is === "string" ? bare(node.value) : meaning(node);
    const word = (node: JsonNode): string =>
      node.is === "object" ? says.map((one) => bared(member(node, one))).join("\n") : bared(node);
    const before = itemsOf(was);
    const items = itemsOf(now);
    const paired = pairLists(
      before.map(({ node }) => keyed(node, known)),
      items.map(({ node }) => keyed(node, known)),
    );
    const pairs = (list: typeof paired.kept) =>
      list.flatMap(([from, to]) => {
        const [old, entry] = [before[from], items[to]];
        return old === undefined || entry === undefined ? [] : [{ old, entry, from }];
      });
    // Its author wrote its own word again, as it was before the engine put a label on it.
    const rewritten = pairs(paired.changed).filter(
      ({ old, entry: { node } }) =>
        word(old.node) !== word(node) || keyed(old.node, says) === keyed(node, says),
    );
    const stood = new Set(before.map(({ node }) => word(node)));
    const fresh = [
      ...rewritten.map(({ entry }) => entry),
      ...paired.added.flatMap((at) => items[at] ?? []),
    ];
    const sealed = (at: Part, what: string): Asked<S> =>
      no(at, "ENTRY_IMMUTABLE", `an entry of ${key} ${what}`, asItStood);
    return all<S>(
      ...fresh.flatMap((entry) => (stood.has(word(entry.node)) ? [] : [added(entry)])),
      ...pairs(paired.kept).map(({ old, entry, from }) => {
        const at = place(old, from);
        const kept = unknownKeys(state, at ?? nowhere, known, old, entry);
        return at === null && kept.rest !== undefined ? sealed(entry, "was changed") : kept;
      }),
      ...rewritten.slice(0, 5).map(({ entry }) => sealed(entry, "was rewritten")),
      rewritten.length < paired.changed.length ? { noted: true } : {},
      paired.gone.length === 0 ? {} : sealed(now ?? whole, "is gone"),
      paired.moved === null
        ? {}
        : sealed(items[paired.moved] ?? whole, "stands elsewhere than before"),
    );
  };

/** In UTF-16 units. */
const mostText = 64 * 1024 * 1024;
/** An edited text, and the one last written there; `was` is null if there was none. */
export type Opened = { readonly path: Path; readonly was: Part | null; readonly now: Part };
export const opened = (path: Path, text: string, before: string): Opened | Refusal => {
  const now = openJson(path, text, mostText);
  if (isRefusal(now)) return now;
  const was = readJson(before);
  return {
    path,
    was: isRefusal(was) ? null : wholeOf(path, before, was),
    now: wholeOf(path, text, now),
  };
};
