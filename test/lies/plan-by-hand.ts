// Lies by hand edit: an approved plan made smaller.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { edited, looked } from "./edited.ts";
import type { Lie } from "./lie.ts";

export const planByHand: readonly Lie[] = [
  {
    lie: "a task that is held is set to resolved",
    at: "working",
    happens: "refused and put back: its holder alone, or the clock, ends a lease",
    sees: "task-1-1 is leased: its holder alone ends it (at /status, line 4, column 13)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.status = "resolved")),
  },
  {
    lie: "a task that waits for another is set to resolved",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "2 may not begin: waits for 1 (at /status, line 4, column 13)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/2.json", (task) => void (task.status = "resolved")),
  },
  {
    lie: "a criterion is dropped after approval",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "the plan is approved: its units stand (at /success_criteria, line 6, column 23); what would fit: a person may change it: `cairn send RUN SetUnits",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void task.success_criteria.pop()),
  },
  {
    lie: "a criterion is softened after approval",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "the plan is approved: its units stand (at /success_criteria, line 6, column 23)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.success_criteria[0] = "migrates, mostly")),
  },
  {
    lie: "the check of a criterion is replaced by one that can't fail",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "the plan is approved: its units stand (at /checks, line 14, column 13)",
    counts: "nothing",
    kept: true,
    tell: edited(
      "tasks/1.json",
      (task) => void (task.checks = [{ criteria: "migrates", command: "true" }]),
    ),
  },
  {
    lie: "a task is taken out of both places after approval",
    at: "approved",
    happens: "it is there again",
    sees: "the plan is approved: its units stand (at /child_tasks, line 14, column 18); what would fit: a person may change it",
    counts: "nothing",
    tell(scene) {
      scene.edit("session.json", (session) => void session.child_tasks.splice(0, 1));
      rmSync(join(scene.folder, "tasks/1.json"));
      return looked(scene);
    },
  },
  {
    lie: "blocked_by is emptied, to begin early",
    at: "approved",
    happens: "refused and put back; the bytes are kept",
    sees: "the plan is approved: its units stand (at /blocked_by, line 10, column 17)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/2.json", (task) => void (task.blocked_by = [])),
  },
  {
    lie: "a failed task is given another number",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "id follows from what happened: the engine sets it (at /id, line 2, column 9); what would fit: leave it as it stands",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.id = "9")),
  },
  {
    lie: "the failed task is set to open when all its attempts are spent",
    at: "spent",
    options: { max_attempts: 10 },
    happens: "refused and put back; the bytes are kept",
    sees: "task 1 failed, and a person says what becomes of it (at /status, line 4, column 13); what would fit: `cairn decide RUN stuck-1`",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.status = "open")),
  },
  {
    lie: "worker_agent_id is changed, to hide who did the work, who then takes the verifier's job",
    at: "checked",
    happens: "refused and put back; who did the work is remembered",
    sees: "refused tasks/1.json: edit put back, FIELD_DERIVED, told in refused.md",
    counts: "nothing",
    kept: true,
    async tell(scene) {
      const seen = await edited(
        "tasks/1.json",
        (task) => void (task.worker_agent_id = "somebody"),
      )(scene);
      assert.match(
        await scene.say(["job", "claim", scene.run, "judge-verify-1", "--as", "wim"]),
        /AUTHOR_SAME/u,
      );
      return seen;
    },
  },
  {
    lie: "another's task is set to open, to take it over",
    at: "working",
    happens: "refused and put back: its holder alone, or the clock, ends a lease",
    sees: "task-1-1 is leased: its holder alone ends it (at /status, line 4, column 13)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.status = "open")),
  },
  {
    lie: "the goal is made smaller after the plan was approved",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "the goal stands since the plan was approved (at /goal, line 4, column 11); what would fit: a new run",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.goal = "Think about a login")),
  },
  {
    lie: "times are rewritten",
    at: "proved",
    happens: "refused and put back; the bytes are kept",
    sees: "started_at follows from what happened: the engine sets it (at /started_at, line 27, column 17)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.started_at = "2020-01-01T00:00:00Z")),
  },
  {
    lie: "a finished task is set back to open, to be done otherwise",
    at: "proved",
    happens: "refused and put back; the bytes are kept",
    sees: "task 1 is resolved, and stays so (at /status, line 4, column 13)",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.status = "open")),
  },
  {
    lie: "an agent adds an easy task of its own after approval",
    at: "approved",
    happens: "refused; the file is taken away and its bytes kept",
    sees: "the plan is approved: its units stand (line 1, column 1); what would fit: a person may change it",
    counts: "nothing",
    kept: true,
    tell(scene) {
      scene.write(
        "tasks/4.json",
        `${JSON.stringify({ id: "4", subject: "Easy", status: "resolved", success_criteria: ["done"] }, null, 2)}\n`,
      );
      return looked(scene);
    },
  },
];
