// Why: whoever follows a run reads one line an event: what matters of it, in words.
import { firstOf, howMany } from "../../core/how-many.ts";
import { because, firstLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { UltraworkEvent, UltraworkEvents } from "./messages.ts";
import { nameless } from "./task.ts";

type Tellers = {
  readonly [K in keyof UltraworkEvents]: (data: UltraworkEvents[K]["data"]) => string;
};

const list = (paths: readonly string[]): string => firstOf(paths, 3);
const short = (digest: string | null): string => (digest === null ? "unknown" : digest.slice(0, 8));

/** Whoever has no name did it "by hand". */
const byWhom = (who: string): string => (who === nameless ? who : `by ${who}`);

const outcome = (data: UltraworkEvents["EvidenceRecorded"]["data"]): string => {
  if (data.by === "person")
    return data.passed ? `confirmed by ${data.name}` : `called unmet by ${data.name}`;
  if (data.captured) return "captured, to be judged";
  const how = data.why ?? (data.exit === null ? "exit unknown" : `exit ${data.exit}`);
  return `${data.passed ? "proved" : "not proved"} (${data.command === "" ? "" : `${data.command}, `}${how})`;
};

/** When an agent that was turned away begins again. */
const again = (trouble: UltraworkEvents["TaskReturned"]["data"]["trouble"]): string =>
  trouble === undefined
    ? ""
    : trouble.notBefore === null
      ? "; a person says when it is tried again"
      : `; tried again at ${trouble.notBefore}`;

const tellers: Tellers = {
  RunStarted: ({ goal }) => firstLine(goal),
  RunAdopted: ({ found, corrections }) =>
    `${firstLine(found.goal)}: ${found.phase}, ${howMany(found.tasks.length, "task")}${corrections.length === 0 ? "" : `, ${corrections.length} read otherwise than they stood there`}`,
  ExplorerStarted: ({ explorer, worker }) => `${explorer} ${byWhom(worker)}`,
  ExplorationRecorded: ({ explorer, summary }) => `${explorer}${because(summary)}`,
  ExplorerFailed: ({ explorer, reason, trouble }) =>
    `${explorer}${because(reason)}${again(trouble)}`,
  PlannerStarted: ({ worker }) => byWhom(worker),
  PlannerFailed: ({ kind, reason, trouble }) =>
    `planner${because(reason) || `: ${kind}`}${again(trouble)}`,
  VerifierStarted: ({ sweep, worker }) => `sweep ${sweep} ${byWhom(worker)}`,
  VerifierFailed: ({ sweep, kind, reason, trouble }) =>
    `verifier, sweep ${sweep}${because(reason) || `: ${kind}`}${again(trouble)}`,
  QuestionAsked: ({ id, about, text }) => `question ${id} about ${about}${because(text)}`,
  QuestionAnswered: ({ question, answer }) => `question ${question}${because(answer)}`,
  TaskAdded: ({ task }) => `task ${task.id}${because(task.subject)}`,
  TaskEdited: ({ task, changes, reason }) =>
    `task ${task}, ${Object.keys(changes).join(", ")}${because(reason)}`,
  TaskRemoved: ({ task }) => `task ${task}`,
  CheckSet: ({ task, criterion, check, by }) =>
    `task ${task} criterion ${criterion} ${byWhom(by)}${because(check.command ?? check.path ?? check.type)}`,
  PhaseEntered: ({ phase }) => phase,
  PlanProposed: ({ rev, tasks, warnings, by }) =>
    `revision ${rev} ${byWhom(by)}, ${howMany(tasks.length, "task")}, ${howMany(warnings.length, "warning")}`,
  PlanReturned: ({ rev, note }) => `revision ${rev}${because(note)}`,
  PlanApproved: ({ rev, by }) => `revision ${rev} by ${by ?? "nobody: auto"}`,
  TaskStarted: ({ task, attempt, worker }) => `task ${task}, attempt ${attempt} ${byWhom(worker)}`,
  BaselineRecorded: ({ task, results, note }) =>
    `task ${task}, ${results.filter(({ passed }) => passed).length} of ${results.length} held before${because(note)}`,
  EvidenceClaimed: ({ task, criterion, by, text }) =>
    `task ${task}${criterion === null ? "" : ` criterion ${criterion}`}, a claim ${by === nameless ? by : `of ${by}`}${because(text)}`,
  EvidenceRecorded: (data) => `task ${data.task} criterion ${data.criterion} ${outcome(data)}`,
  WorkClaimed: ({ task, by, summary }) => `task ${task} ${byWhom(by)}${because(summary)}`,
  ClaimFlagged: ({ task, phrase }) => `task ${task} says "${phrase}"`,
  TaskResolved: ({ task }) => `task ${task}`,
  TaskReturned: ({ task, reason, trouble }) => `task ${task}${because(reason)}${again(trouble)}`,
  TaskFailed: ({ task, reason }) => `task ${task}${because(reason)}`,
  TaskReopened: ({ what, task, reason }) =>
    `${what === "task" ? `task ${task}` : what}${because(reason)}`,
  TroublesLifted: ({ units, reason }) => `${list(units)}${because(reason)}`,
  CriterionWaived: ({ task, criterion, by, reason }) =>
    `task ${task} criterion ${criterion} ${byWhom(by)}${because(reason)}`,
  TaskWaived: ({ task, by, reason }) => `task ${task} ${byWhom(by)}${because(reason)}`,
  SweepOpened: ({ no, reason }) => `sweep ${no}${because(reason)}`,
  SweepVoided: ({ no, by }) => `sweep ${no}, the tree was changed by ${firstLine(by)}`,
  SweepPassed: ({ no, count, tree }) =>
    `sweep ${no}, ${howMany(count, "check")} on tree ${short(tree)}`,
  VerdictRecorded: ({ verdict, by, sweep, issues }) =>
    `${verdict} ${byWhom(by)} on sweep ${sweep}${issues.length === 0 ? "" : `, ${howMany(issues.length, "issue")}${because(issues[0]?.summary ?? null)}`}`,
  ReworkOpened: ({ iteration, tasks }) =>
    `iteration ${iteration}: ${tasks.map(({ id }) => id).join(", ")}`,
  EvidenceStaled: ({ paths }) => list(paths),
  ProofReopened: ({ task, criterion, reason }) =>
    `task ${task} criterion ${criterion}${because(reason)}`,
  RunCompleted: ({ tree }) => `on tree ${short(tree)}`,
  RunFailed: ({ reason }) => firstLine(reason),
  RunCancelled: ({ reason }) => firstLine(reason ?? ""),
  RunReopened: ({ phase, reason }) => `${phase}${because(reason)}`,
  OptionsChanged: ({ options }) =>
    `${options.mode}, ${options.max_iterations} iterations, ${options.max_attempts} attempts a task`,
  GoalEdited: ({ goal }) => firstLine(goal),
  RunPaused: () => "",
  RunResumed: () => "",
  RunArchived: () => "",
  RunUnarchived: () => "",
  DocumentRecorded: ({ path }) => path,
  ExtrasKept: ({ file, entries }) => `${file}: ${entries.map(([key]) => key).join(", ")}`,
  EditRefused: ({ path, code }) => `${path}, ${code}`,
};

const tell = <K extends keyof UltraworkEvents>(type: K, data: UltraworkEvents[K]["data"]): string =>
  tellers[type](data);

/** One line about an event, without its name; empty where the name says it all. */
export const eventLine = (event: Recorded<UltraworkEvent>): string => tell(event.type, event.data);
