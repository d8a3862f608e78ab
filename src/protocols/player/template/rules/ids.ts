// Template rule: plain ids of at most 32 characters, distinct without case; at most 1,000 nodes.
import { type Notes, quoted, valueSpot } from "../notes.ts";
import { child } from "../read/object.ts";
import { isWork } from "../template.ts";
import { mostNodes } from "./earlier.ts";
import { type Subject, textSpot } from "./subject.ts";

const form = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/u;
const usual = {
  work: /^N-\d{3,}[a-z]?$/u,
  gate: /^CP-\d{2,}$/u,
  template: /^wft-[a-z0-9]+(?:-[a-z0-9]+)*-\d{8}$/u,
};
/** More nodes than this are accepted with a warning: they are hard to follow. */
const many = 20;

const nodeIds = ({ template, nodes }: Subject, notes: Notes): void => {
  const seen = new Map<string, string>();
  template.nodes.forEach((node, index) => {
    const { id } = node;
    const spot = textSpot(nodes[index], "id");
    if (spot === null) return;
    const before = seen.get(id.toLowerCase());
    seen.set(id.toLowerCase(), id);
    if (!form.test(id))
      notes.error(
        spot,
        "ID_MALFORMED",
        `${quoted(id)} can be no id.`,
        "A letter, then letters, digits, _ and -, 32 at most.",
      );
    else if (before !== undefined)
      notes.error(
        spot,
        "ID_DUPLICATE",
        `There is ${before === id ? "another" : `a ${before}, and files' names may not tell it from`} ${id}.`,
      );
    else if (!(isWork(node) ? usual.work : usual.gate).test(id))
      notes.warn(
        spot,
        "ID_ODD",
        `${id} is an unusual id.`,
        isWork(node) ? "N-001, or N-003a in a group." : "CP-01.",
      );
  });
};

export const idNotes = (subject: Subject, notes: Notes): void => {
  const { root, template } = subject;
  nodeIds(subject, notes);
  const id = child(root, "template_id");
  if (id?.node.is === "string" && !usual.template.test(template.id))
    notes.warn(
      valueSpot(id),
      "ID_ODD",
      `${quoted(template.id)} is an unusual id of a template.`,
      "wft-<slug>-<YYYYMMDD>.",
    );
  const list = child(root, "nodes");
  if (list?.node.is !== "array") return;
  const work = template.nodes.filter(isWork).length;
  const gates = template.nodes.length - work;
  const spot = valueSpot(list);
  if (work === 0)
    notes.error(
      spot,
      "NODES_EMPTY",
      "There is no work node.",
      "At least one of type skill, command, agent or cli.",
    );
  if (work > mostNodes || gates > mostNodes)
    notes.error(
      spot,
      "NODES_MANY",
      `There are ${work} work nodes and ${gates} checkpoints, and ${mostNodes} of each are the most.`,
    );
  else if (work > many)
    notes.warn(
      spot,
      "NODES_MANY",
      `There are ${work} work nodes; above ${many} a template is hard to oversee.`,
      "Let a node play another template.",
    );
};
