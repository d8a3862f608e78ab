// Steps that a person may take with the work that a run has landed, and the report of each.
import type { Delivered, DeliveryAhead, Dropped, RunAnswer } from "../../../../src/http/answers.ts";

/** `means`: its effect. `into`: the branch offered for a merge; null: none checked out. `merge`: the commit to revert. */
export type Step = {
  readonly label: string;
  readonly look: "first" | "danger" | "";
  readonly means: string;
} & (
  | { readonly is: "merge"; readonly into: string | null }
  | { readonly is: "undo"; readonly merge: string }
  | { readonly is: "drop" }
);

const placeOf = (branch: string | null): string => branch ?? "the checkout";

export const stepsOf = (
  work: NonNullable<RunAnswer["work"]>,
  { into, doubt }: Pick<DeliveryAhead, "into" | "doubt">,
  over: boolean,
  bent: boolean,
): readonly Step[] => {
  if (work.dropped) return [];
  const { merged, branch } = work;
  const where = placeOf(into);
  const merge: Step = {
    is: "merge",
    label: over
      ? `Merge into ${where}${doubt === null ? "" : " …"}`
      : "Merge what has landed so far …",
    look: over && doubt === null && !bent ? "first" : "",
    into,
    means: `The work on ${branch} is merged into ${where}. You can undo it here.`,
  };
  const undo = ({ to }: { readonly to: string }): Step => ({
    is: "undo",
    label: "Undo the merge",
    look: "",
    merge: to,
    means: `${where} is put back to what it was before the merge.`,
  });
  const drop: Step = {
    is: "drop",
    label: "Remove the branch …",
    look: "danger",
    means: `${branch} and the run's working folders are deleted. Its record stays.`,
  };
  return [
    ...(merged?.whole === true ? [] : [merge]),
    ...(merged === null ? [] : [undo(merged)]),
    ...(over ? [drop] : []),
  ];
};

const MAX_NAMES = 3;
type Report = { readonly text: string; readonly lines: readonly string[] };

export const mergedReport = ({
  is,
  branch,
  uncommitted,
}: Pick<Delivered, "is" | "branch" | "uncommitted">): Report => {
  if (is === "already")
    return { text: `${placeOf(branch)} has all of it already: nothing was merged`, lines: [] };
  const left = uncommitted.length - MAX_NAMES;
  const names = `${uncommitted.slice(0, MAX_NAMES).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
  return {
    text: `Merged into ${placeOf(branch)}`,
    lines:
      uncommitted.length === 0
        ? []
        : [
            `This committed your uncommitted changes of ${names}; undo makes them uncommitted again`,
          ],
  };
};

export const reportOf = (step: Step, answer: Delivered | Dropped, branch: string): Report => {
  if ("uncommitted" in answer && step.is === "merge") return mergedReport(answer);
  return step.is === "undo"
    ? { text: "The merge was undone", lines: [] }
    : { text: `${branch} was removed`, lines: [] };
};
