// List of all template rules, applied in order by `judge`.
import { graphOf } from "../graph.ts";
import type { Notes } from "../notes.ts";
import type { Document } from "../read/document.ts";
import { child } from "../read/object.ts";
import { earlierOf } from "./earlier.ts";
import { edgeNotes } from "./edges.ts";
import { gateNotes } from "./gates.ts";
import { groupNotes } from "./groups.ts";
import { idNotes } from "./ids.ts";
import { oddNotes } from "./odds.ts";
import { programNotes } from "./programs.ts";
import { referenceNotes } from "./references.ts";
import { ringNotes } from "./rings.ts";
import type { Subject } from "./subject.ts";

const rules: readonly ((subject: Subject, notes: Notes) => void)[] = [
  idNotes,
  programNotes,
  edgeNotes,
  ringNotes,
  groupNotes,
  gateNotes,
  referenceNotes,
  oddNotes,
];

/** Without a list of nodes, edges and references can't be checked. */
export const judge = (document: Document, notes: Notes): void => {
  if (child(document.root, "nodes")?.node.is !== "array") return;
  const graph = graphOf(document.template);
  const subject: Subject = { ...document, graph, earlier: earlierOf(graph) };
  for (const rule of rules) rule(subject, notes);
};
