// The published example of ultrawork's files, adopted and written again: to the byte, with unknown keys.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { type Free, stage } from "../fixtures/stage.ts";

// The example has empty lines and lists of one line each entry, which no program writes.
const example = readFileSync(join(import.meta.dirname, "fixtures", "seed-session.json"), "utf8");
const text = example.replaceAll("\n\n", "\n");
const adopt = async (session: string) => {
  const found = await ultrawork.read({
    folder: "/home/ana/.claude/ultrawork/shop/sessions/abc",
    files: { "session.json": session },
    digests: {},
    unread: [],
    beside: [],
    userHome: "/home/ana",
    options: {},
  });
  assert.ok(found !== null && !isRefusal(found), JSON.stringify(found));
  return stage(ultrawork, found.start);
};
const verify = `    {
      "id": "5",
      "subject": "Verify the whole",
      "status": "open",
      "worker_agent_id": null,
      "success_criteria": [],
      "evidence": [],
      "blocked_by": [
        "1"
      ],
      "started_at": null,
      "completed_at": null
    }
`;
/** As it comes back: no planner runs, verify stands among the tasks. */
const back = (session: string): string =>
  session
    .replace('"updated_at": "2026-01-08T12:30:00Z"', '"updated_at": "2026-01-08T12:00:00Z"')
    .replace('"status": "running"', '"status": "pending"')
    .replace('    }\n  ],\n  "evidence_log"', `    },\n${verify}  ],\n  "evidence_log"`);

test("the example comes back to the byte, but for planner, verify and updated_at", async () => {
  const run = await adopt(text);
  assert.equal(run.files()["session.json"], back(text));
  const { checks, ...task }: Free = run.json("tasks/1.json");
  assert.deepEqual(task, JSON.parse(text).child_tasks[0]);
  assert.equal(checks[0].command, "npx prisma migrate deploy");
  assert.equal(run.json("tasks/verify.json").id, "5");
});

test("unknown keys of each object stay, after the known ones", async () => {
  const more = text
    .replace('"completed_at": null\n  },', '"completed_at": null,\n    "model": "opus"\n  },')
    .replace(
      '"completed_at": "2026-01-08T12:15:00Z"\n',
      '"completed_at": "2026-01-08T12:15:00Z",\n      "owner": "eve"\n',
    )
    .replace(
      '"failure_reason": null\n',
      '"failure_reason": null,\n  "x": {\n    "b": 1,\n    "a": 1.50\n  }\n',
    );
  assert.equal((await adopt(more)).files()["session.json"], back(more));
});

test("a new planner's agent and times are its own", async () => {
  const run = await adopt(text);
  const { agent_id: former } = run.json("session.json").planner;
  run.begin("plan-1");
  const { agent_id: agent, ...planner }: Free = run.json("session.json").planner;
  assert.deepEqual(planner, {
    status: "running",
    started_at: "2026-01-08T12:00:01Z",
    completed_at: null,
  });
  assert.deepEqual([former, /^plan(?:ner)?-[0-9a-f]{6}$/u.test(agent)], ["task-abc123", true]);
});
