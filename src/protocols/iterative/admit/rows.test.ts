// Tests of edits to state.json, one row per kind of edit.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  blocked,
  confirming,
  discovering,
  done,
  executing,
  type Free,
  paused,
  proposed,
  researching,
  type Row,
  timeout,
  worked,
  working,
} from "../../../../test/fixtures/iterative-phases.ts";

const state = (by: (file: Free) => void) => (text: string) => {
  const file: Free = JSON.parse(text);
  by(file);
  return `${JSON.stringify(file, null, 2)}\n`;
};
const unit = (id: string, keys: object) =>
  state((file) => Object.assign((file.tasks ?? file.phases)[id], keys));
const s = "state.json";
const rows: readonly Row[] = [
  ["pending → in_progress", executing, s, unit("T1", { status: "in_progress" }), "PassBegun"],
  [
    "its count beside it",
    executing,
    s,
    unit("T1", { status: "in_progress", iterations_used: 1 }),
    "PassBegun",
  ],
  ["the next iteration", worked, s, unit("T1", { iterations_used: 2 }), "PassBegun"],
  [
    "a confirmation of an agent's work",
    confirming,
    s,
    unit("T1", { confirmations_used: 1 }),
    "",
    "SENDER_WRONG",
  ],
  ["one that waits", executing, s, unit("T3", { status: "in_progress" }), "", "JOB_UNREADY"],
  ["while paused", paused, s, unit("T1", { status: "in_progress" }), "", "RUN_PAUSED"],
  [
    "a count while an agent has it",
    working,
    s,
    unit("T1", { iterations_used: 2 }),
    "",
    "FIELD_DERIVED",
  ],
  ["two iterations at once", worked, s, unit("T1", { iterations_used: 3 }), "", "FIELD_DERIVED"],
  ["a count lowered", worked, s, unit("T1", { iterations_used: 0 }), "", "FIELD_DERIVED"],
  [
    "lowered beside an edit",
    worked,
    s,
    unit("T1", { iterations_used: 0, max_iterations: 4 }),
    "",
    "FIELD_DERIVED",
  ],
  [
    "claims of an end",
    worked,
    s,
    unit("T1", { status: "done", verification_passed: true, completed_at: "2026-01-14T12:00:00Z" }),
    "ClaimRecorded",
  ],
  ["a claim of confirming", worked, s, unit("T1", { status: "confirming" }), "ClaimRecorded"],
  ["a claim of verifying", confirming, s, unit("T1", { status: "verifying" }), "ClaimRecorded"],
  [
    "verification_passed alone",
    worked,
    s,
    unit("T1", { verification_passed: true }),
    "ClaimRecorded",
  ],
  [
    "completed_at alone",
    worked,
    s,
    unit("T1", { completed_at: "2026-01-14T12:00:00Z" }),
    "ClaimRecorded",
  ],
  [
    "a claim beside what is refused",
    worked,
    s,
    unit("T1", { status: "done", max_iterations: 0 }),
    "ClaimRecorded",
    "LIMIT_INVALID",
  ],
  ["blocked", worked, s, unit("T1", { status: "blocked", reason: "no key" }), "UnitStuck"],
  ["blocked, nobody says why", worked, s, unit("T1", { status: "blocked" }), "", "REASON_MISSING"],
  [
    "blocked during its pass",
    working,
    s,
    unit("T1", { status: "blocked", reason: "no key" }),
    "ClaimRecorded",
  ],
  [
    "blocked → pending",
    blocked,
    s,
    unit("T1", { status: "pending", reason: undefined }),
    "",
    "SENDER_WRONG",
  ],
  ["blocked → in_progress", blocked, s, unit("T1", { status: "in_progress" }), "", "SENDER_WRONG"],
  ["timeout → in_progress", timeout, s, unit("T1", { status: "in_progress" }), "", "SENDER_WRONG"],
  ["waiting → pending", executing, s, unit("T3", { status: "pending", reason: undefined }), "", ""],
  ["→ timeout", worked, s, unit("T1", { status: "timeout" }), "", "STATUS_DERIVED"],
  ["back from done", done, s, unit("T1", { status: "in_progress" }), "", "STATUS_DERIVED"],
  ["done → verifying", done, s, unit("T1", { status: "verifying" }), "", "STATUS_DERIVED"],
  ["done → blocked", done, s, unit("T1", { status: "blocked", reason: "x" }), "", "STATUS_DERIVED"],
  ["back to pending", worked, s, unit("T1", { status: "pending" }), "", "STATUS_DERIVED"],
  ["a status of nobody", worked, s, unit("T1", { status: "napping" }), "", "STATUS_UNKNOWN"],
  ["a status of another type", worked, s, unit("T1", { status: 4 }), "", "TYPE_WRONG"],
  ["a limit", worked, s, unit("T1", { max_iterations: 4 }), "LimitSet"],
  ["a limit raised", worked, s, unit("T1", { max_iterations: 8 }), "", "PLAN_FROZEN"],
  ["a limit of a timeout", timeout, s, unit("T1", { max_iterations: 8 }), "", "PLAN_FROZEN"],
  ["a limit during a pass", working, s, unit("T1", { max_iterations: 8 }), "", "PLAN_FROZEN"],
  [
    "a limit below what was used",
    worked,
    s,
    unit("T1", { max_iterations: 0 }),
    "",
    "LIMIT_INVALID",
  ],
  ["a limit that is none", worked, s, unit("T1", { max_iterations: 2.5 }), "", "LIMIT_INVALID"],
  ["a reason alone", blocked, s, unit("T1", { reason: "another" }), "", "FIELD_DERIVED"],
  [
    "a commit that isn't there",
    worked,
    s,
    state((file) => void file.commits.push("1234567: x")),
    "",
    "COMMIT_UNKNOWN",
  ],
  [
    "a commit that is none",
    worked,
    s,
    state((file) => void file.commits.push("x")),
    "",
    "COMMIT_MALFORMED",
  ],
  ["commits taken out", done, s, state((file) => void (file.commits = [])), "", "ENTRY_IMMUTABLE"],
  [
    "a commit changed",
    done,
    s,
    state((file) => void (file.commits[0] = "1234567: y")),
    "",
    "ENTRY_IMMUTABLE",
  ],
  [
    "discover → plan without a brief",
    discovering,
    s,
    state((file) => void (file.phase = "plan")),
    "",
    "BRIEF_INCOMPLETE",
  ],
  [
    "plan → execute",
    proposed,
    s,
    state((file) => void (file.phase = "execute")),
    "",
    "SENDER_WRONG",
  ],
  [
    "another phase",
    executing,
    s,
    state((file) => void (file.phase = "deliver")),
    "",
    "PHASE_DERIVED",
  ],
  [
    "a phase of nobody",
    executing,
    s,
    state((file) => void (file.phase = "rest")),
    "",
    "PHASE_UNKNOWN",
  ],
  [
    "updated alone",
    worked,
    s,
    state((file) => void (file.updated = "2026-01-14T13:00:00Z")),
    "",
    "FIELD_DERIVED",
  ],
  [
    "current_task alone",
    worked,
    s,
    state((file) => void (file.current_task = "T2")),
    "",
    "FIELD_DERIVED",
  ],
  [
    "what is kept current beside an edit",
    worked,
    s,
    state(
      (file) =>
        Object.assign(file, { updated: "2026-01-14T13:00:00Z", current_iteration: 9 }) &&
        Object.assign(file.tasks.T1, { max_iterations: 4 }),
    ),
    "LimitSet",
  ],
  ...["slug", "mode", "created", "task"].map((key): Row => [
    key,
    worked,
    s,
    state((file) => void (file[key] = "x")),
    "",
    "FIELD_FIXED",
  ]),
  ["domain", researching, s, state((file) => void (file.domain = "writing")), "", "FIELD_FIXED"],
  ["phases in development", worked, s, state((file) => void (file.phases = {})), "", "FIELD_FIXED"],
  [
    "a unit of nobody",
    worked,
    s,
    state((file) => void (file.tasks.T9 = { status: "pending" })),
    "",
    "UNIT_UNDESCRIBED",
  ],
  ["a unit taken out", worked, s, state((file) => void delete file.tasks.T2), "", "UNIT_NEEDED"],
  ["all units taken out", worked, s, state((file) => void delete file.tasks), "", "KEY_MISSING"],
  [
    "unknown keys",
    worked,
    s,
    state((file) => void ((file.mine = 1), (file.tasks.T2.note = { a: [1] }))),
    "ExtrasKept ExtrasKept",
  ],
  ["no object", worked, s, () => "[]", "", "TYPE_WRONG"],
  ["no JSON", worked, s, () => "{", "", "FILE_BROKEN"],
  ["a key twice", worked, s, () => '{"phase": "plan", "phase": "execute"}', "", "FILE_BROKEN"],
  ["nothing but blanks", worked, s, (text) => JSON.stringify(JSON.parse(text)), ""],
];

for (const [what, make, path, by, events, refused = ""] of rows)
  test(`${path}, ${what}: ${events} ${refused}`, () => {
    const { shop } = make();
    const answer = shop.change(path, by);
    assert.deepEqual(
      [answer.events.join(" "), [...new Set(answer.refused)].join(" ")],
      [events, refused],
    );
    for (const { refused: no } of answer.admitted) {
      if (no === null) continue;
      assert.ok(
        no.path === path && (no.line ?? 0) > 0 && (no.column ?? 0) > 0,
        `it says where: ${JSON.stringify(no)}`,
      );
    }
  });
