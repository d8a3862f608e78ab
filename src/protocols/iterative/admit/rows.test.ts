// Table of hand edits: what each means, or why it is refused.
import assert from "node:assert/strict";
import { states } from "../../../../test/fixtures/iterative-phases.ts";
import { type EditTable, editsHold } from "../../../../test/fixtures/edit-table.ts";

const t1 = "/tasks/T1";
const at = "2026-01-14T12:00:00Z";
const stateJson: EditTable = {
  "executing state.json": [
    [`${t1}/status`, "in_progress", "PassBegun"],
    [t1, { status: "in_progress", iterations_used: 1 }, "PassBegun"],
    ["/tasks/T3/status", "in_progress", "JOB_UNREADY"],
    ["/tasks/T3", { status: "pending", reason: undefined }, ""],
    ["/phase", "deliver", "PHASE_DERIVED"],
    ["/phase", "rest", "PHASE_UNKNOWN"],
  ],
  "worked state.json": [
    [`${t1}/iterations_used`, 2, "PassBegun"],
    [`${t1}/iterations_used`, 3, "FIELD_DERIVED"],
    [`${t1}/iterations_used`, 0, "FIELD_DERIVED"],
    [t1, { iterations_used: 0, max_iterations: 4 }, "FIELD_DERIVED"],
    [t1, { status: "done", verification_passed: true, completed_at: at }, "ClaimRecorded"],
    [`${t1}/status`, "confirming", "ClaimRecorded"],
    [`${t1}/verification_passed`, true, "ClaimRecorded"],
    [`${t1}/completed_at`, at, "ClaimRecorded"],
    [t1, { status: "done", max_iterations: 0 }, "ClaimRecorded LIMIT_INVALID"],
    [t1, { status: "blocked", reason: "no key" }, "UnitStuck"],
    [`${t1}/status`, "blocked", "REASON_MISSING"],
    [`${t1}/status`, "timeout", "STATUS_DERIVED"],
    [`${t1}/status`, "pending", "STATUS_DERIVED"],
    [`${t1}/status`, "napping", "STATUS_UNKNOWN"],
    [`${t1}/status`, 4, "TYPE_WRONG"],
    [`${t1}/max_iterations`, 4, "LimitSet"],
    [`${t1}/max_iterations`, 8, "PLAN_FROZEN"],
    [`${t1}/max_iterations`, 0, "LIMIT_INVALID"],
    [`${t1}/max_iterations`, 2.5, "LIMIT_INVALID"],
    ["/commits/-", "1234567: x", "COMMIT_UNKNOWN"],
    ["/commits/-", "x", "COMMIT_MALFORMED"],
    ["/updated", at, "FIELD_DERIVED"],
    ["/current_task", "T2", "FIELD_DERIVED"],
    // What is kept current counts for nothing beside an edit.
    ["", { updated: at, current_iteration: 9, tasks: { T1: { max_iterations: 4 } } }, "LimitSet"],
    ["/slug", "x", "FIELD_FIXED"],
    ["/mode", "x", "FIELD_FIXED"],
    ["/created", "x", "FIELD_FIXED"],
    ["/task", "x", "FIELD_FIXED"],
    ["/phases", {}, "FIELD_FIXED"],
    ["/tasks/T9", { status: "pending" }, "UNIT_UNDESCRIBED"],
    ["/tasks/T2", undefined, "UNIT_NEEDED"],
    ["/tasks", undefined, "KEY_MISSING"],
    ["", { mine: 1, tasks: { T2: { note: { a: [1] } } } }, "ExtrasKept ExtrasKept"],
    ["", () => [], "TYPE_WRONG"],
    [/^[^]*$/u, "{", "FILE_BROKEN"],
    [/^[^]*$/u, '{"phase": "plan", "phase": "execute"}', "FILE_BROKEN"],
    [/\s+(?=")/gu, " ", ""],
  ],
  "working state.json": [
    [`${t1}/iterations_used`, 2, "FIELD_DERIVED"],
    [t1, { status: "blocked", reason: "no key" }, "ClaimRecorded"],
    [`${t1}/max_iterations`, 8, "PLAN_FROZEN"],
  ],
  "confirming state.json": [
    [`${t1}/confirmations_used`, 1, "SENDER_WRONG"],
    [`${t1}/status`, "verifying", "ClaimRecorded"],
  ],
  "paused state.json": [[`${t1}/status`, "in_progress", "RUN_PAUSED"]],
  "blocked state.json": [
    [t1, { status: "pending", reason: undefined }, "SENDER_WRONG"],
    [`${t1}/status`, "in_progress", "SENDER_WRONG"],
    [`${t1}/reason`, "another", "FIELD_DERIVED"],
  ],
  "timeout state.json": [
    [`${t1}/status`, "in_progress", "SENDER_WRONG"],
    [`${t1}/max_iterations`, 8, "PLAN_FROZEN"],
  ],
  "done state.json": [
    [`${t1}/status`, "in_progress", "STATUS_DERIVED"],
    [`${t1}/status`, "verifying", "STATUS_DERIVED"],
    [t1, { status: "blocked", reason: "x" }, "STATUS_DERIVED"],
    ["/commits", [], "ENTRY_IMMUTABLE"],
    ["/commits/0", "1234567: y", "ENTRY_IMMUTABLE"],
  ],
  "discovering state.json": [["/phase", "plan", "BRIEF_INCOMPLETE"]],
  "proposed state.json": [["/phase", "execute", "SENDER_WRONG"]],
  "researching state.json": [["/domain", "writing", "FIELD_FIXED"]],
};

const unitText = (id: string): string =>
  `- [ ] **${id}**: Four\n  - Files: \`src/t4.ts\`\n  - Criteria: 4 pass\n  - Depends: none\n`;
const byHand = (text: string): string =>
  text.replace(/- \[ \] \*\*T1[\s\S]*(?=## Notes)/u, `${unitText("T1")}\n`);
const filled = (): string =>
  `# Login by mail - Tasks\n\n## Tasks\n\n${unitText("T1").replace("Four", "Send the mail")}`;
/** Several replacements in one edit. */
const all =
  (...pairs: readonly (readonly [string | RegExp, string])[]) =>
  (text: string): string =>
    pairs.reduce((before, [what, by]) => {
      assert.notEqual(before.replace(what, by), before, String(what));
      return before.replace(what, by);
    }, text);
const plans: EditTable = {
  "discovering tasks.md": [
    ["", byHand, "PlanProposed"],
    // The title needs a brief that could bear it.
    ["", filled, "PlanProposed FIELD_FIXED"],
  ],
  "planning tasks.md": [
    ["", byHand, "PlanProposed"],
    ["", filled, "BriefWritten PlanProposed"],
  ],
  "proposed tasks.md": [
    ["Part T2", "Two", "PlanProposed"],
    [
      "",
      all(["Depends: none", "Depends: T2"], [/(\*\*T2[\s\S]*)Depends: none/u, "$1Depends: T1"]),
      "GRAPH_CYCLIC",
    ],
    [/Criteria: T1.*/u, "Criteria:", "CRITERIA_EMPTY"],
  ],
  "executing tasks.md": [
    ["## Notes", `${unitText("T4")}\n## Notes`, "UnitAdded"],
    ["## Notes", `<!--\n${unitText("T4")}-->\n\n## Notes`, "ExtrasKept"],
    ["## Notes", `${unitText("T2")}\n## Notes`, "UNIT_REPEATED PLAN_FROZEN"],
    ["Part T2", "Two", "UnitEdited"],
    ["T2 returns 200 for a known user", "T2 returns 404", "PLAN_FROZEN"],
    [/Criteria: T2.*/u, "Criteria: none", "PLAN_FROZEN"],
    ["`src/t2.ts`", "`src/t2.ts`, `src/two.ts`", "UnitEdited"],
    ["`src/t2.ts`", "`src/t2.ts`, `../t2.ts`", "PATH_OUTSIDE"],
    [/(\*\*T2[\s\S]*?)Model: sonnet/u, "$1Model: opus", "UnitEdited"],
    [/(\*\*T2[\s\S]*?)Model: sonnet/u, "$1Model: gpt", "MODEL_UNKNOWN"],
    [/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1", "UnitEdited"],
    [
      "",
      all(
        [/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1"],
        [/T1 → T3 .*\nT2 .*/u, "T1 → T3\nT1 → T2"],
      ),
      "UnitEdited",
    ],
    [
      "",
      all([/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1"], [/T1 → T3 .*/u, "T3 → T2"]),
      "DEPENDENCY_CONFLICTED",
    ],
    [/(\*\*T2[\s\S]*?)Max iterations: 5/u, "$1Max iterations: 4", "LimitSet"],
    ["Max iterations: 5", "Max iterations: many", "FIELD_INVALID"],
    [/- \[ \] \*\*T2[\s\S]*?(?=- \[ \] \*\*T3)/u, "", "PLAN_FROZEN"],
    [/- \[ \] \*\*T1[\s\S]*?(?=- \[ \] \*\*T2)/u, "", "PLAN_FROZEN"],
    [/## Notes\n\n.*/u, "## Notes\n\nMind the gap", "NotesSet"],
    ["[ ] **T2**", "[x] **T2**", "ClaimRecorded"],
    ["Part T2", "Part T2 <!-- DONE: 3 iterations -->", "ClaimRecorded"],
    [/\*\*Total:\*\*.*/u, "**Total:** x", "FIELD_DERIVED"],
    [/\*\*Status:\*\*.*/u, "**Status:** x", "FIELD_DERIVED"],
    [/\*\*Created:\*\*.*/u, "**Created:** x", "FIELD_DERIVED"],
    ["<signal>T2_DONE", "<signal>T2_OVER", "FIELD_DERIVED"],
    [/T1 → T3 .*/u, "T2 → T3", "FIELD_DERIVED"],
    ["", all([/\*\*Status:\*\*.*/u, "**Status:** x"], ["Part T2", "Two"]), "UnitEdited"],
    ["- Tasks", "again - Tasks", "FIELD_FIXED"],
    ["", "## Mine\n\nwords", "ExtrasKept"],
  ],
  "working tasks.md": [
    ["Part T2", "Two", "EDIT_UNQUIET"],
    ["[ ] **T1**", "[X] **T1**", "ClaimRecorded"],
    ["Part T1", "Part T1 <!-- BLOCKED: no key -->", "ClaimRecorded"],
  ],
  "done tasks.md": [
    ["Part T1", "One", "UNIT_DONE"],
    ["[x] **T1**", "[ ] **T1**", "STATUS_DERIVED"],
  ],
  "researching plan.md": [
    [/R1 → R2 .*/u, "R1 (independent)\nR2 (independent)", "UnitEdited"],
    [/\n## Dependencies[\s\S]*/u, "\n", ""],
    ["research", "writing", "FIELD_FIXED"],
    ["`outputs/r2.md`", "`outputs/two.md`", "PLAN_FROZEN"],
  ],
};

const outcome = [/\{What the user.*\}/u, "people log in"] as const;
const goal = /\*\*Goal:\*\*.*/u;
const entry = (id: string, did = "**Did:** tried it"): string =>
  `## ${id} - Iteration 1 - 2026-01-14T11:00:00Z\n${did}`;
const texts: EditTable = {
  "discovering brief.md": [
    ["", all(outcome, ["{Criterion 1}", "200"]), "BriefWritten PhaseEntered"],
    [...outcome, "BRIEF_INCOMPLETE"],
  ],
  "executing brief.md": [
    ["", (text: string) => text, ""],
    ["people log in", "people log out", "PLAN_FROZEN"],
    ["people log in", "", "PLAN_FROZEN"],
    ["feature", "bug", "PLAN_FROZEN"],
    ["feature", "research", "DOMAIN_UNFIT"],
    ["**Mode:** development", "**Mode:** knowledge", "FIELD_FIXED"],
    [/\*\*Created:\*\*.*/u, "**Created:** today", "FIELD_DERIVED"],
    ["", "## Mine\n\nwords", "ExtrasKept"],
  ],
  "working brief.md": [["people log in", "people log out", "PLAN_FROZEN"]],
  "executing context.md": [
    [goal, "**Goal:** log in", "ContextSet"],
    [goal, `**Goal:** ${"word ".repeat(200)}`, "CONTEXT_LONG"],
    [/- T2: .*/u, "- T2: two works", "ContextSet"],
    [/- T2: .*\n/u, "", "FIELD_DERIVED"],
    [/# .* Context/u, "# X Context", "FIELD_FIXED"],
  ],
  "working context.md": [[goal, "**Goal:** log in", "EDIT_UNQUIET"]],
  "discovering context.md": [[goal, "**Goal:** log in", "PHASE_WRONG"]],
  "planning context.md": [
    ["", all(["{Task}", "add-login"], ["{One sentence}", "log in"]), "ContextSet"],
    ["", all(["{Task}", "Login by mail"], ["{One sentence}", "log in"]), "BriefWritten ContextSet"],
  ],
  "executing guardrails.md": [
    ["", "## Locks\n- **When**: writing\n- **Solution**: close it", "GuardrailAdded"],
  ],
  "working guardrails.md": [
    ["", "## Locks\n- **When**: writing\n- **Do**: close it", "GuardrailAdded"],
    ["", "## Locks\nwords", "ENTRY_UNREADABLE"],
  ],
  "working progress.md": [
    ["", entry("T1"), "EntryKept"],
    ["", entry("Fix"), "EntryKept"],
  ],
  "executing progress.md": [
    ["", entry("T1"), "NoteAdded"],
    ["", `${entry("T1")}\n\n${entry("T1")}`, "NoteAdded"],
    ["", "## Run - Note - now\n**Did:** looked", "NoteAdded"],
    ["", "## Summary\n\nall well", "NoteAdded"],
    ["", entry("T1", "<<<<<<< mine\na\n=======\nb\n>>>>>>> yours"), "FILE_BROKEN"],
    ["# Progress Log", "# Progress Log\n\nRead me.", "ExtrasKept"],
  ],
  "worked progress.md": [
    ["did it", "did more", "ENTRY_IMMUTABLE"],
    [/## T1[\s\S]*/u, "", ""],
    [/## T1[\s\S]*/u, "$&\n$&", ""],
  ],
};

editsHold({ ...stateJson, ...plans, ...texts }, (state, path, by) => {
  const make = states[state] ?? assert.fail(state);
  const { events, late, no } = make().shop.change(path, by);
  return { means: [...events, ...late], refused: no };
});
