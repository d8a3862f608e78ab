// Why: a chain tells that events follow on each other, not that the rules made them: what says success or proof must rest on the state before it.
//
// Restated here and not asked of the rules: these may grow stricter, and what was lawful once stays so.
import type { Recorded } from "../../core/row.ts";
import { isManual } from "./checks.ts";
import { involvedWith } from "./decider/names.ts";
import { ownTexts } from "./evolve/draft.ts";
import { allTasks } from "./files/tasks.ts";
import type { UltraworkEvent, UltraworkEvents } from "./messages.ts";
import type { Criterion, State, Task } from "./state.ts";

type Counted = Criterion & { readonly name: string };

/** Criteria that count, with their names: no task's or criterion's that was waived, none of the engine's own. */
const counted = (state: State, tasks: readonly Task[]): readonly Counted[] =>
  tasks
    .filter(({ waived }) => waived === null)
    .flatMap(({ id, criteria }) =>
      criteria
        .map((criterion, index) => ({ ...criterion, name: `${id}.${index + 1}` }))
        .slice(id === state.verifyId ? ownTexts.length : 0)
        .filter(({ waived }) => waived === null),
    );

const isShown = ({ proof }: Criterion): boolean => proof !== null && !proof.stale && (proof.passed || proof.captured);

/** A person's word stands for what no check shows: a manual one, or one that passes on an empty tree. */
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

const proof = (before: State, data: UltraworkEvents["EvidenceRecorded"]["data"]): string | null => {
  if (before.tasks[data.task]?.criteria[data.criterion - 1] === undefined) return `task ${data.task} has no criterion ${data.criterion}`;
  if (data.by === "person" || !(data.passed || data.captured)) return null;
  if (data.exit === null) return "it passed without an exit code";
  return data.digest === null ? "it passed without an output" : null;
};

const verdict = (before: State, { data, by }: Recorded<UltraworkEvents["VerdictRecorded"]>): string | null => {
  if (data.verdict !== "PASS") return null;
  if (before.phase !== "VERIFICATION" || before.sweep.state !== "passed" || before.sweep.verdict !== null)
    return `no sweep waited for a verdict in ${before.phase}`;
  if (by.kind === "engine") return "the engine judges nothing";
  const author = involvedWith(before, { name: by.name, agent: by.agent ?? null, conversation: by.conversation ?? null });
  if (author !== null) return `${author.name} worked on it`;
  const met = new Set(data.judgements.flatMap((one) => (one.judgement === "met" ? [`${one.task}.${one.criterion}`] : [])));
  return unproved(counted(before, allTasks(before)), (one) => isShown(one) && met.has(one.name));
};

const completed = (before: State, { data, by }: Recorded<UltraworkEvents["RunCompleted"]>): string | null => {
  if (by.kind !== "engine") return `only the engine completes a run`;
  const wrong = unproved(counted(before, allTasks(before)), isSealed(before));
  if (wrong !== null) return wrong;
  if (before.phase !== "VERIFICATION" || before.sweep.verdict !== "PASS") return `no PASS stood in ${before.phase}`;
  return data.tree === before.sweep.tree ? null : "it names another tree than the one that was judged";
};

export const broken = (before: State, event: Recorded<UltraworkEvent>): string | null => {
  switch (event.type) {
    case "EvidenceRecorded":
      return proof(before, event.data);
    case "TaskResolved": {
      const task = before.tasks[event.data.task];
      return task === undefined ? `there is no task ${event.data.task}` : unproved(counted(before, [task]), isShown);
    }
    case "VerdictRecorded":
      return verdict(before, event);
    case "RunCompleted":
      return completed(before, event);
    default:
      return null;
  }
};
