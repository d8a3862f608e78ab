// Writer of ultrawork's tasks, alike for the task's own file and session.json.
import { type Extras, type With, withExtras } from "../../../core/kept-extras.ts";
import { type Json, type Ordered, printed } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import type { Criterion, CriterionCheck, Found, Proof, State, Task, TaskId } from "../state.ts";
import { childPointer, criterionPointer, foundPointer } from "./extras.ts";
import { claimText, ranText, staleText, waiverText } from "./labels.ts";

/** The verify task's file is verify.json whatever its id. */
export const taskFile = (state: State, id: TaskId): Path =>
  `tasks/${id === state.verifyId ? "verify" : id}.json`;

/** In plan order, fix tasks as made, verify last. */
export const allTasks = (state: State): readonly Task[] =>
  [...state.order, state.verifyId].flatMap((id) => state.tasks[id] ?? []);

type Entry = readonly (readonly [string, Json])[];
/** `own`: unknown keys that it came with. */
type Shown = { readonly known: Entry; readonly own: Extras["entries"] };

const entry = (
  criteria: string,
  command: string,
  output: string,
  verified: boolean,
  timestamp: string,
): Entry => [
  ["criteria", criteria],
  ["command", command],
  ["output", output],
  ["verified", verified],
  ["timestamp", timestamp],
];

/** A file or a screenshot is shown by no command. */
const commandOf = ({ check }: Criterion, ran: string): string =>
  check === null ? ran : (check.command ?? "");

const proofEntry = (criterion: Criterion, proof: Proof): Entry => {
  const { by, name, passed, captured, exit, why, digest } = proof;
  const output = ranText({
    by,
    name,
    passed,
    captured,
    exit,
    why,
    digest,
    path: criterion.check?.path ?? null,
    text: proof.excerpt,
  });
  const holds = passed && (!captured || proof.judged);
  const shown = proof.stale ? staleText(output) : output;
  return entry(
    criterion.text,
    commandOf(criterion, proof.command),
    shown,
    holds && !proof.stale,
    second(proof.since ?? proof.time),
  );
};

const criterionEntry = (criterion: Criterion, found: readonly Found[]): Shown | null => {
  const { waived, proof, claim } = criterion;
  if (waived !== null) {
    const known = entry(
      criterion.text,
      commandOf(criterion, ""),
      waiverText(waived.by, waived.reason),
      false,
      second(waived.at),
    );
    return { known, own: [] };
  }
  if (proof !== null) return { known: proofEntry(criterion, proof), own: [] };
  const adopted = found.some((one) => one.criteria === criterion.text);
  if (claim === null || adopted) return null;
  const known = entry(
    criterion.text,
    claim.command,
    claimText(claim.by, claim.text),
    false,
    second(claim.time),
  );
  return { known, own: claim.extras };
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
      object(
        foundPointer(at, task.found.indexOf(one)),
        entry(one.criteria, one.command, one.output, one.verified, one.timestamp),
      ),
    ),
    ...task.criteria.flatMap((criterion) => {
      const shown = criterionEntry(criterion, found);
      return shown === null
        ? []
        : [object(criterionPointer(at, criterion.text), shown.known, shown.own)];
    }),
  ];
};

/** The keys that the published format has, in its order. */
const shared = (
  state: State,
  task: Task,
  object: With,
  at: string,
): readonly (readonly [string, Json])[] => [
  ["id", task.id],
  ["subject", task.subject],
  ["status", task.waived === null ? task.status : "failed"],
  ["worker_agent_id", task.worker],
  ["success_criteria", task.criteria.map((criterion) => criterion.text)],
  ["evidence", evidence(task, object, at)],
  ["blocked_by", task.id === state.verifyId ? state.order : task.blockedBy],
  ["started_at", secondOrNull(task.startedAt)],
  ["completed_at", secondOrNull(task.completedAt)],
];

export const childTask = (state: State, task: Task, object: With): Ordered => {
  const at = childPointer(task.id);
  return object(at, shared(state, task, object, at));
};

const checkKeys = [
  "type",
  "command",
  "path",
  "cwd",
  "exit",
  "match",
  "timeout_s",
] as const satisfies readonly (keyof CriterionCheck)[];

const check = (criterion: Criterion): readonly Ordered[] => {
  const given = criterion.check;
  if (given === null) return [];
  const keys = checkKeys.flatMap((key) => {
    const value = given[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return [{ entries: [["criteria", criterion.text], ...keys] }];
};

const optional = (task: Task): readonly (readonly [string, Json])[] => {
  const checks = task.criteria.flatMap(check);
  const all: readonly (readonly [string, Json])[] = [
    ["description", task.description],
    ["complexity", task.complexity],
    ["files", task.files],
    ["checks", checks.length === 0 ? null : checks],
  ];
  return all.filter(([, value]) => value !== null);
};

export const taskFiles = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    allTasks(state).map((task) => {
      const file = taskFile(state, task.id);
      const object = withExtras(state.extras, file);
      return [file, printed(object("", [...shared(state, task, object, ""), ...optional(task)]))];
    }),
  );
