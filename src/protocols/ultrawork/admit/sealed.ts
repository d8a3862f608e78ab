// Append-only lists of evidence in ultrawork files: edits may extend them, nothing else.
import { pairLists } from "../../../core/difference.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import { finding, itemsOf, meaning, type Part, textAt, wrongType } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { cut } from "../checks.ts";

/** Content of an entry in its known keys. */
const entryKey = (node: JsonNode, known: ReadonlySet<string>): string =>
  node.is === "object"
    ? [...known].map((key) => meaning(member(node, key))).join("\n")
    : meaning(node);

/** Removes a label that was copied with its text, to prevent a duplicate. */
export const unlabelled = (text: string): string => text.replace(/^\[claim by [^\]\n]*\] /u, "");

/** The author replaced a claim by its original, unlabelled words, which changes nothing. A plain text never has a label. */
const isOwnWord = (was: JsonNode, now: JsonNode, says: ReadonlySet<string>): boolean =>
  was.is === "object" &&
  now.is === "object" &&
  [...says].every((key) => {
    const [labelled, raw] = [textAt(was, key), textAt(now, key)];
    if ((key !== "output" && key !== "content") || labelled === null || raw === null)
      return meaning(member(was, key)) === meaning(member(now, key));
    return unlabelled(labelled) !== labelled && unlabelled(labelled) === cut(raw);
  });

const listOf = (node: JsonNode | null): readonly JsonNode[] =>
  node?.is === "array" ? node.items : [];

export type Grown = {
  /** New entries, and changed old ones. */
  readonly added: readonly Part[];
  /** Unchanged entries; their unknown keys may have changed. */
  readonly kept: readonly {
    readonly index: number;
    readonly before: JsonNode;
    readonly after: Part;
  }[];
  readonly findings: readonly Refusal[];
};

/** Changes of a sealed list. `whole`: the containing object, if the list is missing. */
export const grownList = (
  before: JsonNode | null,
  after: Part | null,
  whole: Part,
  how: {
    readonly known: ReadonlySet<string>;
    /** Keys that an author may write again; the others belong to the engine. */
    readonly says?: ReadonlySet<string>;
    readonly code: string;
    readonly fits: string;
    readonly name: string;
  },
): Grown => {
  const old = listOf(before);
  const { says } = how;
  if (after !== null && after.node.is !== "array" && after.node.is !== "null")
    return { added: [], kept: [], findings: [wrongType(after, "a list")] };
  const items = itemsOf(after);
  const oldKeys = old.map((node) => entryKey(node, how.known));
  const newKeys = items.map(({ node }) => entryKey(node, how.known));
  const paired = pairLists(oldKeys, newKeys);
  const again = ([from, to]: readonly [number, number]): boolean => {
    const [was, now] = [old[from], items[to]];
    return (
      says !== undefined && was !== undefined && now !== undefined && isOwnWord(was, now.node, says)
    );
  };
  const { kept, added, gone, moved } = paired;
  const changed = paired.changed.filter((pair) => !again(pair));
  const stood = new Set(oldKeys);
  const place = after ?? whole;
  const rewritten = changed.filter(([from, to]) => {
    const [was, now] = [old[from], items[to]];
    return (
      says !== undefined &&
      was !== undefined &&
      now !== undefined &&
      entryKey(was, says) !== entryKey(now.node, says)
    );
  });
  const told = (index: number | undefined, what: string): Refusal =>
    finding(
      index === undefined ? place : (items[index] ?? place),
      how.code,
      `an entry of ${how.name} ${what}`,
      how.fits,
    );
  return {
    added: [...rewritten.map(([, to]) => to), ...added].flatMap((index) =>
      stood.has(newKeys[index] ?? "") ? [] : (items[index] ?? []),
    ),
    kept: kept.flatMap(([index, to]) => {
      const one = old[index];
      const now = items[to];
      return one === undefined || now === undefined ? [] : [{ index, before: one, after: now }];
    }),
    findings: [
      ...changed.slice(0, 5).map(([, to]) => told(to, "was rewritten")),
      ...(gone.length === 0 ? [] : [told(undefined, `is gone (${gone.length} of ${old.length})`)]),
      ...(moved === null ? [] : [told(moved, "stands elsewhere than before")]),
    ],
  };
};
