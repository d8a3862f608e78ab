// Writer of ultrawork's tasks, alike for the task's own file and session.json.
import { type Extras, type With, withUnknown } from "../../../core/unknown-keys.ts";
import { type Ordered, printed } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import type { Criterion, FoundEvidence, Proof, State, Task, TaskId } from "../state.ts";
import { childPointer, criterionPointer, foundPointer } from "./extras.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { claimText, ranText, staleText, waiverText } from "./labels.ts";
import { complexity, evidenceType, taskStatus } from "./words.ts";

/** The verify task's file is verify.json, whatever its id. */
export const taskFile = (state: State, id: TaskId): Path =>
  `tasks/${id === state.verifyId ? "verify" : id}.json`;

/** In plan order, fix tasks in order of creation, verify last. */
export const allTasks = (state: State): readonly Task[] =>
  [...state.order, state.verifyId].flatMap((id) => state.tasks[id] ?? []);

export const evidenceEntry = objectOf<FoundEvidence>()(
  "an entry of evidence must be an object; it is left out",
  {
    criteria: ["must", "text", ({ criteria }) => criteria, "criterion"],
    command: ["must", "text", ({ command }) => command],
    output: ["must", "text", ({ output }) => output],
    verified: ["must", "flag", ({ verified }) => verified],
    timestamp: ["must", "time or empty", ({ timestamp }) => timestamp],
  },
  [
    "output",
    "EVIDENCE_PLAIN",
    "evidence that is a plain text is read as an entry without criterion, not verified",
  ],
);

/** Files and screenshots have no command. */
const commandOf = ({ check }: Criterion, ran: string): string =>
  check === null ? ran : (check.command ?? "");

const proofEntry = (criterion: Criterion, proof: Proof): FoundEvidence => {
  const { by, name, passed, captured, exit, why, digest } = proof;
  const path = criterion.check?.path ?? null;
  const ran = { by, name, passed, captured, exit, why, digest, path, text: proof.excerpt };
  const output = ranText(ran);
  return {
    criteria: criterion.text,
    command: commandOf(criterion, proof.command),
    output: proof.stale ? staleText(output) : output,
    verified: passed && (!captured || proof.judged) && !proof.stale,
    timestamp: second(proof.since ?? proof.time),
  };
};

/** `own`: its original unknown keys. */
type Shown = FoundEvidence & { readonly own?: Extras["entries"] };
const criterionEntry = (criterion: Criterion, found: readonly FoundEvidence[]): Shown | null => {
  const { waived, proof, claim, text: criteria } = criterion;
  if (proof !== null && waived === null) return proofEntry(criterion, proof);
  if (waived !== null)
    return {
      criteria,
      command: commandOf(criterion, ""),
      output: waiverText(waived.by, waived.reason),
      verified: false,
      timestamp: second(waived.at),
    };
  if (claim === null || found.some((one) => one.criteria === criteria)) return null;
  return {
    criteria,
    command: claim.command,
    output: claimText(claim.by, claim.text),
    verified: false,
    timestamp: second(claim.time),
    own: claim.extras,
  };
};

const evidence = (task: Task, object: With, at: string): readonly Ordered[] => {
  const proved = new Set(
    task.criteria
      .filter((criterion) => criterion.proof !== null)
      .map((criterion) => criterion.text),
  );
  const found = task.found.filter((one) => !proved.has(one.criteria));
  return [
    ...found.map((one) =>
      evidenceEntry.written(one, object, foundPointer(at, task.found.indexOf(one))),
    ),
    ...task.criteria.flatMap((criterion) => {
      const shown = criterionEntry(criterion, found);
      if (shown === null) return [];
      return [
        evidenceEntry.written(shown, object, criterionPointer(at, criterion.text), shown.own),
      ];
    }),
  ];
};

const check = objectOf<Criterion>()("a check must be an object; it is left out", {
  criteria: ["must", "text", ({ text }) => text],
  type: ["may", { word: evidenceType }, ({ check }) => check?.type],
  command: ["may", "text", ({ check }) => check?.command],
  path: ["may", "text", ({ check }) => check?.path],
  cwd: ["may", "text", ({ check }) => check?.cwd],
  exit: ["may", "whole", ({ check }) => check?.exit],
  match: ["may", "text", ({ check }) => check?.match],
  timeout_s: ["may", "whole", ({ check }) => check?.timeout_s],
});

const checked = ({ criteria }: Task, object: With): readonly Ordered[] =>
  criteria.flatMap((one) => (one.check === null ? [] : [{ entries: check.entries(one, object) }]));

/** `at`: pointer of the task in its file. */
type Place = { readonly state: State; readonly task: Task; readonly at: string };

const notObject = "a task must be an object; it is put aside";
/** Keys of the published format, in its order. */
export const childTask = objectOf<Place>()(notObject, {
  id: ["must", "text", ({ task }) => task.id],
  subject: ["must", "text", ({ task }) => task.subject, "title"],
  status: [
    "must",
    { word: taskStatus },
    ({ task }) => (task.waived === null ? task.status : "failed"),
  ],
  worker_agent_id: ["must", "text or null", ({ task }) => task.worker, "agent_id", "worker"],
  success_criteria: [
    "must",
    "texts or text",
    ({ task }) => task.criteria.map(({ text }) => text),
    "criteria",
  ],
  evidence: ["must", { list: evidenceEntry }, ({ task, at }, object) => evidence(task, object, at)],
  blocked_by: [
    "must",
    "texts",
    ({ state, task }) => (task.id === state.verifyId ? state.order : task.blockedBy),
    "blockedBy",
    "depends_on",
    "dependencies",
  ],
  started_at: ["must", "time or null", ({ task }) => secondOrNull(task.startedAt)],
  completed_at: [
    "must",
    "time or null",
    ({ task }) => secondOrNull(task.completedAt),
    "resolved_at",
  ],
});
export const task = objectOf<Place>()(notObject, {
  ...childTask.keys,
  description: ["may", "text", ({ task: { description } }) => description ?? undefined],
  complexity: ["may", { word: complexity }, ({ task: { complexity: word } }) => word ?? undefined],
  files: ["may", "texts", ({ task: { files } }) => files ?? undefined],
  checks: [
    "may",
    { list: check },
    ({ task: one }, object) =>
      one.criteria.some(({ check: of }) => of !== null) ? checked(one, object) : undefined,
  ],
});

export const childTasks = (state: State, object: With): readonly Ordered[] =>
  allTasks(state).map((one) => {
    const at = childPointer(one.id);
    return childTask.written({ state, task: one, at }, object, at);
  });

export const taskFiles = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    allTasks(state).map((one) => {
      const file = taskFile(state, one.id);
      const object = withUnknown(state.extras, file);
      return [file, printed(task.written({ state, task: one, at: "" }, object, ""))];
    }),
  );
