// Template rule: an edge joins two different existing nodes, once.
import { listed, didYouMean, type Notes, quoted } from "../notes.ts";
import { spotIn, type Subject, textSpot } from "./subject.ts";

const ends = ({ template, edges, graph }: Subject, notes: Notes): void => {
  const seen = new Set<string>();
  template.edges.forEach((edge, index) => {
    for (const key of ["from", "to"] as const) {
      const spot = textSpot(edges[index], key);
      if (spot !== null && !graph.at.has(edge[key]))
        notes.error(spot, "EDGE_UNKNOWN", `There is no node ${quoted(edge[key])}.`, () =>
          didYouMean(edge[key], graph.ids),
        );
    }
    if (!graph.at.has(edge.from) || !graph.at.has(edge.to)) return;
    const spot = spotIn(edges[index], "to");
    const name = JSON.stringify([edge.from, edge.to]);
    if (edge.from === edge.to)
      notes.error(
        spot,
        "EDGE_SELF",
        `${edge.from} comes before itself.`,
        "An edge joins two nodes.",
      );
    else if (seen.has(name))
      notes.warn(
        spot,
        "EDGE_DUPLICATE",
        `The edge from ${edge.from} to ${edge.to} stands there twice.`,
      );
    seen.add(name);
  });
};

/** Nodes that no edge reaches could run at any time. Several starts are allowed, but often mean a forgotten edge. */
export const edgeNotes = (subject: Subject, notes: Notes): void => {
  ends(subject, notes);
  const { graph, nodes } = subject;
  const named = graph.ids.flatMap((id, index) =>
    id === "" || graph.at.get(id) !== index ? [] : [index],
  );
  const isAlone = (node: number): boolean =>
    (graph.preds[node] ?? []).length + (graph.succs[node] ?? []).length === 0;
  // A single node or group needs no edge.
  if (graph.units.length > 1)
    for (const node of named.filter(isAlone))
      notes.error(
        spotIn(nodes[node], "id"),
        "NODE_ORPHANED",
        `No edge leads to ${graph.ids[node]} or from it.`,
        "Add the edge that is missing, or take the node out.",
      );
  const waits = new Set(graph.unitSuccs.flatMap((nexts) => [...nexts]));
  const starts = graph.units.flatMap((members, unit) => {
    const [first] = members;
    return first === undefined || waits.has(unit) || members.every(isAlone) ? [] : [first];
  });
  const second = starts[1];
  if (second !== undefined)
    notes.warn(
      spotIn(nodes[second], "id"),
      "GRAPH_FORKED",
      `Nothing comes before ${listed(starts.map((node) => graph.ids[node] ?? ""))}: they start one after the other.`,
      "Is an edge missing?",
    );
};
