// Preconditions of events that claim success or proof, for `cairn verify`.
//
// Restated instead of calling the rules, which may become stricter: events that were valid once must stay valid.
import type { Recorded } from "../../core/row.ts";
import { isManual, checkText } from "./checks.ts";
import { involvedWith, verifierKey } from "./decider/names.ts";
import { ownTexts } from "./evolve/draft.ts";
import { allTasks } from "./files/tasks.ts";
import type { DataOf, Of } from "../../kit/schema.ts";
import type { evidenceFields, judgement } from "./shapes.ts";
import type { Criterion, State, Task } from "./state.ts";

type Counted = Criterion & { readonly name: string };

/** Criteria that count, with names: without waived tasks and criteria, and without the engine's own. */
const counted = (state: State, tasks: readonly Task[]): readonly Counted[] =>
  tasks
    .filter(({ waived }) => waived === null)
    .flatMap(({ id, criteria }) =>
      criteria
        .map((criterion, index) => ({ ...criterion, name: `${id}.${index + 1}` }))
        .slice(id === state.verifyId ? ownTexts.length : 0)
        .filter(({ waived }) => waived === null),
    );

const isShown = ({ proof }: Criterion): boolean =>
  proof !== null && !proof.stale && (proof.passed || proof.captured);

/** A person's word replaces proof that no check can give: for manual criteria and hollow checks. */
const isSealed =
  ({ sweep: { no, tree } }: State) =>
  ({ check, proof }: Criterion): boolean =>
    proof?.passed === true &&
    proof.judged &&
    !proof.stale &&
    (check === null ||
      isManual(check) ||
      (proof.by === "person" && proof.hollow === true) ||
      ("sweep" in proof.at && proof.at.sweep === no && proof.tree === tree));

const unproved = (all: readonly Counted[], holds: (one: Counted) => boolean): string | null => {
  const names = all.flatMap((one) => (holds(one) ? [] : [one.name]));
  return names.length === 0 ? null : `without a proof that stands: ${names.join(", ")}`;
};

/** A person may confirm only what no check can prove, or what the engine found to have a hollow check. */
const word = (before: Criterion): string | null =>
  before.check === null || isManual(before.check) || before.proof?.hollow === true
    ? null
    : "its check is the engine's to run";

/** For EvidenceRecorded. */
export const proofBroken = (
  before: State,
  data: DataOf<typeof evidenceFields>,
  { by }: Recorded,
): string | null => {
  const criterion = before.tasks[data.task]?.criteria[data.criterion - 1];
  if (criterion === undefined) return `task ${data.task} has no criterion ${data.criterion}`;
  if (by.kind !== data.by) return `it is no proof of ${by.kind}`;
  if (!(data.passed || data.captured)) return null;
  if (data.by === "person") return word(criterion);
  const { check } = criterion;
  if (check === null || data.type !== check.type || data.command !== checkText(check))
    return "it isn't the criterion's check";
  if (data.exit === null) return "it passed without an exit code";
  const wanted = ["file_content", "screenshot"].includes(check.type) ? 0 : (check.exit ?? 0);
  if (data.exit !== wanted) return `it passed by exit ${data.exit}, not ${wanted}`;
  return data.digest === null ? "it passed without an output" : null;
};

/** For VerdictRecorded. */
export const verdictBroken = (
  before: State,
  data: {
    readonly verdict: string;
    readonly sweep: number;
    readonly judgements: readonly Of<typeof judgement>[];
  },
  { by }: Recorded,
): string | null => {
  if (data.verdict !== "PASS") return null;
  if (
    before.phase !== "VERIFICATION" ||
    before.sweep.state !== "passed" ||
    before.sweep.verdict !== null
  )
    return `no sweep waited for a verdict in ${before.phase}`;
  if (data.sweep !== before.sweep.no)
    return `it is of sweep ${data.sweep}, and sweep ${before.sweep.no} waited`;
  if (
    by.kind === "person"
      ? before.options.verifier !== "person"
      : by.kind !== "agent" || !before.sweep.running || by.job !== verifierKey(before)
  )
    return `no verdict of ${by.kind} was awaited`;
  // Older rules allowed planners to judge, too.
  const author = involvedWith(
    { ...before, involved: before.involved.filter(({ planned }) => planned !== true) },
    { name: by.name, agent: by.agent ?? null, conversation: by.conversation ?? null },
  );
  if (author !== null) return `${author.name} worked on it`;
  const met = new Set(
    data.judgements.flatMap((one) =>
      one.judgement === "met" ? [`${one.task}.${one.criterion}`] : [],
    ),
  );
  return unproved(counted(before, allTasks(before)), (one) => isShown(one) && met.has(one.name));
};

/** For RunCompleted. */
export const completionBroken = (
  before: State,
  data: { readonly tree: string },
  { by }: Recorded,
): string | null => {
  if (by.kind !== "engine") return `only the engine completes a run`;
  const wrong = unproved(counted(before, allTasks(before)), isSealed(before));
  if (wrong !== null) return wrong;
  if (before.phase !== "VERIFICATION" || before.sweep.verdict !== "PASS")
    return `no PASS stood in ${before.phase}`;
  return data.tree === before.sweep.tree
    ? null
    : "it names another tree than the one that was judged";
};

/** For PlanApproved. */
export const approvalBroken = (
  before: State,
  data: { readonly rev: number; readonly by: string | null },
  { by }: Recorded,
): string | null => {
  if (before.plan.state !== "proposed" || before.plan.rev !== data.rev)
    return `no revision ${data.rev} of the plan waited`;
  return (data.by === null ? before.options.mode === "auto" : by.kind === "person")
    ? null
    : `${by.kind} approves no plan`;
};

/** For CheckSet. */
export const checkSetBroken = (
  before: State,
  data: { readonly chosenBy: string | null },
  { by }: Recorded,
): string | null => {
  if (data.chosenBy === "plan" && before.phase !== "PLANNING")
    return `no check is planned in ${before.phase}`;
  return data.chosenBy === "person" && by.kind !== "person"
    ? `${by.kind} chooses it for nobody`
    : null;
};

/** For TaskResolved. */
export const resolutionBroken = (before: State, id: string): string | null => {
  const task = before.tasks[id];
  return task === undefined ? `there is no task ${id}` : unproved(counted(before, [task]), isShown);
};
