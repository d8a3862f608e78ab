// Why: an editor may have read its copy some projections ago; what it changed is told from the copy that it can have been made from.
import { amongFormer } from "./admission.ts";
import type { Edit } from "./dialect.ts";
import { canonical } from "./difference.ts";
import { readJson } from "./json.ts";
import type { JsonNode } from "./json.ts";
import { isRefusal, type Refusal } from "./refusal.ts";

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

/** Entries and times, which nobody but the engine writes twice alike. */
const signsOf = (node: JsonNode): ReadonlySet<string> => {
  const found = new Set<string>();
  walk(node, "", found);
  return found;
};

export type Former = { readonly text: string; readonly root: JsonNode };

export type Formers = {
  /** null: it is no sound JSON, so nothing was made from it. */
  of(text: string | null): Former | null;
  /** `edited` holds what came into the file only after `base`, with one of `newer`: so it was made from a later copy. */
  isLater(edited: JsonNode, base: Former, newer: readonly (string | null)[]): boolean;
};

/** Reads each text once, however many edits are held against it. */
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
  const signed = (node: JsonNode): ReadonlySet<string> => {
    const known = signs.get(node) ?? signsOf(node);
    signs.set(node, known);
    return known;
  };
  return {
    of,
    isLater(edited, base, newer) {
      const old = signed(base.root);
      const now = signed(edited);
      return newer.some((text) => {
        const root = of(text)?.root;
        return root !== undefined && [...signed(root)].some((sign) => now.has(sign) && !old.has(sign));
      });
    },
  };
};

const nobody: Former = { text: "", root: { is: "null", at: 0, end: 0 } };

/** The reading of an edited document against the copy that it can have been made from; where there is none, against what the file would hold now (`standing`). */
export const againstFormers = <A extends { readonly refused: Refusal | null }>(
  formers: Formers,
  { former }: Pick<Edit, "former">,
  edited: JsonNode,
  standing: () => string | null,
  attempt: (before: Former) => A,
): A => {
  const now = (): A => attempt(formers.of(standing()) ?? nobody);
  return amongFormer(
    former(),
    (text, newer) => {
      const before = formers.of(text);
      if (before === null) return newer.length === 0 ? now() : null;
      return newer.length > 0 && formers.isLater(edited, before, newer) ? null : attempt(before);
    },
    now,
  );
};
