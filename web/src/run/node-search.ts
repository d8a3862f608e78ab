// Search among a run's nodes, and the way from one hit to the next.
import type { ShownNode } from "../../../src/http/answers.ts";
import { wordMatcher } from "../words.ts";
import { remarkOf } from "./node-words.ts";

/** Nodes whose id, title or remark holds each of the words; null: nothing is searched. */
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

/** The next that fits after the one where one is, or before it (`by` -1); at the end it begins anew. undefined: none fits. */
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
