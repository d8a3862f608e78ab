// Helper of golden stories: the shared plan of ultrawork and its agents' words.
import { below } from "./kept.ts";
import { person } from "./stage.ts";
import type { Stage } from "./stage.ts";

export const plan = {
  tasks: [
    {
      id: "1",
      subject: "Setup database",
      description: "A table of users, with a migration.",
      complexity: "simple",
      files: ["db/**"],
      success_criteria: [
        { criteria: "Migration runs without error", command: "npx prisma migrate deploy" },
        { criteria: "Schema validates", command: "npx prisma validate", match: "is valid" },
      ],
    },
    {
      id: "2",
      subject: "Login page",
      complexity: "complex",
      success_criteria: [
        {
          criteria: "The page is there",
          type: "file_content",
          path: "web/login.html",
          match: "<form",
        },
        "The form is described",
      ],
    },
    {
      id: "3",
      subject: "Login route",
      blocked_by: ["1", "2"],
      success_criteria: [
        { criteria: "Route tests pass", type: "test_result", command: "npm test -- login" },
      ],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "The whole suite passes", type: "test_result", command: "npm test" },
    ],
  },
  decisions: [
    { topic: "sessions", choice: "cookies", rationale: "no client code needed", asked_user: false },
  ],
};

export const explored = (id: string): unknown => ({
  summary: `${id} looked around`,
  key_files: ["src/app.ts"],
  patterns: [`${id} pattern`],
  constraints: ["Node 24"],
});
export const done = (task: string, evidence: readonly unknown[] = []): unknown => ({
  task,
  status: "done",
  summary: `Task ${task} is done, for now.`,
  files_changed: [`src/${task}.ts`],
  evidence,
});

/** Runs whatever check may start until none of this kind is left. */
export const runAll = (
  stage: Stage,
  kind: "check" | "recheck" | "baseline",
  text = "5 tests passed, <form is valid",
): void => {
  for (;;) {
    const key = stage.keys().find((one) => one.startsWith(`${kind}-`) && !one.endsWith(")"));
    if (key === undefined) return;
    const each = { exit: 0, text };
    stage.ran(key, each, each, each);
  }
};

/** A plan of small tasks, each shown by a command of its own: `[id, blockers]`. */
export const smallPlan = (
  ...tasks: readonly (readonly [id: string, blockers: readonly string[]])[]
): unknown => ({
  tasks: tasks.map(([id, blockers]) => ({
    id,
    subject: `Task ${id}`,
    blocked_by: blockers,
    success_criteria: [{ criteria: `Check ${id} passes`, command: `npm run check-${id}` }],
  })),
});

/** Starts a run without explorers, baseline and planner, with this plan as a person's, approved. */
export const startWith = (
  stage: Stage,
  plan: unknown,
  options: Readonly<Record<string, unknown>> = {},
): void => {
  stage.send(
    {
      type: "Start",
      data: {
        goal: "Add a login",
        session: "abc",
        options: { explorers: 0, baseline: false, planner: "hand", ...options },
      },
    },
    person,
  );
  stage.send({ type: "ProposePlan", data: { plan } }, person);
  if (stage.keys().includes("approve-1")) stage.decide("approve-1", "approve");
};

/** A worker begins its task and reports it done; its checks still have to run. */
export const work = (stage: Stage, task: string, attempt = 1): void => {
  stage.begin(`task-${task}-${attempt}`);
  stage.report(`task-${task}-${attempt}`, done(task));
};

/** What a story came to: its commands, and the files at its end. */
export const outcome = (stage: Stage): Readonly<Record<string, string>> => ({
  "commands.txt": `${stage.told.join("\n")}\n`,
  ...below("end", stage.files()),
});
