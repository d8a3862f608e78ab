// Template rule: the list of checkpoints and the checkpoint nodes agree.
import { didYouMean, type Notes, quoted } from "../notes.ts";
import { isWork } from "../template.ts";
import { spotIn, type Subject } from "./subject.ts";

export const gateNotes = ({ template, nodes, checkpoints }: Subject, notes: Notes): void => {
  if (checkpoints === null) return;
  const gates = template.nodes.flatMap((node) => (isWork(node) || node.id === "" ? [] : [node.id]));
  const known = new Set(gates);
  for (const { text, pointer, node } of checkpoints)
    if (!known.has(text))
      notes.error(
        { pointer, at: node.at },
        "CHECKPOINT_MISSING",
        `There is no checkpoint node ${quoted(text)}.`,
        () => didYouMean(text, gates) ?? "Add it to the nodes, or take it out here.",
      );
  const listed = new Set(checkpoints.map(({ text }) => text));
  template.nodes.forEach((node, index) => {
    if (!isWork(node) && node.id !== "" && !listed.has(node.id))
      notes.warn(
        spotIn(nodes[index], "id"),
        "CHECKPOINT_UNLISTED",
        `The checkpoint ${node.id} is not in "checkpoints"; it is played all the same.`,
      );
  });
};
