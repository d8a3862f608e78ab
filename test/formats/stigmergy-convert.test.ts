// Tests of converting older stigmergy state files (2.0, 3.1), done only with --convert.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { changed, type Free, json, readOf, refusal, sound, takeOver } from "./stigmergy-files.ts";

const stories = (document: Free): Free[] =>
  document.project_manifest.epics.flatMap((epic: Free) => epic.stories);
const told = (document: Free, docs = {}): string =>
  takeOver(document, { convert: true, docs }).adopted.corrections.join("\n");

/** An older 2.0 file, as the original's own programs wrote them. */
const older = (): Free =>
  changed((state) => {
    state.project_status = "PROJECT_COMPLETE";
    state.system_signal = null;
    Object.assign(state.project_manifest.epics[0], { epic_id: "1" });
    Object.assign(state.project_manifest.epics[1], { epic_id: "checkout" });
    stories(state)[0].status = "DONE";
    stories(state)[1].status = "QA_PENDING";
    state.history[1].signal = null;
    delete state.history[0].files_modified;
    Object.assign(state.issue_log[0], {
      status: "CLOSED",
      reporter_agent: "qa",
      details: "empty list",
    });
    delete state.issue_log[0].summary;
    delete state.issue_log[0].history_ref;
    delete state.autonomy_mode;
  });

test("an older 2.0 file is refused with all that would change, and taken over if that is asked for (acceptance 15)", () => {
  const refused = refusal(older());
  assert.equal(refused.code, "SCHEMA_OLD");
  const places = new Set((refused.more ?? []).map(({ pointer }) => pointer));
  for (const place of [
    "/system_signal",
    "/project_manifest/epics/0/epic_id",
    "/project_manifest/epics/1/epic_id",
    "/project_manifest/epics/0/stories/0/status",
    "/project_manifest/epics/0/stories/1/status",
    "/history/1/signal",
    "/history/0",
    "/issue_log/0/status",
    "/issue_log/0/details",
    "/issue_log/0",
    "",
  ])
    assert.ok(places.has(place), place);
  const { file, state, adopted } = takeOver(older(), { convert: true });
  assert.deepEqual(
    [file.schema_version, file.autonomy_mode, file.project_status],
    ["2.0", "supervised", "EXECUTION_IN_PROGRESS"],
  );
  assert.deepEqual(
    file.project_manifest.epics.map(({ epic_id: id, epic_ref: ref }: Free) => [id, ref]),
    [
      [1, undefined],
      [2, "checkout"],
    ],
  );
  assert.deepEqual(
    stories(file).map(({ status }) => status),
    ["COMPLETE", "AWAITING_VERIFICATION", "PENDING"],
  );
  assert.equal(state.epics[0]?.stories[0]?.settledBy, "adopted");
  assert.deepEqual(file.history[0], { ...sound().history[0], files_modified: [] });
  assert.deepEqual(file.history[1], { ...sound().history[1], signal: "" });
  const { status, summary, reporter_agent: reporter } = file.issue_log[0];
  assert.deepEqual(
    [status, summary, reporter, file.issue_log[0].history_ref],
    ["RESOLVED", "empty list", "qa", []],
  );
  const all = adopted.corrections.join("\n");
  for (const word of [
    "DONE: write COMPLETE",
    "QA_PENDING: write AWAITING_VERIFICATION",
    "CLOSED: write RESOLVED",
    "details is read as summary",
    "STATUS_DERIVED",
  ])
    assert.ok(all.includes(word), word);
});

const task = (id: string, more: object = {}): object => ({
  id,
  description: `Do ${id}`,
  status: "PENDING",
  dependencies: [],
  ...more,
});
const newer = (tasks: readonly object[]): Free => ({
  schema_version: "3.1",
  project_name: "Seed shop",
  project_status: "EXECUTION_IN_PROGRESS",
  artifacts_created: { brief: true },
  secrets: { key: "hunter2-secret" },
  project_manifest: { summary: "all", tasks },
  history: [
    {
      id: "u-1",
      timestamp: 1_751_360_400_000,
      source: "system",
      message: "Task a is done.",
      secrets: "hunter2-secret",
    },
  ],
});

test("a 3.1 file becomes one epic of stories in an order that works, and no secret is anywhere (acceptance 15)", () => {
  const document = newer([
    task("c", { dependencies: ["b"], agent: "dev" }),
    task("a", { status: "COMPLETED" }),
    task("b", { dependencies: ["a"], status: "AWAITING_QA", title: "Second" }),
    task("d", { status: "FAILED" }),
  ]);
  assert.equal(refusal(document).code, "SCHEMA_OLD");
  const { file, text, state, adopted, log } = takeOver(document, { convert: true });
  assert.deepEqual(
    stories(file).map(({ story_id: id, title, status, task_id: old }) => [id, title, status, old]),
    [
      ["1.1", "Do a", "COMPLETE", "a"],
      ["1.2", "Second", "AWAITING_VERIFICATION", "b"],
      ["1.3", "Do d", "FAILED", "d"],
      ["1.4", "Do c", "PENDING", "c"],
    ],
  );
  assert.equal(state.epics[0]?.stories[3]?.builder, "james", "dev is what james was called");
  assert.deepEqual(file.history[0], {
    timestamp: "2025-07-01T09:00:00.000Z",
    agent_id: "system",
    signal: "",
    summary: "Task a is done.",
    files_modified: [],
    id: "u-1",
  });
  assert.deepEqual(
    [file.artifacts_created, file.project_manifest.summary],
    [{ brief: true }, "all"],
  );
  assert.ok(![text, JSON.stringify(log), json(adopted)].some((one) => one.includes("hunter2")));
  assert.match(adopted.corrections.join("\n"), /SECRETS_DROPPED/u);
  assert.equal(file.issue_log.length, 1, "the failed one has an issue now");
});

test("tasks in a circle, or doubled, are refused", () => {
  for (const tasks of [
    [task("a", { dependencies: ["b"] }), task("b", { dependencies: ["a"] })],
    [task("a"), task("a")],
  ]) {
    const { code, pointer } = refusal(newer(tasks), true);
    assert.deepEqual([code, pointer], ["MANIFEST_INVALID", "/project_manifest/tasks"]);
  }
});

const oldest = (): Free => ({
  project_name: "Seed shop",
  current_epic: "1",
  project_status: "NEEDS_PRD",
  system_signal: "INIT",
  history: [],
});

test("the oldest form has its manifest from the requirements, if they can be read, else none", () => {
  assert.equal(refusal(oldest()).code, "SCHEMA_OLD");
  const prd = "## Epic 1: Catalogue\n### Story 1.1: List\n";
  const { file } = takeOver(oldest(), { convert: true, docs: { "docs/prd.md": prd } });
  assert.deepEqual(stories(file), [{ story_id: "1.1", title: "List", status: "PENDING" }]);
  assert.deepEqual(
    [file.current_epic, file.project_status, file.issue_log],
    ["1", "NEEDS_PLANNING", []],
  );
  const without = takeOver(
    { ...oldest(), schema_version: "1.0" },
    { convert: true, docs: { "docs/prd.md": "## Epic 1: A\n" } },
  );
  assert.deepEqual(
    [without.file.project_manifest, without.file.schema_version],
    [{ epics: [] }, "2.0"],
  );
  assert.match(told(oldest()), /docs\/prd\.md gives none/u);
});

test("an epic's text id is its number, else the next that is free", () => {
  const document = changed((state) => {
    const [one] = state.project_manifest.epics;
    state.project_manifest.epics = ["epic-7", "x", "7", 2].map((id, index) => ({
      ...one,
      epic_id: id,
      status: "PENDING",
      stories: [{ story_id: `s${index}`, title: "t", status: "PENDING" }],
    }));
  });
  const { file } = takeOver(document, { convert: true });
  assert.deepEqual(
    file.project_manifest.epics.map(({ epic_id: id, epic_ref: ref }: Free) => [id, ref]),
    [
      [8, "epic-7"],
      [1, "x"],
      [7, undefined],
      [2, undefined],
    ],
  );
});

test("what no older form ever said stays refused, with and without --convert", () => {
  for (const convert of [false, true]) {
    const answer = readOf(
      changed((state) => void (state.history[0].agent_id = 7)),
      convert,
    );
    assert.ok(isRefusal(answer));
    assert.deepEqual([answer.code, answer.pointer], ["TYPE_WRONG", "/history/0/agent_id"]);
  }
});

test("words in other letters are read as today's if that is asked for, and entries by the keys of the format's first week", () => {
  const first = changed((state) => {
    state.autonomy_mode = "AUTONOMOUS";
    state.project_status = "execution_in_progress";
    stories(state)[0].status = "done";
    stories(state)[2].status = "Approved";
    const [entry] = state.history;
    Object.assign(entry, { event_type: entry.signal, details: entry.summary });
    delete entry.signal;
    delete entry.summary;
  });
  assert.equal(refusal(first).code, "SCHEMA_OLD");
  const { file, state } = takeOver(first, { convert: true });
  assert.deepEqual(
    [file.autonomy_mode, file.project_status],
    ["autonomous", "EXECUTION_IN_PROGRESS"],
  );
  assert.deepEqual(
    stories(file).map(({ status }) => status),
    ["COMPLETE", "IN_PROGRESS", "PENDING"],
  );
  assert.equal(state.epics[1]?.stories[0]?.approved, true);
  assert.deepEqual(file.history[0], sound().history[0]);
  assert.equal(
    takeOver(
      changed((state) => void (state.project_status = "paused_by_user")),
      { convert: true },
    ).state.life,
    "paused",
  );
});
