// Why: the stories share their plan and the words of their agents, so that each tells only what is its own.
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
        { criteria: "The page is there", type: "file_content", path: "web/login.html", match: "<form" },
        "The form is described",
      ],
    },
    {
      id: "3",
      subject: "Login route",
      blocked_by: ["1", "2"],
      success_criteria: [{ criteria: "Route tests pass", type: "test_result", command: "npm test -- login" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "The whole suite passes", type: "test_result", command: "npm test" }] },
  decisions: [{ topic: "sessions", choice: "cookies", rationale: "no client code needed", asked_user: false }],
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
export const runAll = (stage: Stage, kind: "check" | "recheck" | "baseline", text = "5 tests passed, <form is valid"): void => {
  for (;;) {
    const key = stage.keys().find((one) => one.startsWith(`${kind}-`) && !one.endsWith(")"));
    if (key === undefined) return;
    const each = { exit: 0, text };
    stage.ran(key, each, each, each);
  }
};
