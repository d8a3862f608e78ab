// Toy protocol of one page for runner tests, with every state observable.
import type { Job } from "../../src/core/job.ts";
import type { Message } from "../../src/core/message.ts";
import type { Command, Event, Protocol, Sender } from "../../src/core/protocol.ts";
import { refuse } from "../../src/core/refusal.ts";
import { plain } from "../fixtures/plain.ts";

/** open → begun → reported (its check is due) → done, or failed once its attempts are spent. */
export type Task = {
  readonly status: "open" | "begun" | "reported" | "done" | "failed";
  readonly attempt: number;
};
export type Toy = {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly life: "live" | "paused" | "over";
  readonly asked: string | null;
  readonly log: readonly string[];
};

export const attempts = 3;
const limits = { ms: 5_000, bytes: 100_000, tries: 3 };
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const field = (data: unknown, name: string): string => {
  const value = isRecord(data) ? data[name] : undefined;
  return typeof value === "string" ? value : "";
};
const list = (data: unknown, name: string): readonly string[] => {
  const value = isRecord(data) ? data[name] : undefined;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

const who: Readonly<Record<string, readonly Sender["kind"][]>> = {
  Start: ["person"],
  Begin: ["engine"],
  Done: ["agent"],
  Fail: ["agent", "engine"],
  Check: ["engine"],
  Drop: ["person"],
  Ask: ["person"],
  Answer: ["person"],
  Pause: ["person"],
  Resume: ["person"],
  Cancel: ["person"],
};
const messages: readonly Message[] = Object.entries(who).map(([type, kinds]) => ({
  type,
  means: type,
  who: kinds,
  read: (value: unknown) => ({ value }),
}));

const decide = (
  state: Toy | null,
  { type, data }: Command,
): readonly Event[] | ReturnType<typeof refuse> => {
  if (state === null)
    return type === "Start" ? [{ type: "Started", data }] : refuse("RUN_UNKNOWN", "not started");
  const id = field(data, "task");
  const task = state.tasks[id];
  const over = (events: readonly Event[]): readonly Event[] => {
    const ends = events.flatMap((event) =>
      event.type === "TaskDone" || event.type === "TaskFailed" ? [field(event.data, "task")] : [],
    );
    const left = Object.entries(state.tasks).filter(
      ([name, one]) => !ends.includes(name) && one.status !== "done" && one.status !== "failed",
    );
    return ends.length > 0 && left.length === 0 ? [...events, { type: "Ended", data: {} }] : events;
  };
  const one = (event: string): readonly Event[] => over([{ type: event, data: { task: id } }]);
  switch (type) {
    case "Begin":
      if (id === "mirage") return over(one("TaskDropped"));
      if (id === "shy") return refuse("JOB_UNREADY", "it never may");
      return task?.status === "open"
        ? one("TaskBegun")
        : refuse("JOB_UNREADY", `${id} is ${task?.status}`);
    case "Done":
      if (field(data, "report") === "bad") return refuse("REPORT_BAD", "the report doesn't fit");
      return task?.status === "begun"
        ? one("TaskReported")
        : refuse("TASK_UNSTARTED", `${id} is ${task?.status}`);
    case "Fail":
      if (task?.status !== "begun") return refuse("JOB_UNKNOWN", `${id} is ${task?.status}`);
      return one(task.attempt >= attempts ? "TaskFailed" : "TaskReturned");
    case "Check":
      if (task?.status !== "reported") return refuse("CHECK_OUTDATED", `${id} is ${task?.status}`);
      return one(field(data, "passed") === "yes" ? "TaskDone" : "TaskReturned");
    case "Drop":
      return one("TaskDropped");
    case "Ask":
      return [{ type: "Asked", data }];
    case "Answer":
      return [{ type: "Answered", data: {} }];
    case "Pause":
      return [{ type: "Paused", data: {} }];
    case "Resume":
      return [{ type: "Resumed", data: {} }];
    default:
      return [{ type: "Ended", data: {} }];
  }
};

const statuses: Readonly<Record<string, Task["status"]>> = {
  TaskBegun: "begun",
  TaskReported: "reported",
  TaskDone: "done",
  TaskReturned: "open",
  TaskFailed: "failed",
};

const evolve = (state: Toy | null, event: Event): Toy => {
  if (state === null) {
    return {
      tasks: Object.fromEntries(
        list(event.data, "tasks").map((id) => [id, { status: "open", attempt: 0 }]),
      ),
      life: "live",
      asked: null,
      log: [],
    };
  }
  const log = [...state.log, `${event.type} ${field(event.data, "task")}`.trim()];
  const id = field(event.data, "task");
  const task = state.tasks[id];
  const status = statuses[event.type];
  if (task !== undefined && status !== undefined) {
    return {
      ...state,
      log,
      tasks: {
        ...state.tasks,
        [id]: { status, attempt: task.attempt + (status === "begun" ? 1 : 0) },
      },
    };
  }
  if (event.type === "TaskDropped")
    return {
      ...state,
      log,
      tasks: Object.fromEntries(Object.entries(state.tasks).filter(([name]) => name !== id)),
    };
  if (event.type === "Asked") return { ...state, log, asked: field(event.data, "question") };
  if (event.type === "Answered") return { ...state, log, asked: null };
  return {
    ...state,
    log,
    life: event.type === "Paused" ? "paused" : event.type === "Resumed" ? "live" : "over",
  };
};

const jobsOf = (state: Toy): readonly Job[] => {
  if (state.life === "over") return [];
  const why = state.life === "paused" ? "paused" : null;
  const base = { why, writes: "anything", reads: [], limits, doubt: "retry" } as const;
  const work = Object.entries(state.tasks).flatMap(([id, task]): Job[] => {
    if (task.status === "open" || task.status === "begun") {
      const attempt = task.status === "open" ? task.attempt + 1 : task.attempt;
      return [
        {
          ...base,
          key: `task-${id}-${attempt}`,
          about: id,
          subject: id,
          kind: "agent",
          role: "worker",
          begun: task.status === "begun",
          ...(id === "judge" ? {} : { thread: id }),
        },
      ];
    }
    if (task.status !== "reported") return [];
    const checks = [{ argv: ["true"], cwd: ".", env: {}, ms: 1_000 }];
    return [
      {
        ...base,
        key: `check-${id}-${task.attempt}`,
        about: id,
        subject: id,
        kind: "check",
        role: "engine",
        begun: false,
        checks,
      },
    ];
  });
  if (state.asked === null) return work;
  const decision = {
    question: state.asked,
    options: [{ id: "yes", label: "Agree", means: "", note: "none" }],
  } as const;
  return [
    ...work,
    {
      ...base,
      key: "question-1",
      about: null,
      subject: "plan",
      kind: "decision",
      role: "person",
      begun: false,
      decision,
    },
  ];
};

export const toy: Protocol<Toy> = {
  ...plain,
  name: "toy",
  messages,
  complete: (command) => command,
  decide,
  evolve,
  place: () => ".toy",
  life: (state) => state.life,
  phase: (state) => state.life,
  ended(state) {
    if (state.life !== "over") return null;
    const good = Object.values(state.tasks).every((task) => task.status === "done");
    return { good, summary: good ? "all done" : "not all done", output: null, artifacts: [] };
  },
  roles: () => [{ name: "worker" }],
  jobs: jobsOf,
  brief: (_state, job) => `do ${job.subject} as ${job.key}`,
  report(job, outcome, refused) {
    const data = { task: job.subject };
    switch (outcome.is) {
      case "granted":
        return job.kind === "agent" ? [{ type: "Begin", data }] : [];
      case "unstarted":
        return job.kind === "agent" ? [{ type: "Fail", data: { ...data, why: outcome.why } }] : [];
      case "checked":
        return [
          {
            type: "Check",
            data: {
              ...data,
              passed: outcome.proofs.every((proof) => proof.exit === 0) ? "yes" : "no",
            },
          },
        ];
      case "ended": {
        if (job.kind !== "agent") return [];
        const good = refused === undefined && outcome.found === "one" && outcome.exit === 0;
        return [
          good
            ? { type: "Done", data: { ...data, report: field(outcome.report, "is") } }
            : { type: "Fail", data: { ...data, why: outcome.reason } },
        ];
      }
      default:
        return [];
    }
  },
};
