// Tests of ultrawork's files: what each key shows in each state of a run, and the log's entries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { by, type Free } from "../../../../test/fixtures/stage.ts";
import {
  begin,
  did,
  named,
  phases,
  planOf,
  type Run,
  shows,
  taskOf,
} from "../../../../test/fixtures/ultrawork.ts";
import type { Work } from "../../../work/work.ts";
import { write } from "../documents.ts";
import { place } from "../folder.ts";
import { ownOf, withOwn } from "../own.ts";

const run = (name: string): Promise<Run> => (phases[name] ?? assert.fail(name))();
const read = (files: Readonly<Record<string, string>>, path: string): Free =>
  JSON.parse(files[path] ?? "null");

const login = [
  { ...shows("a", "npm test"), type: "test_result" },
  { criteria: "b", type: "screenshot", path: "b.png" },
  "c",
  { criteria: "d", type: "manual" },
];
/** Each kind of evidence, good and bad. */
const shown = async (): Promise<Run> => {
  const one = await begin(
    planOf(
      taskOf("1", { description: "with a form", complexity: "complex", success_criteria: login }),
      taskOf("2", { success_criteria: [shows("a", "x"), shows("b", "y"), shows("c", "z")] }),
      taskOf("3"),
      taskOf("4"),
      taskOf("5", { success_criteria: [shows("a", "w"), "b"] }),
    ),
  );
  one.ok("Skip", { unit: "3", reason: "not now" });
  one.ok("Waive", { unit: "4", reason: "no server" });
  one.agent("task-5-1", { status: "needs_context", summary: "", question: { text: "Which?" } });
  one.decide("question-1", "answer", "This");
  one.ok("Waive", { unit: "5", criterion: 2, reason: "later" });
  one.begin("task-1-1");
  const claim = { unit: "1", criterion: 4, type: "manual", text: "seen" };
  one.ok("ClaimEvidence", claim, by("task-1-1"));
  one.agent("task-1-1", did({ evidence: [named("ls", 3)] }));
  one.checks({}, { text: "GIF89a" }, { text: "" });
  one.decide("confirm-1-4", "met", "looks so");
  one.agent("task-2-1", did());
  one.checks(
    { exit: 1, text: "1 failing" },
    { exit: null, why: "timed out after 9 s", text: "at it" },
    { exit: null, why: "killed", text: "at it" },
  );
  return one;
};
const rejected = async (): Promise<Run> => {
  const one = await run("verifying");
  const issues = [{ summary: "No logout", done_when: "it is" }];
  one.judge({ verdict: "FAIL", judgements: [], issues, notes: "read it" });
  return one;
};
const runs: Readonly<Record<string, () => Promise<Run>>> = {
  ...phases,
  planning: async () => {
    const one = await begin(null, {}, { explorers: 0 });
    one.begin("plan-1");
    return one;
  },
  "out of tries": async () => {
    const one = await begin(null, {}, { explorers: 0 });
    for (const n of [1, 2, 3]) one.agent(`plan-${n}`, { status: "failed", reason: "too big" });
    return one;
  },
  reopened: async () => {
    const one = await run("cancelled");
    one.ok("Reopen", { reason: "more" });
    return one;
  },
  rejected,
  "judged by a person": async () => {
    const one = await run("verifying");
    one.ok("SetOptions", { options: { judge: "person" } });
    one.ok("RecordVerdict", { unit: "verify", verdict: "PASS", notes: "read it" });
    return one;
  },
  shown,
};
const known = (value: unknown): string => (value === null ? "-" : String(value));
const table = `
exploring: PLANNING - - -; planner - pending - -
  verify open -
draft: PLANNING - - -; planner - pending - -
  1 open -
  2 open -
  verify open -
proposed: PLANNING - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 open -
  2 open -
  3 open -
  4 open -
  verify open -
working: EXECUTION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
    true "1 passing"
  2 in_progress -
  3 open -
  4 failed 2026-01-08T12:00:13Z
  verify open -
  log 1 a command_output "1 passing"
  log 1 b command_output "1 passing"
  log 2  manual "[claim by task-4c1043] fine"
byHand: EXECUTION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 in_progress -
  2 in_progress -
  3 open -
  4 failed 2026-01-08T12:00:06Z
  verify open -
  log 4  manual "[waived by ana] not now"
verifying: VERIFICATION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
  2 resolved 2026-01-08T12:00:10Z
    true "1 passing"
  verify in_progress -
  log 1 1 holds command_output "1 passing"
  log 2 2 holds command_output "1 passing"
  log 1 1 holds command_output "1 passing"
  log 2 2 holds command_output "1 passing"
complete: COMPLETE 2026-01-08T12:00:13Z - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
  2 resolved 2026-01-08T12:00:10Z
    true "1 passing"
  verify resolved 2026-01-08T12:00:13Z
    false "[verdict by verify-022b1b] PASS"
  log verify  manual "[verdict by verify-022b1b] PASS"
failed: FAILED - - no way; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
    true "1 passing"
  2 open -
  3 open -
  4 failed 2026-01-08T12:00:13Z
  verify open -
cancelled: CANCELLED - 2026-01-08T12:00:14Z -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
    true "1 passing"
  2 open -
  3 open -
  4 failed 2026-01-08T12:00:13Z
  verify open -
planning: PLANNING - - -; planner planner-78b55b running 2026-01-08T12:00:01Z -
  verify open -
out of tries: PLANNING - - -; planner planner-e6d1f9 failed 2026-01-08T12:00:05Z 2026-01-08T12:00:06Z
  verify open -
reopened: EXECUTION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
    true "1 passing"
  2 open -
  3 open -
  4 open -
  verify open -
rejected: EXECUTION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
  2 resolved 2026-01-08T12:00:10Z
    true "1 passing"
  fix-1-1 open -
  verify open -
    false "[verdict by verify-022b1b] FAIL\\n- No logout (done when: it is)\\nread it"
  log verify  manual "[verdict by verify-022b1b] FAIL\\n- No logout (done when: it is)\\nread it"
judged by a person: COMPLETE 2026-01-08T12:00:13Z - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:06Z
    true "1 passing"
  2 resolved 2026-01-08T12:00:10Z
    true "1 passing"
  verify resolved 2026-01-08T12:00:13Z
    true "[verdict by ana] PASS\\nread it"
  log verify  manual "[verdict by ana] PASS\\nread it"
shown: EXECUTION - - -; planner ana completed 2026-01-08T12:00:01Z 2026-01-08T12:00:01Z
  1 resolved 2026-01-08T12:00:17Z
    true "1 passing"
    false "[captured] b.png dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
    true ""
    true "[confirmed by ana] looks so"
  2 open -
    false "[exit 1] 1 failing"
    false "[timed out] at it"
    false "[exit unknown] killed\\nat it"
  3 failed 2026-01-08T12:00:03Z
  4 failed 2026-01-08T12:00:04Z
  5 open -
    false "[waived by ana] later"
  verify open -
  log 3  manual "[waived by ana] skipped: not now"
  log 4  manual "[waived by ana] no server"
  log 5  manual "question 1: Which?\\nana: This"
  log 5 b manual "[waived by ana] later"
  log 1 d manual "[claim by task-26af6a] seen"
  log 1 c command_output "[claim by task-26af6a] ok"
  log 1 a test_result "1 passing"
  log 1 b screenshot "[captured] b.png dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
  log 1 c command_output ""
  log 1 d manual "[confirmed by ana] looks so"
  log 2 a command_output "[exit 1] 1 failing"
  log 2 b command_output "[timed out] at it"
  log 2 c command_output "[exit unknown] killed\\nat it"
`;
test("what the files show of a run in each state", async () => {
  const told: string[] = [];
  for (const [name, make] of Object.entries(runs)) {
    const files = (await make()).files();
    const entries: string[] = [];
    const {
      phase,
      planner,
      child_tasks: tasks,
      evidence_log: log,
      ...file
    } = read(files, "session.json");
    const ends = [file.completed_at, file.cancelled_at, file.failure_reason].map(known);
    told.push(
      `${name}: ${phase} ${ends.join(" ")}; planner ${Object.values(planner).map(known).join(" ")}`,
    );
    for (const { id, evidence, ...task } of tasks) {
      assert.deepEqual({ id, evidence, ...task }, taskIn(files, id));
      told.push(`  ${id} ${task.status} ${known(task.completed_at)}`);
      for (const { verified, output } of evidence)
        told.push(`    ${verified} ${JSON.stringify(output)}`);
    }
    for (const { task_id: id, criteria, type, content } of log)
      entries.push(`  log ${[known(id), criteria, type, JSON.stringify(content)].join(" ")}`);
    told.push(...entries.filter((entry) => !told.includes(entry)));
  }
  assert.equal(`\n${told.join("\n")}\n`, table);
});
/** A task's own file, without what the session doesn't repeat. */
const taskIn = (files: Readonly<Record<string, string>>, id: string): Free => {
  const {
    description: _text,
    complexity: _size,
    checks: _checks,
    ...rest
  } = read(files, `tasks/${id}.json`);
  return rest;
};

test("session.json's other keys", async () => {
  const one = await run("complete");
  const file = one.json("session.json");
  const log = one.log();
  const at = (index: number): string => log.at(index)?.at.replace(/\.\d+/u, "") ?? "";
  assert.deepEqual(
    [file.version, file.session_task_id, file.goal, file.verify_task_id],
    ["1.0", ownOf(one.state()).sessionTask, "Add a login", "verify"],
  );
  assert.deepEqual([file.started_at, file.updated_at], [at(0), at(-1)]);
});

test("evidence is as old as what was shown first, and never younger than its task's end", async () => {
  const { evidence, completed_at: end } = (await run("complete")).json("tasks/1.json");
  assert.ok(evidence.length > 0 && evidence.every(({ timestamp }: Free) => timestamp <= end));
});

test("a task has the plan's fields, unknown keys last, and its checks by criterion", async () => {
  const one = await shown();
  const extras = { file: "tasks/1.json", pointer: "", entries: [["x", "1.0"]] as const };
  const text = write({ ...one.state(), extras: [extras] }, one.log())["tasks/1.json"] ?? "";
  const { description, complexity, checks, x, blocked_by: waits } = JSON.parse(text);
  assert.deepEqual([description, complexity, x, waits], ["with a form", "complex", 1, []]);
  assert.match(text, /"x": 1\.0\n\}\n$/u);
  assert.deepEqual(checks, [
    { criteria: "a", type: "test_result", command: "npm test" },
    { criteria: "b", type: "screenshot", path: "b.png" },
    { criteria: "c", type: "command_output", command: "ls" },
    { criteria: "d", type: "manual" },
  ]);
  assert.deepEqual(one.json("tasks/verify.json").blocked_by, ["1", "2", "3", "4", "5"]);
});

test("an entry of the log that was printed before follows its place and the keys kept there", async () => {
  const one = await run("working");
  const [state, log] = [one.state(), one.log()];
  const logWith = (extras: Work["extras"], from = log, found = ownOf(state).evidenceLog): Free =>
    read(write(withOwn({ ...state, extras }, { evidenceLog: found }), from), "session.json")
      .evidence_log;
  const kept = [
    { file: "session.json", pointer: "/evidence_log/1", entries: [["x", "7"]] as const },
  ];
  const [a, b, c] = logWith([]);
  assert.ok(c !== undefined);
  assert.deepEqual(logWith(kept), [a, { ...b, x: 7 }, c]);
  const checks = log.findIndex(({ type }) => type === "ChecksRecorded");
  assert.deepEqual(logWith(kept, log.toSpliced(checks, 1)), [c]);
  assert.deepEqual(logWith([], log, ['{"old":1}']), [{ old: 1 }, a, b, c]);
});

test("context.json holds unions in first-seen order; an adopted one lacks what it has no content for", async () => {
  const found = (explorer: string, ...key_files: readonly string[]) => ({
    explorer,
    key_files,
    hint: "h",
    file: null,
    summary: "s",
    patterns: [],
    constraints: [],
  });
  const state = (await begin(null, {}, { explorers: 1 })).state();
  const context = (of: Work): Free => read(write(of, []), "context.json");
  const empty = context(state);
  assert.deepEqual(empty.expected_explorers, ["exp-1"]);
  assert.deepEqual([empty.exploration_complete, empty.key_files], [false, []]);
  const told = withOwn(state, { findings: [found("exp-1", "b", "a"), found("hand", "a", "c")] });
  assert.deepEqual(context(told).key_files, ["b", "a", "c"]);
  assert.equal(context(told).exploration_complete, true);
  const adopted = { units: [], adopted: [] };
  assert.deepEqual(context({ ...state, ...adopted }), { version: "2.1", explorers: [] });
  const keys = Object.keys(context({ ...told, ...adopted }));
  assert.deepEqual(keys, ["version", "explorers", "key_files"]);
});

test("refused.md is there only while an edit stands refused; an archived folder moves", async () => {
  const one = await run("exploring");
  const [state, at] = [one.state(), one.facts().at];
  const refused = { path: "tasks/1.json", digest: "d", code: "PLAN_FROZEN", why: "w", at };
  assert.equal(write(state, [])["refused.md"], undefined);
  assert.match(write({ ...state, refused }, [])["refused.md"] ?? "", /PLAN_FROZEN/u);
  const { session } = ownOf(state);
  assert.equal(place(state), `~/.claude/ultrawork/default/sessions/${session}`);
  assert.equal(
    place({ ...state, archived: true }),
    `~/.claude/ultrawork/default/archive/${session}`,
  );
});
