// Search among a run's nodes, and the way from one hit to the next.
import type { ShownNode } from "../../../src/http/answers.ts";
import { wordMatcher } from "../words.ts";
import { remarkOf } from "./node-words.ts";

/** Nodes whose id, title or remark contains all words; null: no search. */
export const matchingIds = (
  nodes: readonly ShownNode[],
  query: string,
): ReadonlySet<string> | null => {
  if (query.trim() === "") return null;
  const matches = wordMatcher(query);
  return new Set(
    nodes
      .filter((node) => matches([node.id, node.label, remarkOf(node) ?? ""].join("\n")))
      .map(({ id }) => id),
  );
};

/** The next match after the current node, or before it (`by` -1), cyclically. undefined: no matches. */
export const nextFit = (
  nodes: readonly ShownNode[],
  from: string | null,
  by: 1 | -1,
  fits: (node: ShownNode) => boolean,
): ShownNode | undefined => {
  const at = nodes.findIndex(({ id }) => id === from);
  const ahead =
    by === 1
      ? [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)]
      : [
          ...nodes.slice(0, Math.max(0, at)).toReversed(),
          ...nodes.slice(Math.max(0, at)).toReversed(),
        ];
  return ahead.find(fits);
};
