// Tests of an adopted folder's statements: statuses preserved, missing files and criteria.
import assert from "node:assert/strict";
import { test } from "node:test";
import { common } from "../fixtures/iterative-outcomes.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { jobs } from "../../src/protocols/iterative/jobs.ts";
import { report } from "../../src/protocols/iterative/report.ts";
import { view } from "../../src/protocols/iterative/view.ts";
import {
  doneBy,
  entry,
  type Free,
  progress,
  readOf,
  seed,
  takeOver,
  tasks,
} from "./iterative-folders.ts";

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const example = (name = "state-development.json"): Free => JSON.parse(seed(name));
const brief = (title: string): string =>
  `# ${title}\n\n**Created:** 2026-01-13T09:00:00Z\n**Mode:** development\n**Domain:** feature\n\n## Outcome Needed\nPeople log in\n\n## Done When\n- a known user gets 200\n`;

test("state.json alone: statuses, times and commits stay as told, and criteria are asked for before the next pass", () => {
  const taken = takeOver({ "state.json": json(example()) }, { commits: ["abc1234", "def5678"] });
  const shown: Free = JSON.parse(taken.files["state.json"] ?? "");
  const told = example();
  assert.deepEqual(shown.commits, told.commits);
  assert.deepEqual(shown.tasks, told.tasks);
  assert.equal(taken.unit("T1").basis, "adopted");
  assert.match(taken.corrections.join("\n"), /T3 has no criteria/u);
  assert.doesNotMatch(taken.corrections.join("\n"), /T1 has no criteria/u);
  const due = jobs(taken.state);
  assert.deepEqual(
    due.map(({ key }) => key),
    ["criteria-T3", "criteria-T4", "unit-T5-1"],
  );
  assert.match(view(taken.state).nodes[2]?.why ?? "", /needs you: .*criteria/u);
  const [job] = due;
  assert.ok(job !== undefined);
  const answer = {
    ...common,
    hosted: false,
    is: "decided",
    option: "set",
    note: "",
    data: { criteria: ["a token expires"] },
  } as const;
  assert.deepEqual(report(job, answer), [
    { type: "EditUnit", data: { unit: "T3", changes: { criteria: ["a token expires"] } } },
  ]);
});

test("the keys that hold units tell the mode where no other word does", () => {
  for (const [name, key] of [
    ["state-development.json", "development"],
    ["state-knowledge.json", "knowledge"],
  ] as const) {
    const state = example(name);
    delete state.mode;
    const answer = readOf({ "state.json": json(state) });
    assert.ok(answer !== null && !isRefusal(answer), JSON.stringify(answer));
    assert.equal(takeOver({ "state.json": json(state) }).state.mode, key);
  }
});

test("a rebuild takes commits and the beginning from progress.md and brief.md", () => {
  const files = {
    "brief.md": brief("User login"),
    "tasks.md": tasks({ T1: "none" }),
    "progress.md": progress(
      entry("T1", "Iteration", 1, "**Remaining:** more", "**Commit:** abc1234"),
      doneBy("T1", 2, "7654321"),
    ),
  };
  const { state } = takeOver(files, { commits: ["abc1234"] }, { options: { rebuild: true } });
  assert.deepEqual(state.commits, [{ hash: "abc1234", subject: "worked on it" }]);
  assert.equal(state.createdAt, "2026-01-13T09:00:00Z");
  const { "brief.md": _brief, ...bare } = files;
  assert.equal(
    takeOver(bare, {}, { options: { rebuild: true } }).state.createdAt,
    "2026-01-14T10:40:00Z",
  );
});

test("titles stay where there is no brief to bear another; one that goes is told", () => {
  const files = { "state.json": json(example()), "tasks.md": tasks({ T1: "none" }) };
  const kept = takeOver(files);
  assert.match(kept.files["tasks.md"] ?? "", /^# User login - Tasks$/mu);
  assert.doesNotMatch(kept.corrections.join("\n"), /TITLE/u);
  const other = takeOver({ ...files, "brief.md": brief("Login by mail") });
  assert.match(other.files["tasks.md"] ?? "", /^# Login by mail - Tasks$/mu);
  assert.match(
    other.corrections.join("\n"),
    /TITLE_CHANGED: tasks\.md is headed "User login"; the brief's title counts/u,
  );
});

test("signals of finished units stay, those of nobody's unit are told, and a context of signals alone is one", () => {
  const state = {
    ...example(),
    tasks: { T1: { status: "done", verification_passed: true, max_iterations: 5 } },
  };
  const context =
    "# User login Context\n\n**Goal:** None\n\n**Approach:** None\n\n**Signals:**\n- T1: a mail arrives\n- T9: nobody's\n";
  const taken = takeOver({
    "state.json": json(state),
    "tasks.md": tasks({ T1: "none" }),
    "context.md": context,
  });
  assert.equal(taken.unit("T1").stage, "settled");
  assert.match(taken.files["context.md"] ?? "", /- T1: a mail arrives/u);
  assert.match(
    taken.adopted.quarantined.map(({ why }) => why).join("\n"),
    /UNIT_UNKNOWN: a signal of "T9"/u,
  );
});
