// Why: section 8's table says what each edit means or is refused with; each row is told both ways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../../test/fixtures/ultrawork-edits.ts";
import { phases } from "../../../../test/fixtures/ultrawork-phases.ts";
import { command, engine, story } from "../../../../test/fixtures/ultrawork-story.ts";

type Row = readonly [phase: string, path: string, change: (file: any) => unknown, sent: readonly string[], refused?: readonly string[]];

const set =
  (...told: readonly (readonly [string, unknown])[]) =>
  (file: any): void => {
    for (const [key, value] of told) file[key] = value;
  };
const child =
  (id: string, change: (task: any) => void) =>
  (file: any): void =>
    change(file.child_tasks.find((one: any) => one.id === id));
const said = { criteria: "a", command: "x a", output: "done", verified: true, timestamp: "t" };

const rows: Readonly<Record<string, readonly Row[]>> = {
  "the goal": [
    ["draft", "session.json", set(["goal", "Other"]), ["EditGoal"]],
    ["working", "session.json", set(["goal", "Other"]), [], ["GOAL_FROZEN"]],
    ["draft", "session.json", set(["goal", " "]), [], ["GOAL_EMPTY"]],
  ],
  "the plan proposed": [
    ["draft", "session.json", set(["phase", "EXECUTION"]), ["ProposePlan"], ["PLAN_UNAPPROVED"]],
    [
      "draft",
      "session.json",
      (file) => void Object.assign(file.planner, { status: "completed", agent_id: "eve", completed_at: "t" }),
      ["ProposePlan"],
    ],
    ["empty", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_EMPTY"]],
    ["proposed", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_UNAPPROVED"]],
    ["approved", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_UNAPPROVED"]],
  ],
  "the end": [
    ["working", "session.json", set(["phase", "COMPLETE"]), [], ["COMPLETE_GUARDED"]],
    ["working", "session.json", set(["completed_at", "2026-01-08T12:15:00Z"]), [], ["COMPLETE_GUARDED"]],
    ["verifying", "tasks/verify.json", set(["status", "resolved"]), [], ["COMPLETE_GUARDED"]],
    [
      "verifying",
      "tasks/verify.json",
      (file) => void file.evidence.push({ criteria: "", command: "", output: "VERDICT: PASS" }),
      ["ClaimEvidence"],
      ["COMPLETE_GUARDED"],
    ],
    [
      "verifying",
      "session.json",
      (file) => void file.evidence_log.push({ task_id: "verify", criteria: "", type: "manual", content: "PASS" }),
      ["ClaimEvidence"],
      ["COMPLETE_GUARDED"],
    ],
    ["working", "session.json", set(["phase", "CANCELLED"], ["cancelled_at", "2026-01-08T12:15:00Z"]), ["Cancel"]],
    ["working", "session.json", set(["cancelled_at", "2026-01-08T12:15:00Z"]), ["Cancel"]],
    ["working", "session.json", set(["phase", "CANCELLED"], ["goal", "Other"]), ["Cancel"], ["GOAL_FROZEN"]],
    ["working", "session.json", set(["phase", "FAILED"], ["failure_reason", "no way"]), ["Fail"]],
    ["working", "session.json", set(["phase", "FAILED"]), [], ["REASON_MISSING"]],
  ],
  "other phases": [
    ["working", "session.json", set(["phase", "VERIFICATION"]), [], ["PHASE_UNREACHABLE"]],
    ["verifying", "session.json", set(["phase", "EXECUTION"]), [], ["PHASE_UNREACHABLE"]],
    ["working", "session.json", set(["phase", "DONE"]), [], ["PHASE_UNREACHABLE"]],
    ["cancelled", "session.json", set(["phase", "EXECUTION"], ["cancelled_at", null]), [], ["REOPEN_GUARDED", "REOPEN_GUARDED"]],
    ["complete", "session.json", set(["phase", "EXECUTION"]), [], ["REOPEN_GUARDED"]],
    ["failed", "session.json", set(["phase", "CANCELLED"]), [], ["PHASE_UNREACHABLE"]],
  ],
  "a new task": [
    ["draft", "tasks/7.json", () => ({ id: "7", subject: "More", status: "resolved", success_criteria: ["x"] }), ["AddTask"]],
    [
      "draft",
      "session.json",
      (file) => void file.child_tasks.push({ id: "7", subject: "More", success_criteria: ["x"], blocked_by: ["1"] }),
      ["AddTask"],
    ],
    ["working", "tasks/7.json", () => ({ id: "7", subject: "More", success_criteria: ["x"] }), [], ["PLAN_FROZEN"]],
    ["draft", "tasks/7.json", () => ({ id: "8", subject: "More", success_criteria: ["x"] }), [], ["TASK_ID_INVALID"]],
    ["draft", "tasks/7.json", () => ({ id: "7" }), [], ["FIELD_MISSING", "FIELD_MISSING"]],
    ["draft", "tasks/constructor.json", () => ({ id: "constructor", subject: "More", success_criteria: ["x"] }), ["AddTask"]],
    [
      "draft",
      "tasks/verify.json",
      set(["success_criteria", ["built"]], ["checks", [{ criteria: "built", command: "npm run build" }]]),
      ["EditTask"],
    ],
  ],
  "what is planned": [
    [
      "draft",
      "tasks/1.json",
      set(["subject", "S"], ["description", "D"], ["complexity", "simple"], ["files", ["a"]], ["blocked_by", []]),
      ["EditTask"],
    ],
    ["draft", "session.json", child("1", set(["subject", "S"])), ["EditTask"]],
    ["working", "tasks/3.json", set(["subject", "S"]), [], ["PLAN_FROZEN"]],
    ["working", "tasks/3.json", set(["success_criteria", ["less"]]), [], ["PLAN_FROZEN"]],
    ["working", "tasks/2.json", (file) => void file.checks.push({ criteria: "bare", command: "npm test" }), ["SetCheck"]],
    ["working", "tasks/2.json", (file) => void file.checks.push({ criteria: "bare", command: "echo ok" }), [], ["CHECK_HOLLOW"]],
    ["working", "tasks/2.json", (file) => void (file.checks[0].command = "x other"), [], ["PLAN_FROZEN"]],
    ["working", "tasks/2.json", (file) => void delete file.checks, [], ["PLAN_FROZEN"]],
    ["draft", "tasks/verify.json", set(["blocked_by", ["9"]]), [], ["VERIFY_RESERVED"]],
  ],
  "a task begun and done": [
    ["byHand", "tasks/4.json", set(["status", "in_progress"], ["worker_agent_id", "eve"], ["started_at", "t"]), ["BeginJob"]],
    ["working", "tasks/2.json", set(["worker_agent_id", "eve"]), [], ["FIELD_DERIVED"]],
    ["byHand", "tasks/3.json", set(["status", "in_progress"]), [], ["JOB_UNREADY"]],
    ["working", "tasks/4.json", set(["status", "in_progress"]), [], ["JOB_UNREADY"]],
    [
      "byHand",
      "tasks/4.json",
      (file) => (set(["status", "resolved"])(file), void file.evidence.push(said)),
      ["BeginJob", "ClaimEvidence", "ClaimDone"],
    ],
    ["byHand", "tasks/3.json", set(["status", "resolved"]), [], ["TASK_BLOCKED"]],
    ["draft", "tasks/1.json", set(["status", "resolved"]), [], ["TASK_BLOCKED"]],
    ["byHand", "tasks/2.json", set(["status", "resolved"]), ["ClaimDone"]],
    ["byHand", "session.json", child("2", set(["status", "resolved"])), ["ClaimDone"]],
    ["working", "tasks/2.json", set(["status", "resolved"]), ["ClaimDone"]],
  ],
  "a task given back": [
    ["byHand", "tasks/2.json", set(["status", "open"], ["worker_agent_id", null]), ["ReportFailure"]],
    ["byHand", "tasks/2.json", set(["status", "failed"]), ["ReportFailure"]],
    ["working", "tasks/2.json", set(["status", "open"]), [], ["JOB_HELD"]],
    ["working", "tasks/2.json", set(["status", "failed"]), [], ["JOB_HELD"]],
    ["byHand", "tasks/1.json", set(["status", "open"]), [], ["JOB_UNKNOWN"]],
    ["byHand", "tasks/4.json", set(["status", "failed"]), [], ["JOB_UNKNOWN"]],
    ["working", "tasks/4.json", set(["status", "open"]), ["RetryTask"]],
    ["working", "tasks/1.json", set(["status", "open"]), [], ["TASK_RESOLVED"]],
    ["byHand", "tasks/5.json", set(["status", "open"]), [], ["TASK_UNFAILED"]],
    ["working", "tasks/2.json", set(["status", "done"]), [], ["STATUS_UNKNOWN"]],
  ],
  evidence: [
    ["working", "tasks/2.json", (file) => void file.evidence.push("it works, I saw it"), ["ClaimEvidence"]],
    [
      "working",
      "session.json",
      (file) => void file.evidence_log.push({ task_id: "2", criteria: "bare", type: "manual", content: "seen" }),
      ["ClaimEvidence"],
    ],
    ["draft", "tasks/1.json", (file) => void file.evidence.push(said), ["ClaimEvidence"]],
    ["working", "tasks/1.json", (file) => void (file.evidence[0].output = "all well"), ["ClaimEvidence"], ["EVIDENCE_SEALED"]],
    ["working", "tasks/2.json", (file) => void (file.evidence[0].verified = true), [], ["EVIDENCE_SEALED"]],
    ["working", "session.json", (file) => void file.evidence_log.reverse(), [], ["EVIDENCE_SEALED"]],
    ["working", "session.json", (file) => void file.evidence_log.splice(0, 1), [], ["EVIDENCE_SEALED"]],
    ["working", "session.json", (file) => void file.evidence_log.push({ criteria: "bare", content: "seen" }), [], ["FIELD_MISSING"]],
    ["working", "tasks/2.json", (file) => (set(["subject", "S"])(file), void file.evidence.push(said)), ["ClaimEvidence"], ["PLAN_FROZEN"]],
    ["complete", "tasks/1.json", (file) => void file.evidence.push(said), [], ["RUN_OVER"]],
  ],
  "context.json": [
    [
      "empty",
      "context.json",
      (file) => void file.explorers.push({ id: "exp-1", hint: "all", file: null, summary: "found" }),
      ["RecordExploration"],
    ],
    ["empty", "context.json", (file) => void file.explorers.push({ id: "extra", summary: "found" }), ["RecordExploration"]],
    ["empty", "context.json", (file) => void file.patterns.push("ports"), ["RecordExploration"]],
    ["empty", "context.json", (file) => void file.explorers.push({ id: "exp-1" }), [], ["FIELD_MISSING"]],
    ["empty", "context.json", set(["exploration_complete", true]), [], ["FIELD_DERIVED"]],
    ["working", "context.json", (file) => void file.patterns.push("ports"), [], ["PHASE_WRONG"]],
  ],
  "other keys": [
    ["working", "session.json", set(["version", "2.0"]), [], ["FIELD_DERIVED"]],
    [
      "working",
      "session.json",
      set(["session_task_id", "7"], ["started_at", "t"], ["verify_task_id", "9"]),
      [],
      ["FIELD_DERIVED", "FIELD_DERIVED", "FIELD_DERIVED"],
    ],
    ["working", "tasks/2.json", set(["id", "9"]), [], ["FIELD_DERIVED"]],
    ["working", "tasks/2.json", set(["completed_at", "t"]), [], ["FIELD_DERIVED"]],
    ["draft", "session.json", (file) => void (file.planner.status = "running"), [], ["FIELD_DERIVED"]],
    ["working", "session.json", set(["updated_at", "2030-01-01T00:00:00Z"]), []],
    ["working", "session.json", set(["mine", { a: 1 }]), ["KeepExtras"]],
    ["complete", "session.json", set(["mine", { a: 1 }]), ["KeepExtras"]],
    ["working", "session.json", (file) => void file.child_tasks.reverse(), [], ["FIELD_DERIVED"]],
    ["draft", "session.json", (file) => void file.child_tasks.splice(0, 1), [], ["FIELD_DERIVED"]],
    ["working", "session.json", (file) => void file.child_tasks.splice(0, 1), [], ["PLAN_FROZEN"]],
  ],
};

for (const [name, told] of Object.entries(rows))
  test(`edits of ${name}`, () => {
    for (const [phase, path, change, sent, refused = []] of told) {
      const run = phases[phase]?.() ?? assert.fail(phase);
      const { admit, edit } = desk(run);
      const what = `${phase}: ${path} ${String(change).slice(0, 120)} ${JSON.stringify([sent, refused])}`;
      const answer = admit(edit(path, change));
      assert.deepEqual([answer.sent, answer.refused], [sent, refused], what);
    }
  });

test("spaces, order of keys, CRLF, a byte order mark and spellings of a text say nothing", () => {
  for (const make of Object.values(phases)) {
    const { admit, files, put } = desk(make());
    for (const [path, text] of Object.entries(files())) {
      if (!path.endsWith(".json")) continue;
      const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()));
      for (const same of [`\u{feff}${text}`, text.replaceAll("\n", "\r\n"), turned, text.replaceAll("k", String.raw`\u006b`)])
        assert.deepEqual(admit(put(path, same)), { sent: [], events: [], refused: [] }, path);
    }
  }
});

test("a refusal names file, pointer, line and column, and what would fit", () => {
  const { read, edit, put } = desk(phases["working"]?.() ?? assert.fail());
  const [answer] = read(edit("tasks/1.json", set(["status", "open"])));
  const { code, path, pointer, line, column, fits = "" } = answer?.refused ?? assert.fail();
  assert.deepEqual([code, path, pointer, line, column], ["TASK_RESOLVED", "tasks/1.json", "/status", 4, 13]);
  assert.match(fits, /cairn send 0198f3 AddTask/u);
  const [broken] = read(put("tasks/1.json", '{\n  "id": "1",\n'));
  assert.deepEqual([broken?.refused?.code, broken?.refused?.line, broken?.refused?.path], ["FILE_BROKEN", 3, "tasks/1.json"]);
  const [deep] = read(put("tasks/1.json", `${"[".repeat(10_000)}${"]".repeat(10_000)}`));
  assert.equal(deep?.refused?.code, "FILE_BROKEN");
  const [twice] = read(put("tasks/1.json", '{"id": "1", "id": "2"}'));
  assert.match(twice?.refused?.text ?? "", /stands twice/u);
});

test("a finding about a new task points into its file", () => {
  const { read, edit } = desk(phases["draft"]?.() ?? assert.fail());
  const wrong = { id: "7", subject: "", success_criteria: ["a", "a"], files: ["../x"], checks: [{ criteria: "a", command: "x | y" }] };
  const [answer] = read(edit("tasks/7.json", () => wrong));
  assert.deepEqual(
    (answer?.refused?.more ?? []).map(({ code, pointer }) => `${code} ${pointer ?? ""}`),
    [
      "SUBJECT_EMPTY /subject",
      "PATH_OUTSIDE /files/0",
      "CRITERIA_REPEATED /success_criteria",
      "CHECK_UNPARSABLE /success_criteria/0",
      "CHECK_UNPARSABLE /success_criteria/1",
    ],
  );
});

test("files that are gone or empty are written again; a task's file takes its task out of a draft", () => {
  const gone = (phase: string, ...paths: readonly string[]) => {
    const { admit, put } = desk(phases[phase]?.() ?? assert.fail());
    return admit(...paths.map((path) => put(path, null)));
  };
  const nothing = { sent: [], events: [], refused: [] };
  assert.deepEqual(gone("draft", "tasks/2.json").sent, ["RemoveTask"]);
  assert.deepEqual(gone("working", "tasks/2.json"), nothing);
  assert.deepEqual(gone("draft", "tasks/verify.json"), nothing);
  assert.deepEqual(gone("draft", "tasks/1.json", "tasks/2.json", "tasks/verify.json"), nothing, "the folder of the tasks is lost");
  assert.deepEqual(gone("draft", "session.json", "tasks/1.json"), nothing);
  const { admit, put, edit } = desk(phases["draft"]?.() ?? assert.fail());
  for (const path of ["session.json", "tasks/1.json"]) assert.deepEqual(admit(put(path, " \n")), nothing);
  const both = admit(
    put("tasks/2.json", null),
    edit("session.json", (file) => void file.child_tasks.splice(1, 1)),
  );
  assert.deepEqual([both.sent, both.refused], [["RemoveTask"], []]);
});

test("an edit seen in both places counts once with one meaning, and with two for nobody", () => {
  const told = (inFile: string, inSession: string) => {
    const { admit, edit } = desk(phases["draft"]?.() ?? assert.fail());
    const changed = [
      edit(
        "session.json",
        child("1", (task) => (set(["subject", inSession])(task), void task.evidence.push(said))),
      ),
      edit("tasks/1.json", (file) => (set(["subject", inFile])(file), void file.evidence.push(said))),
    ];
    const { sent, refused } = admit(...changed);
    return [sent, refused];
  };
  assert.deepEqual(told("One", "One"), [["ClaimEvidence", "EditTask"], []]);
  assert.deepEqual(told("One", "Other"), [["ClaimEvidence"], ["EDIT_AMBIGUOUS", "EDIT_AMBIGUOUS"]]);
});

test("a copy that was read earlier counts for what it changed; one that was read since isn't taken for an earlier one", () => {
  const run = phases["byHand"]?.() ?? assert.fail();
  const { admit, edit, project } = desk(run);
  run.ok(command("ReportFailure", { job: "task-2-1", kind: "failed", reason: "can't" }), engine);
  project();
  assert.equal(run.state().tasks["2"]?.status, "failed");
  const old = edit("tasks/2.json", (file) => void file.evidence.push(said), 1);
  assert.deepEqual(admit(old).sent, ["ClaimEvidence"], "its status says nothing");
  const { admit: again, edit: now, project: look } = desk(phases["verifying"]?.() ?? assert.fail());
  look();
  assert.deepEqual(again(now("tasks/1.json", set(["status", "open"]))).refused, ["TASK_RESOLVED"]);
});

test("unknown keys stay with what they belong to, whatever comes or goes before it", () => {
  const run = phases["draft"]?.() ?? assert.fail();
  const { admit, edit, json } = desk(run);
  admit(
    edit("session.json", child("2", set(["note", 1]))),
    edit("tasks/2.json", (file) => (set(["note", 2])(file), void file.evidence.push({ ...said, exit_code: 0 }))),
  );
  admit(edit("tasks/1.json", (file) => void file.evidence.push("another")));
  run.ok(command("AddTask", { task: { id: "0", subject: "s", success_criteria: ["x"] } }));
  run.ok(command("RemoveTask", { task: "1" }));
  const { json: later, edit: change, admit: take } = desk(run);
  assert.equal(later("session.json").child_tasks.find((one: any) => one.id === "2").note, 1);
  assert.equal(later("tasks/2.json").note, 2);
  assert.equal(later("session.json").evidence_log[0].exit_code, 0);
  assert.equal(json("session.json").evidence_log[1]?.exit_code, undefined);
  take(change("tasks/2.json", (file) => void delete file.note));
  assert.equal(JSON.parse(desk(run).file("tasks/2.json")).note, undefined);
});

test("who the file names is who said it; nobody else is", () => {
  const { read, edit } = desk(phases["byHand"]?.() ?? assert.fail());
  const by = (path: string, change: (file: any) => unknown) => read(edit(path, change)).map((one) => one.by);
  assert.deepEqual(by("tasks/4.json", set(["status", "in_progress"], ["worker_agent_id", "zoe"])), ["zoe"]);
  assert.deepEqual(by("tasks/4.json", set(["status", "in_progress"])), [null]);
  assert.deepEqual(by("tasks/4.json", set(["status", "in_progress"], ["worker_agent_id", "z".repeat(300)])), [null]);
  const draft = desk(phases["draft"]?.() ?? assert.fail());
  const planned = draft.read(
    draft.edit("session.json", (file) => void Object.assign(file.planner, { status: "completed", agent_id: "pat" })),
  );
  assert.deepEqual(
    planned.map((one) => one.by),
    ["pat"],
  );
});

test("a task that was begun by hand is given up an hour after the last edit", () => {
  const run = story();
  run.ok(command("ProposePlan", { plan: { tasks: [{ id: "1", subject: "s", files: ["a"], success_criteria: ["x"] }] } }));
  run.ok(command("ApprovePlan", { rev: 1 }));
  const { admit, edit } = desk(run);
  const job = () => run.due().find(({ key }) => key === "task-1-1") ?? assert.fail();
  admit(edit("tasks/1.json", set(["status", "in_progress"], ["worker_agent_id", "eve"])));
  const begun = run.state().updatedAt;
  assert.equal(job().outside, true);
  assert.equal(job().expires, new Date(Date.parse(begun) + 3_600_000).toISOString());
  admit(edit("tasks/1.json", (file) => void file.evidence.push("half of it is there")));
  assert.ok(run.state().updatedAt > begun);
  assert.equal(job().expires, new Date(Date.parse(run.state().updatedAt) + 3_600_000).toISOString());
  assert.deepEqual(run.ok(command("ReportFailure", { job: "task-1-1", kind: "lapsed", reason: "no edit" }), engine), ["TaskReturned"]);
});
