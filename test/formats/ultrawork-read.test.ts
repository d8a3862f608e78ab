// Tests of adopting ultrawork folders of every known version; nothing in them becomes proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import { jobs } from "../../src/protocols/ultrawork/jobs.ts";
import { evidence } from "../../src/protocols/ultrawork/evidence.ts";
import { at } from "../e2e/desk.ts";
import { example, takeOver, variant } from "./folders.ts";

const json = (text: string | undefined): unknown => JSON.parse(text ?? "null");
const keys = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];
const says = (sentences: readonly string[], ...codes: readonly string[]): void => {
  for (const code of codes)
    assert.ok(
      sentences.some((sentence) => sentence.includes(code)),
      `${code} in\n${sentences.join("\n")}`,
    );
};

test("a planner that was running keeps its name and its beginning, and is pending", () => {
  const { files } = takeOver({ "session.json": example });
  const { planner } = JSON.parse(files["session.json"] ?? "");
  assert.deepEqual(planner, {
    agent_id: "task-abc123",
    status: "pending",
    started_at: "2026-01-08T12:00:05Z",
    completed_at: null,
  });
});

test("story 15: a 5.0 folder is read by the table, its half-written file put aside, and no criterion is proved", () => {
  const { adopted, state, files } = takeOver(variant("5.0"));
  assert.equal(state.phase, "EXECUTION");
  assert.deepEqual(
    [...state.order, state.verifyId].map((id) => [
      id,
      state.tasks[id]?.status,
      state.tasks[id]?.blockedBy,
    ]),
    [
      ["1", "resolved", []],
      ["2", "open", ["1"]],
      ["4", "open", ["2", "3"]],
      ["verify", "open", ["1", "2", "4"]],
    ],
  );
  assert.deepEqual(
    state.order.flatMap((id) =>
      (state.tasks[id]?.criteria ?? []).map(({ text, check, chosenBy, proof }) => [
        text,
        check?.command ?? null,
        chosenBy,
        proof,
      ]),
    ),
    [
      ["Migration runs", "npx prisma migrate deploy", "worker", null],
      ["Schema validates", null, null, null],
      ["Login answers 200", null, null, null],
      ["Middleware rejects stale tokens", null, null, null],
    ],
  );
  assert.deepEqual(
    adopted.quarantined.map(({ path }) => path),
    ["tasks/3.json", "evidence/log.jsonl", "context.json"],
  );
  assert.deepEqual(
    [state.options.max_workers, state.options.max_iterations, state.iteration, state.options.mode],
    [2, 3, 2, "interactive"],
  );
  says(
    adopted.corrections,
    "VERSION_OLDER",
    "blockedBy is read as blocked_by",
    "pending is read as open",
    "verifier_passed",
    "skip_verify",
    "task-77aa77",
    "DEPENDENCY_UNKNOWN",
  );
  assert.deepEqual(
    jobs(state)
      .filter(({ why }) => why === null)
      .map(({ key }) => key),
    ["task-2-1"],
  );
  const session = json(files["session.json"]);
  assert.deepEqual(keys(session).slice(-6), [
    "session_id",
    "working_dir",
    "options",
    "iteration",
    "plan",
    "verifier_passed",
  ]);
  assert.equal(at(session, "planner", "model"), "large");
  assert.equal(at(session, "planner", "agent_id"), "task-abc123");
  assert.equal(at(json(files["tasks/1.json"]), "approach"), "tdd");
  assert.equal(at(json(files["tasks/1.json"]), "evidence", 1, "exit_code"), 0);
  assert.deepEqual(
    [0, 1, 2].map((index) => [
      at(session, "evidence_log", index, "type"),
      at(session, "evidence_log", index, "content"),
    ]),
    [
      ["command_output", "ok"],
      ["file_content", "prisma/schema.prisma"],
      ["manual", "task-def456"],
    ],
  );
  assert.equal(
    at(json(files["context.json"]), "explorers", 0, "summary"),
    "[from its file] A shop with a cart.",
  );
  assert.ok(
    evidence(state, "1").every(
      ({ claim, status }) =>
        status !== "proved" && (claim === null || claim.startsWith("[found, not witnessed] ")),
    ),
  );
});

test("what was found is adopted once: a second reading of what we wrote corrects nothing but what never was sound", () => {
  const first = takeOver(variant("5.0"));
  const again = takeOver(first.files);
  assert.deepEqual(
    again.adopted.corrections.map((sentence) => sentence.split(":")[0]),
    [
      "VERDICT_DISBELIEVED",
      "VERDICT_DISBELIEVED",
      "DEPENDENCY_UNKNOWN",
      "1 resolved task stays resolved, found and not witnessed",
    ],
  );
  assert.deepEqual(again.adopted.quarantined, []);
  for (const [path, text] of Object.entries(first.files))
    assert.deepEqual(json(again.files[path]), json(text), path);
});

test("iteration and options that a session carries are kept current in place", () => {
  const published = variant("5.0")["session.json"] ?? assert.fail("it has no session.json");
  const session = published
    .replace('"iteration": 2', '"iteration": 99')
    .replace('"max_workers": 2', '"max_workers": 900');
  const { adopted, files } = takeOver({ ...variant("5.0"), "session.json": session });
  assert.deepEqual(at(json(files["session.json"]), "iteration"), 1);
  assert.deepEqual(at(json(files["session.json"]), "options"), {
    max_workers: 0,
    max_iterations: 3,
    skip_verify: true,
    auto_mode: false,
  });
  says(adopted.corrections, "OPTION_INVALID: option max_workers can't be 900");
});

test("embedded tasks, a numeric version, DOCUMENTATION: read; a command that needs a shell is no check", () => {
  const { adopted, state, events } = takeOver(variant("6.1"));
  // An entry of the list was no task: the run is not read as further than its work.
  assert.deepEqual(events, ["RunAdopted", "RunPaused", "PhaseEntered", "SweepOpened"]);
  assert.equal(state.tasks["1"]?.criteria[0]?.check, null);
  assert.deepEqual(adopted.quarantined, [
    { path: "session.json", why: "TYPE_WRONG: /tasks/1 is no task", text: '"2"' },
  ]);
  says(
    adopted.corrections,
    "6.1 is read as 1.0",
    "DOCUMENTATION is read as VERIFICATION",
    "CHECK_UNPARSABLE",
    "VERIFY_MISSING",
    'read as "42"',
  );
  assert.equal(state.startedAt, "2026-01-08T12:00:00+00:00");
});

test("a task in both places: the file counts, the evidence of both is kept, the other text is put aside", () => {
  const { adopted, state, files } = takeOver(variant("7.0"));
  assert.equal(state.tasks["1"]?.subject, "Newer words");
  assert.deepEqual(
    state.tasks["1"]?.found.map(({ output }) => output),
    ["seen by the worker", "seen in the session"],
  );
  assert.deepEqual(
    adopted.quarantined.map(({ path, why, text }) => [path, why.split(":")[0], text === undefined]),
    [
      ["session.json", "TASK_DISAGREES", false],
      ["session.json", "TASK_ID_INVALID", false],
      ["tasks/9.json", "the verify task's file is verify.json", true],
    ],
  );
  assert.ok(!Object.values(files).some((text) => text.includes('"../2"')));
  assert.equal(state.verifyId, "9");
  assert.equal(at(json(files["tasks/verify.json"]), "id"), "9");
  // COMPLETE with work put aside is not taken for the end.
  assert.deepEqual(
    [state.phase, state.paused, state.completedAt, at(json(files["session.json"]), "completed_at")],
    ["VERIFICATION", true, null, null],
  );
  says(adopted.corrections, "paused until somebody has looked");
});

test("the published example comes back equal in values and key order, but for planner, verify task and updated_at", () => {
  const { adopted, files } = takeOver({ "session.json": example });
  const [written, wanted] = [json(files["session.json"]), json(example)];
  assert.deepEqual(keys(written), keys(wanted));
  const ours = (key: string): unknown =>
    key === "child_tasks" ? [at(written, key, 0)] : at(written, key);
  assert.deepEqual(
    keys(wanted).filter((key) => JSON.stringify(ours(key)) !== JSON.stringify(at(wanted, key))),
    ["updated_at", "planner"],
  );
  assert.equal(at(written, "child_tasks", 1, "id"), "5");
  says(adopted.corrections, "PHASE_INCONSISTENT", "VERIFY_MISSING", "task-abc123 was running");
  assert.deepEqual(adopted.quarantined, []);
});

test("found evidence is no proof: with everything resolved each check still runs, and forged verified is only shown", () => {
  const task = {
    id: "1",
    subject: "s",
    status: "resolved",
    worker_agent_id: "w",
    success_criteria: ["a"],
    evidence: [
      {
        criteria: "a",
        command: "npm test",
        output: "fine",
        verified: true,
        timestamp: "2026-01-08T12:15:00Z",
      },
    ],
    blocked_by: [],
    started_at: null,
    completed_at: null,
  };
  const session = {
    ...Object(json(example)),
    phase: "VERIFICATION",
    child_tasks: [task, { ...task, id: "5", success_criteria: [], evidence: [] }],
  };
  const { state, events } = takeOver({ "session.json": JSON.stringify(session) });
  assert.deepEqual(events, ["RunAdopted", "SweepOpened"]);
  assert.ok(
    jobs(state).some(({ key, kind }) => kind === "check" && key.startsWith("recheck-1-1-1")),
  );
  assert.ok(evidence(state).every(({ status }) => status !== "proved"));
});

test("an end that was found is history", () => {
  const session = {
    ...Object(json(example)),
    phase: "CANCELLED",
    cancelled_at: "2026-01-08T13:00:00Z",
  };
  const { state, adopted, files } = takeOver({ "session.json": JSON.stringify(session) });
  assert.deepEqual(
    [state.phase, at(json(files["session.json"]), "cancelled_at")],
    ["CANCELLED", "2026-01-08T13:00:00Z"],
  );
  says(adopted.corrections, "the end CANCELLED was found, not witnessed");
});
