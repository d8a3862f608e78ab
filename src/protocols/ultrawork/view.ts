// View of an ultrawork run as plain data for status, graph and page.
import type { Job } from "../../core/job.ts";
import { flippedWords } from "../../core/hollow.ts";
import { howMany } from "../../core/how-many.ts";
import { firstLine } from "../../core/quote.ts";
import { refusedLine } from "../../core/refused-edit.ts";
import { runStatus } from "../../core/run-status.ts";
import type { View, ViewNode } from "../../core/view.ts";
import { counted, countOf, countWhere, statusOf } from "./criteria.ts";
import { allTasks } from "./files/tasks.ts";
import { jobs } from "./jobs.ts";
import { aboutOf } from "./jobs/about.ts";
import { plannerGaveUp, verifierGaveUp } from "./jobs/due.ts";
import { isOver } from "./over.ts";
import { warningsNow } from "./plan/warnings.ts";
import { planned } from "./ready.ts";
import type { Bypass, Explorer, State, Task, TaskId } from "./state.ts";
import { explorerUnit, planUnit, taskUnit, troubleOf, unitOf, verifyUnit } from "./trouble.ts";
import { waves } from "./waves.ts";

const short = (text: string): string => firstLine(text, 120);

/** By unit, why its agent can't start yet, as its job says; null if it can. */
type Whys = ReadonlyMap<string, string | null>;
const whysOf = (due: readonly Job[]): Whys =>
  new Map(
    due.flatMap((job) => {
      const unit = unitOf(aboutOf(job));
      return unit === null ? [] : [[unit, job.begun ? null : job.why] as const];
    }),
  );

/** The verification stopped and waits for a person's decision. */
const isLeft = (state: State, task: Task): boolean =>
  task.id === state.verifyId &&
  (verifierGaveUp(state) ||
    (!state.sweep.running && troubleOf(state, verifyUnit)?.notBefore === null));

const taskStatus = (state: State, task: Task, whys: Whys): ViewNode["status"] => {
  if (task.status === "resolved") return "done";
  if (task.status === "failed") return "failed";
  if (isLeft(state, task)) return "waiting";
  if (task.status === "in_progress") return "running";
  if (state.phase !== "EXECUTION") return "open";
  if (task.id === state.verifyId) return "waiting";
  return whys.get(taskUnit(task.id)) === null ? "ready" : "waiting";
};

const waitsFor = (state: State, task: Task, whys: Whys): string | null => {
  if (isLeft(state, task)) return "waits for an answer";
  if (task.status !== "open" || state.phase !== "EXECUTION") return null;
  if (task.id !== state.verifyId) return whys.get(taskUnit(task.id)) ?? null;
  const left = planned(state).filter(
    (other) => other.status !== "resolved" && other.waived === null,
  );
  return left.length === 0 ? null : `waits for ${left.map((other) => other.id).join(", ")}`;
};

const taskNote = (state: State, task: Task, due: readonly Job[]): string | null => {
  if (task.waived !== null) return `waived by ${task.waived.by}`;
  const last =
    task.lastFailure === null
      ? null
      : `attempt ${task.lastFailure.attempt}: ${short(task.lastFailure.reason)}`;
  if (task.status !== "in_progress") return task.status === "resolved" ? null : last;
  if (task.id === state.verifyId)
    return `sweep ${state.sweep.no}${task.worker === null ? "" : `, ${task.worker}`}`;
  const now = [
    `attempt ${task.attempts} of ${task.allowance}`,
    ...(task.worker === null ? [] : [task.worker]),
  ];
  const asks = due.find((job) => job.subject === task.id && aboutOf(job).is === "confirm");
  const claimed = task.claimed === null || asks !== undefined ? [] : ["claimed, its checks decide"];
  const waits = asks === undefined ? "" : `waits for you: ${asks.key}, `;
  return `${waits}${[...now, ...claimed].join(", ")}${last === null ? "" : ` (${last})`}`;
};

/** What its check found; the criterion's text is in the list of proofs. */
const foundOf = (reason: string): string => {
  const [line = ""] = reason.split("\n", 1);
  const [, check, found] = /^criterion \d+ ".*" \((.*)\): (.*)$/u.exec(line) ?? [];
  return short(check === undefined || found === undefined ? line : `${check}: ${found}`);
};

/** For unfinished tasks: an active attempt isn't returned yet. */
const triesOf = (task: Task): Pick<ViewNode, "returned" | "last" | "cause"> => {
  const { status, attempts, allowance, lastFailure } = task;
  // Released or stopped by a person, so it isn't a failure.
  const stopped = lastFailure?.kind === "released" ? 1 : 0;
  const times = (status === "in_progress" ? attempts - 1 : attempts) - stopped;
  if (status === "resolved" || lastFailure === null || times < 1) return {};
  return {
    returned: times,
    cause: foundOf(lastFailure.reason),
    ...(status !== "failed" && times === allowance - 1 ? { last: true } : {}),
  };
};

type Around = {
  readonly due: readonly Job[];
  readonly whys: Whys;
  readonly groups: ReadonlyMap<TaskId, string>;
};
const taskNode = (state: State, task: Task, { due, whys, groups }: Around): ViewNode => {
  const criteria = counted(state, task);
  return {
    id: task.id,
    label: task.subject,
    kind: "task",
    ...(task.id === state.verifyId ? { beside: true } : {}),
    ...(groups.has(task.id) ? { group: groups.get(task.id) ?? "" } : {}),
    status: taskStatus(state, task, whys),
    after: task.blockedBy,
    why: waitsFor(state, task, whys),
    done: criteria.filter((criterion) => statusOf(criterion) === "proved").length,
    of: criteria.length,
    note: taskNote(state, task, due),
    ...triesOf(task),
  };
};

const explorerStates = {
  expected: "ready",
  recorded: "done",
  extra: "done",
  failed: "failed",
} as const;

const explorerNode = (explorer: Explorer, why: string | null): ViewNode => ({
  id: explorer.id,
  label: `Explore: ${explorer.hint}`,
  kind: "explorer",
  beside: true,
  status: explorer.running ? "running" : why === null ? explorerStates[explorer.status] : "waiting",
  after: [],
  why,
  done: 0,
  of: 0,
  note:
    explorer.lastFailure === null
      ? null
      : `${explorer.failed === 0 ? "it began for nothing" : `${explorer.failed} failed`}: ${short(explorer.lastFailure)}`,
});

const planNode = (state: State, held: string | null): ViewNode => {
  const { planner, plan } = state;
  const proposed = plan.state !== "draft";
  return {
    id: "plan",
    label: "Plan",
    kind: "plan",
    beside: true,
    status:
      planner.status === "running"
        ? "running"
        : proposed || held !== null
          ? "waiting"
          : plannerGaveUp(state)
            ? "failed"
            : "open",
    after: Object.keys(state.explorers),
    why:
      plan.state === "proposed"
        ? "waits for approval"
        : plan.state === "approved"
          ? "waits for the word to begin"
          : held,
    done: 0,
    of: 0,
    note: planner.lastFailure === null || proposed ? null : short(planner.lastFailure),
  };
};

const wave = (state: State): readonly string[] => {
  if (state.phase !== "EXECUTION") return [];
  const all = waves(planned(state));
  const now = all.findIndex((ids) =>
    ids.some((id) => state.tasks[id]?.status !== "resolved" && state.tasks[id]?.waived === null),
  );
  return now < 0 ? [] : [`wave ${now + 1} of ${all.length}`];
};

const bypassText = (bypass: Bypass): string => {
  const what =
    bypass.criterion === null
      ? `task ${bypass.task}`
      : `criterion ${bypass.task}.${bypass.criterion}`;
  return `${what} ${bypass.what === "criterion changed" ? "changed" : "waived"} by ${bypass.by}: ${bypass.reason}`;
};

const remarks = (state: State, tasks: readonly Task[]): readonly string[] => {
  const unproved = tasks
    .flatMap((task) => task.criteria)
    .filter((criterion) => criterion.claim !== null && statusOf(criterion) !== "proved").length;
  const counts: readonly (readonly [number, string])[] = [
    [countOf(state, tasks, "captured"), "to be judged"],
    [countOf(state, tasks, "bare"), "without a check"],
    [countOf(state, tasks, "stale"), "proved on older work"],
    [countWhere(state, tasks, ({ proof }) => proof?.flipped === true), flippedWords],
  ];
  const hollow = countWhere(state, tasks, ({ proof }) => proof?.hollow === true);
  return [
    ...(hollow === 0
      ? []
      : [`${howMany(hollow, "check")} ${hollow === 1 ? "shows" : "show"} nothing`]),
    ...counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
    ...(state.flags.length > 0
      ? [`${howMany(state.flags.length, "report")} with "should work" or the like`]
      : []),
    ...(unproved > 0 ? [`${howMany(unproved, "claim")} of workers not proved`] : []),
  ];
};

/** Findings of the baseline, while the plan can still be changed. */
const trivial = (tasks: readonly Task[]): readonly string[] =>
  tasks.flatMap((task) =>
    task.status === "resolved" || task.waived !== null
      ? []
      : task.criteria.flatMap((criterion, index) => {
          const { waived, proof } = criterion;
          const result = task.baseline?.results.find((one) => one.criterion === index + 1);
          if (result?.passed !== true || waived !== null || proof !== null) return [];
          const why =
            result.why === null
              ? "held before the work began: it shows nothing of the work"
              : result.why;
          return [`the check of criterion ${index + 1} of task ${task.id} ${why}`];
        }),
  );

const mostAdopted = 5;
/** Adopting an older folder format causes many remarks: shows only the first ones. */
const adoption = ({ adopted, run }: State): readonly string[] => {
  const all = adopted ?? [];
  if (all.length <= mostAdopted) return all;
  return [
    ...all.slice(0, mostAdopted - 1),
    `and ${all.length - mostAdopted + 1} more that were read otherwise when it was adopted: \`cairn show ${run} adopted\``,
  ];
};

export const view = (state: State): View => {
  const tasks = allTasks(state);
  const due = jobs(state);
  const whys = whysOf(due);
  const groups = new Map(
    waves(planned(state)).flatMap((ids, index) =>
      ids.map((id) => [id, `wave ${index + 1}`] as const),
    ),
  );
  const planning =
    state.phase === "PLANNING"
      ? [
          ...Object.values(state.explorers).map((one) =>
            explorerNode(one, whys.get(explorerUnit(one.id)) ?? null),
          ),
          planNode(state, whys.get(planUnit) ?? null),
        ]
      : [];
  const failed = Object.values(state.explorers).filter((explorer) => explorer.status === "failed");
  return {
    title: short(state.goal),
    phase: state.phase,
    status: runStatus({ over: isOver(state), paused: state.paused }, () =>
      due.filter(({ why, begun }) => why === null || begun),
    ),
    facts: [
      state.options.mode,
      `iteration ${state.iteration} of ${state.options.max_iterations}`,
      ...wave(state),
    ],
    nodes: [...planning, ...tasks.map((task) => taskNode(state, task, { due, whys, groups }))],
    evidence: {
      have: countOf(state, tasks, "proved"),
      of: tasks.reduce((count, task) => count + counted(state, task).length, 0),
    },
    claims: remarks(state, tasks),
    bypasses: state.bypasses.map(bypassText),
    warnings: [
      ...failed.map((explorer) => `explorer ${explorer.id} failed`),
      ...warningsNow(state),
      ...trivial(tasks),
      ...adoption(state),
    ],
    refused: refusedLine(state.refused),
  };
};
