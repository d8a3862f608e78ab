// Template rule: no dependency cycles; each is reported as a whole.
import { type Notes, valueSpot } from "../notes.ts";
import type { Subject } from "./subject.ts";

/** Maximum reported cycles; fixing one often fixes others. */
const most = 8;
const shownNodes = 12;

type Out = { readonly to: number; readonly edge: number };

/** Edges of each node, in template order. */
const outsOf = ({ template, graph }: Subject): readonly (readonly Out[])[] => {
  const outs: Out[][] = graph.ids.map(() => []);
  template.edges.forEach(({ from, to }, edge) => {
    const [start, end] = [graph.at.get(from), graph.at.get(to)];
    if (start !== undefined && end !== undefined && start !== end)
      outs[start]?.push({ to: end, edge });
  });
  return outs;
};

/** Every back edge, with the cycle that it closes. */
const rings = (
  outs: readonly (readonly Out[])[],
): readonly { readonly edge: number; readonly path: readonly number[] }[] => {
  const found: { readonly edge: number; readonly path: readonly number[] }[] = [];
  const state = outs.map((): "new" | "open" | "done" => "new");
  for (let start = 0; start < outs.length && found.length < most; start += 1) {
    if (state[start] !== "new") continue;
    const path: { readonly node: number; next: number }[] = [{ node: start, next: 0 }];
    state[start] = "open";
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const out = outs[top.node]?.[top.next];
      top.next += 1;
      if (out === undefined) {
        state[top.node] = "done";
        path.pop();
      } else if (state[out.to] === "open" && found.length < most)
        found.push({
          edge: out.edge,
          path: path.slice(path.findIndex(({ node }) => node === out.to)).map(({ node }) => node),
        });
      else if (state[out.to] === "new") {
        state[out.to] = "open";
        path.push({ node: out.to, next: 0 });
      }
    }
  }
  return found;
};

export const ringNotes = (subject: Subject, notes: Notes): void => {
  for (const { edge, path } of rings(outsOf(subject))) {
    const value = subject.edges[edge];
    const names = path.map((node) => subject.graph.ids[node] ?? "");
    const shown = names.length > shownNodes ? [...names.slice(0, shownNodes), "…"] : names;
    if (value !== undefined)
      notes.error(
        valueSpot(value),
        "GRAPH_CYCLIC",
        `A ring: ${[...shown, names[0] ?? ""].join(" → ")}.`,
        "Take out one of its edges.",
      );
  }
};
