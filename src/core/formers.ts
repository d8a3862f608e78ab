// Search for the base of a hand edit among former projections: an editor may hold an older copy.
import { amongFormer } from "./admission.ts";
import type { Edit } from "./dialect.ts";
import { canonical } from "./difference.ts";
import { type JsonNode, readJson } from "./json.ts";
import { isRefusal, type Refusal } from "./refusal.ts";

/** Former texts, newest first, on which the edit can be based: if it contains parts that appeared only later, older copies are excluded. */
export const possibleBases = function* <F>(
  edited: () => ReadonlySet<string>,
  former: Iterable<F>,
  partsOf: (one: F) => ReadonlySet<string>,
): Generator<F> {
  const newer = new Set<string>();
  for (const one of former) {
    const parts = newer.size === 0 ? null : partsOf(one);
    if (parts !== null && [...newer].some((part) => !parts.has(part))) return;
    yield one;
    // Parts of the newest, which usually matches, are computed only if needed.
    for (const part of parts ?? partsOf(one)) if (edited().has(part)) newer.add(part);
  }
};

const walk = (node: JsonNode, at: string, found: Set<string>): void => {
  if (node.is === "array") {
    for (const item of node.items) {
      if (item.is === "object") found.add(`${at} ${canonical(item)}`);
      walk(item, at, found);
    }
  }
  if (node.is !== "object") return;
  for (const { key, value } of node.members) {
    if (key.endsWith("_at") && value.is === "string") found.add(`${at}/${key} ${value.value}`);
    walk(value, `${at}/${key}`, found);
  }
};

export type Former = { readonly text: string; readonly root: JsonNode };

export type Formers = {
  /** Returns null for invalid JSON, on which no edit can be based. */
  of(text: string | null): Former | null;
  /** Entries and times, which only the engine writes and never twice alike. */
  signsOf(node: JsonNode): ReadonlySet<string>;
};

/** Parses each text once, however many edits are compared with it. */
export const createFormers = (): Formers => {
  const read = new Map<string, Former | null>();
  const signs = new Map<JsonNode, ReadonlySet<string>>();
  const of = (text: string | null): Former | null => {
    if (text === null) return null;
    const known = read.get(text);
    if (known !== undefined) return known;
    const root = readJson(text);
    const former = isRefusal(root) ? null : { text, root };
    read.set(text, former);
    return former;
  };
  const signsOf = (node: JsonNode): ReadonlySet<string> => {
    const known = signs.get(node);
    if (known !== undefined) return known;
    const found = new Set<string>();
    walk(node, "", found);
    signs.set(node, found);
    return found;
  };
  return { of, signsOf };
};

const nobody: Former = { text: "", root: { is: "null", at: 0, end: 0 } };

/** Reads an edited document against the copy that it is based on; if there is none, against the file's current content (`standing`). */
export const againstFormers = <A extends { readonly refused: Refusal | null }>(
  formers: Formers,
  { former }: Pick<Edit, "former">,
  edited: JsonNode,
  standing: () => string | null,
  attempt: (before: Former) => A,
): A => {
  const now = (): A => attempt(formers.of(standing()) ?? nobody);
  const signsOf = ({ text }: { readonly text: string | null }): ReadonlySet<string> =>
    formers.signsOf((formers.of(text) ?? nobody).root);
  return amongFormer(
    possibleBases(() => formers.signsOf(edited), former(), signsOf),
    (text, newer) => {
      const before = formers.of(text);
      return before !== null ? attempt(before) : newer.length === 0 ? now() : null;
    },
    now,
  );
};
