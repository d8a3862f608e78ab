// What a person may do now with the work that a run has landed.
import type { DeliveryAhead, Shown } from "../../../../src/http/answers.ts";

/** `done`: what is told once it was. */
export type Step = {
  readonly is: "merge" | "undo" | "drop";
  readonly label: string;
  readonly look: "first" | "danger" | "";
  readonly done: string;
};

export const stepsOf = (work: NonNullable<Shown["work"]>, { into }: Pick<DeliveryAhead, "into">, over: boolean): readonly Step[] => {
  if (work.dropped) return [];
  const { merged, branch } = work;
  const where = into ?? "the checkout";
  const merge: Step = { is: "merge", label: `Merge into ${where}`, look: "first", done: `Merged into ${where}` };
  const undo: Step = { is: "undo", label: "Undo the merge", look: "", done: `The merge was undone` };
  const drop: Step = { is: "drop", label: "Remove the branch", look: "danger", done: `${branch} was removed` };
  return [...(merged?.whole === true ? [] : [merge]), ...(merged === null ? [] : [undo]), ...(over ? [drop] : [])];
};
