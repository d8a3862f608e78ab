// Tests of edits to documents beside state.json, one row per kind of edit.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  discovering,
  done,
  executing,
  planning,
  proposed,
  researching,
  type Row,
  worked,
  working,
} from "../../../../test/fixtures/iterative-phases.ts";

const filled = (): string =>
  "# Login by mail - Tasks\n\n## Tasks\n\n- [ ] **T1**: Send the mail\n  - Files: `src/t1.ts`\n  - Criteria: a mail arrives within 5 s\n";
const swap =
  (...pairs: readonly (readonly [string | RegExp, string])[]) =>
  (text: string) =>
    pairs.reduce((before, [what, by]) => {
      const after = before.replace(what, by);
      assert.notEqual(after, before, `${String(what)} stands in the file`);
      return after;
    }, text);
const append = (more: string) => (text: string) => `${text}\n${more}\n`;
const entry = (id: string, more = "") =>
  append(`## ${id} - Iteration 1 - 2026-01-14T11:00:00Z\n**Did:** tried it${more}`);
const newUnit =
  "- [ ] **T4**: Four\n  - Files: `src/t4.ts`\n  - Criteria: 4 pass\n  - Depends: none\n";

const rows: readonly Row[] = [
  [
    "a plan by hand in discover",
    discovering,
    "tasks.md",
    (text) =>
      text.replace(/- \[ \] \*\*T1[\s\S]*(?=## Notes)/u, `${newUnit.replace("T4", "T1")}\n`),
    "PlanProposed",
  ],
  [
    "a plan by hand",
    planning,
    "tasks.md",
    (text) =>
      text.replace(/- \[ \] \*\*T1[\s\S]*(?=## Notes)/u, `${newUnit.replace("T4", "T1")}\n`),
    "PlanProposed",
  ],
  ["a proposal changed", proposed, "tasks.md", swap(["Part T2", "Two"]), "PlanProposed"],
  [
    "one with a ring",
    proposed,
    "tasks.md",
    swap([/Depends: none/u, "Depends: T2"], [/(\*\*T2[\s\S]*)Depends: none/u, "$1Depends: T1"]),
    "",
    "GRAPH_CYCLIC",
  ],
  [
    "one without criteria",
    proposed,
    "tasks.md",
    swap([/Criteria: T1.*/u, "Criteria:"]),
    "",
    "CRITERIA_EMPTY",
  ],
  [
    "a unit at the end",
    executing,
    "tasks.md",
    swap(["## Notes", `${newUnit}\n## Notes`]),
    "UnitAdded",
  ],
  [
    "a unit in a comment of several lines",
    executing,
    "tasks.md",
    swap(["## Notes", `<!--\n${newUnit}-->\n\n## Notes`]),
    "ExtrasKept",
  ],
  ["a title", executing, "tasks.md", swap(["Part T2", "Two"]), "UnitEdited"],
  [
    "criteria",
    executing,
    "tasks.md",
    swap(["T2 returns 200 for a known user", "T2 returns 404"]),
    "",
    "PLAN_FROZEN",
  ],
  [
    "criteria taken out",
    executing,
    "tasks.md",
    swap([/Criteria: T2.*/u, "Criteria: none"]),
    "",
    "PLAN_FROZEN",
  ],
  [
    "files",
    executing,
    "tasks.md",
    swap(["`src/t2.ts`", "`src/t2.ts`, `src/two.ts`"]),
    "UnitEdited",
  ],
  [
    "files that lead out",
    executing,
    "tasks.md",
    swap(["`src/t2.ts`", "`src/t2.ts`, `../t2.ts`"]),
    "",
    "PATH_OUTSIDE",
  ],
  [
    "a model",
    executing,
    "tasks.md",
    swap([/(\*\*T2[\s\S]*?)Model: sonnet/u, "$1Model: opus"]),
    "UnitEdited",
  ],
  [
    "a model of nobody",
    executing,
    "tasks.md",
    swap([/(\*\*T2[\s\S]*?)Model: sonnet/u, "$1Model: gpt"]),
    "",
    "MODEL_UNKNOWN",
  ],
  [
    "a Depends line",
    executing,
    "tasks.md",
    swap([/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1"]),
    "UnitEdited",
  ],
  [
    "a Depends line and the arrows that say it",
    executing,
    "tasks.md",
    swap(
      [/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1"],
      [/T1 → T3 .*\nT2 .*/u, "T1 → T3\nT1 → T2"],
    ),
    "UnitEdited",
  ],
  [
    "a Depends line and arrows at odds",
    executing,
    "tasks.md",
    swap([/(\*\*T2[\s\S]*?)Depends: none/u, "$1Depends: T1"], [/T1 → T3 .*/u, "T3 → T2"]),
    "",
    "DEPENDENCY_CONFLICTED",
  ],
  [
    "a max",
    executing,
    "tasks.md",
    swap([/(\*\*T2[\s\S]*?)Max iterations: 5/u, "$1Max iterations: 4"]),
    "LimitSet",
  ],
  [
    "a max that is none",
    executing,
    "tasks.md",
    swap([/Max iterations: 5/u, "Max iterations: many"]),
    "",
    "FIELD_INVALID",
  ],
  [
    "a unit taken out",
    executing,
    "tasks.md",
    swap([/- \[ \] \*\*T2[\s\S]*?(?=- \[ \] \*\*T3)/u, ""]),
    "",
    "PLAN_FROZEN",
  ],
  [
    "one that another waits for",
    executing,
    "tasks.md",
    swap([/- \[ \] \*\*T1[\s\S]*?(?=- \[ \] \*\*T2)/u, ""]),
    "",
    "PLAN_FROZEN",
  ],
  [
    "notes",
    executing,
    "tasks.md",
    swap([/## Notes\n\n.*/u, "## Notes\n\nMind the gap"]),
    "NotesSet",
  ],
  [
    "a unit during another's pass",
    working,
    "tasks.md",
    swap(["Part T2", "Two"]),
    "",
    "EDIT_UNQUIET",
  ],
  ["a unit that is done", done, "tasks.md", swap(["Part T1", "One"]), "", "UNIT_DONE"],
  [
    "the same id twice",
    executing,
    "tasks.md",
    swap(["## Notes", `${newUnit.replace("T4", "T2")}\n## Notes`]),
    "",
    "UNIT_REPEATED PLAN_FROZEN",
  ],
  ["a tick", executing, "tasks.md", swap(["[ ] **T2**", "[x] **T2**"]), "ClaimRecorded"],
  [
    "a tick during a pass",
    working,
    "tasks.md",
    swap(["[ ] **T1**", "[X] **T1**"]),
    "ClaimRecorded",
  ],
  [
    "a comment",
    executing,
    "tasks.md",
    swap(["Part T2", "Part T2 <!-- DONE: 3 iterations -->"]),
    "ClaimRecorded",
  ],
  [
    "a blocker's comment",
    working,
    "tasks.md",
    swap(["Part T1", "Part T1 <!-- BLOCKED: no key -->"]),
    "ClaimRecorded",
  ],
  ["a tick taken off", done, "tasks.md", swap(["[x] **T1**", "[ ] **T1**"]), "", "STATUS_DERIVED"],
  ...(["Total", "Status", "Created"] as const).map((name): Row => [
    name,
    executing,
    "tasks.md",
    swap([new RegExp(`\\*\\*${name}:\\*\\*.*`, "u"), `**${name}:** x`]),
    "",
    "FIELD_DERIVED",
  ]),
  [
    "Completion",
    executing,
    "tasks.md",
    swap(["<signal>T2_DONE", "<signal>T2_OVER"]),
    "",
    "FIELD_DERIVED",
  ],
  ["Dependencies", executing, "tasks.md", swap([/T1 → T3 .*/u, "T2 → T3"]), "", "FIELD_DERIVED"],
  [
    "Status beside a title",
    executing,
    "tasks.md",
    swap([/\*\*Status:\*\*.*/u, "**Status:** x"], ["Part T2", "Two"]),
    "UnitEdited",
  ],
  ["the title", executing, "tasks.md", swap(["- Tasks", "again - Tasks"]), "", "FIELD_FIXED"],
  ["a section of one's own", executing, "tasks.md", append("## Mine\n\nwords"), "ExtrasKept"],
  ["the other mode's file", executing, "brief.md", (text) => text, ""],
  [
    "arrows of plan.md",
    researching,
    "plan.md",
    swap([/R1 → R2 .*/u, "R1 (independent)\nR2 (independent)"]),
    "UnitEdited",
  ],
  ["its section taken out", researching, "plan.md", swap([/\n## Dependencies[\s\S]*/u, "\n"]), ""],
  ["its domain", researching, "plan.md", swap(["research", "writing"]), "", "FIELD_FIXED"],
  [
    "an output",
    researching,
    "plan.md",
    swap(["`outputs/r2.md`", "`outputs/two.md`"]),
    "",
    "PLAN_FROZEN",
  ],

  [
    "a brief",
    discovering,
    "brief.md",
    swap([/\{What the user.*\}/u, "people log in"], ["{Criterion 1}", "200"]),
    "BriefWritten PhaseEntered",
  ],
  [
    "half a brief",
    discovering,
    "brief.md",
    swap([/\{What the user.*\}/u, "people log in"]),
    "",
    "BRIEF_INCOMPLETE",
  ],
  [
    "an outcome",
    executing,
    "brief.md",
    swap(["people log in", "people log out"]),
    "",
    "PLAN_FROZEN",
  ],
  [
    "an outcome during a pass",
    working,
    "brief.md",
    swap(["people log in", "people log out"]),
    "",
    "PLAN_FROZEN",
  ],
  ["an outcome taken out", executing, "brief.md", swap(["people log in", ""]), "", "PLAN_FROZEN"],
  ["a domain of the mode", executing, "brief.md", swap(["feature", "bug"]), "", "PLAN_FROZEN"],
  [
    "another mode's domain",
    executing,
    "brief.md",
    swap(["feature", "research"]),
    "",
    "DOMAIN_UNFIT",
  ],
  [
    "the mode",
    executing,
    "brief.md",
    swap(["**Mode:** development", "**Mode:** knowledge"]),
    "",
    "FIELD_FIXED",
  ],
  [
    "Created of the brief",
    executing,
    "brief.md",
    swap([/\*\*Created:\*\*.*/u, "**Created:** today"]),
    "",
    "FIELD_DERIVED",
  ],
  ["the brief's own section", executing, "brief.md", append("## Mine\n\nwords"), "ExtrasKept"],
  ["a goal", executing, "context.md", swap([/\*\*Goal:\*\*.*/u, "**Goal:** log in"]), "ContextSet"],
  [
    "a goal during a pass",
    working,
    "context.md",
    swap([/\*\*Goal:\*\*.*/u, "**Goal:** log in"]),
    "",
    "EDIT_UNQUIET",
  ],
  [
    "a goal in discover",
    discovering,
    "context.md",
    swap([/\*\*Goal:\*\*.*/u, "**Goal:** log in"]),
    "",
    "PHASE_WRONG",
  ],
  [
    "two hundred words",
    executing,
    "context.md",
    swap([/\*\*Goal:\*\*.*/u, `**Goal:** ${"word ".repeat(200)}`]),
    "",
    "CONTEXT_LONG",
  ],
  ["a signal", executing, "context.md", swap([/- T2: .*/u, "- T2: two works"]), "ContextSet"],
  ["a signal taken out", executing, "context.md", swap([/- T2: .*\n/u, ""]), "", "FIELD_DERIVED"],
  [
    "written over the template",
    planning,
    "context.md",
    swap(["{Task}", "add-login"], ["{One sentence}", "log in"]),
    "ContextSet",
  ],
  [
    "with a title over the template",
    planning,
    "context.md",
    swap(["{Task}", "Login by mail"], ["{One sentence}", "log in"]),
    "BriefWritten ContextSet",
  ],
  [
    "a plan with a title over the template",
    planning,
    "tasks.md",
    filled,
    "BriefWritten PlanProposed",
  ],
  [
    "before there is a brief that could bear it",
    discovering,
    "tasks.md",
    filled,
    "PlanProposed",
    "FIELD_FIXED",
  ],
  [
    "context's title",
    executing,
    "context.md",
    swap([/# .* Context/u, "# X Context"]),
    "",
    "FIELD_FIXED",
  ],

  [
    "a lesson",
    executing,
    "guardrails.md",
    append("## Locks\n- **When**: writing\n- **Solution**: close it"),
    "GuardrailAdded",
  ],
  [
    "a lesson with Do",
    working,
    "guardrails.md",
    append("## Locks\n- **When**: writing\n- **Do**: close it"),
    "GuardrailAdded",
  ],
  [
    "a lesson that says nothing",
    working,
    "guardrails.md",
    append("## Locks\nwords"),
    "",
    "ENTRY_UNREADABLE",
  ],

  ["an entry for an agent's pass", working, "progress.md", entry("T1"), "EntryKept"],
  ["an entry for none", executing, "progress.md", entry("T1"), "NoteAdded"],
  [
    "one of the run",
    executing,
    "progress.md",
    append("## Run - Note - now\n**Did:** looked"),
    "NoteAdded",
  ],
  [
    "words under a heading of their own",
    executing,
    "progress.md",
    append("## Summary\n\nall well"),
    "NoteAdded",
  ],
  [
    "an entry of no unit's in the one pass",
    working,
    "progress.md",
    append("## Fix - Iteration 1\n**Did:** mended"),
    "EntryKept",
  ],
  [
    "an old entry changed",
    worked,
    "progress.md",
    swap(["did it", "did more"]),
    "",
    "ENTRY_IMMUTABLE",
  ],
  ["an old entry missing", worked, "progress.md", swap([/## T1[\s\S]*/u, ""]), ""],
  [
    "an entry twice",
    worked,
    "progress.md",
    (text) => `${text}\n${text.slice(text.indexOf("## T1"))}`,
    "",
  ],
  [
    "the same entry twice",
    executing,
    "progress.md",
    (text) => entry("T1")(entry("T1")(text)),
    "NoteAdded",
  ],
  [
    "the marks of a merge",
    executing,
    "progress.md",
    append("## T1 - Iteration 1\n<<<<<<< mine\n**Did:** a\n=======\n**Did:** b\n>>>>>>> yours"),
    "",
    "FILE_BROKEN",
  ],
  [
    "a preface",
    executing,
    "progress.md",
    swap(["# Progress Log", "# Progress Log\n\nRead me."]),
    "ExtrasKept",
  ],
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
