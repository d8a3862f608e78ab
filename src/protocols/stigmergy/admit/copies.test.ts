// Tests of edits from old or reformatted copies: only real changes count.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entry, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import {
  addStory,
  begun,
  both,
  executing,
  planned,
  said,
  set,
  status,
  story,
} from "../../../../test/fixtures/stigmergy-stands.ts";

test("a file that is gone or emptied is written again; one that is no JSON is refused with its place", () => {
  const { edits } = executing();
  for (const text of [null, "", " \n", "\u{feff}"])
    assert.deepEqual(edits.read(text), [
      { path: "state.json", commands: [], by: null, refused: null },
    ]);
  const half = edits.text().slice(0, 500);
  const done = edits.put(half);
  assert.equal(done.codes, "FILE_BROKEN");
  assert.ok((done.refused[0]?.line ?? 0) > 5);
  assert.equal(
    edits.put(edits.text().replace('"project_name"', '"project_name": "x",\n  "project_name"'))
      .codes,
    "FILE_BROKEN",
    "one key twice",
  );
  assert.equal(edits.put("[]").codes, "TYPE_WRONG");
});

test("a byte order mark, other line ends and other spaces say nothing", () => {
  const { edits } = begun();
  for (const text of [
    `\u{feff}${edits.text()}`,
    edits.text().replaceAll("\n", "\r\n"),
    JSON.stringify(edits.file()),
  ])
    assert.deepEqual(edits.read(text)[0]?.commands, []);
});

test("acceptance 10: a person's gate is no edit's, whatever signal stands there; more freedom waits for a person", () => {
  const { run, edits } = planned();
  const done = edits.change(
    both(status("EXECUTION_IN_PROGRESS"), said(entry("user", "Go!", "EXECUTION_APPROVED"))),
  );
  assert.equal(done.codes, "GATE_CLOSED");
  edits.change(
    both(
      set({ system_signal: "EXECUTION_APPROVED" }),
      said(entry("user", "Go!", "EXECUTION_APPROVED")),
    ),
  );
  assert.deepEqual(
    [run.entries().at(-1)?.signal, run.state().status],
    ["CLAIMED_EXECUTION_APPROVED", "READY_FOR_EXECUTION"],
  );
  assert.ok(run.keys().includes("gate-blueprint-1"));
  edits.change(set({ autonomy_mode: "autonomous" }));
  assert.equal(edits.file().autonomy_mode, "supervised");
  assert.ok(run.keys().includes("autonomy"));
});

test("acceptance 14: what others did since an edit's copy stays, field by field", () => {
  const { run, edits } = executing();
  run.describe("1.1");
  const old = edits.text();
  run.begin("1.1", { name: "james" });
  run.ok("RenameProject", { name: "Plants" });
  const done = edits.change(
    both(set({ mood: "good" }), addStory(2, story("2.2")), said(entry("john", "one more story"))),
    { of: old },
  );
  assert.deepEqual([done.events, done.codes], ["ManifestExtended ExtrasKept", ""]);
  const file = edits.file();
  assert.deepEqual(
    [file.project_name, file.mood, storyOf(file, "1.1").status, storyOf(file, "2.2").title],
    ["Plants", "good", "IN_PROGRESS", "Story 2.2"],
  );
  assert.equal(
    edits.change(addStory(2, story("2.2")), { of: old }).events,
    "",
    "what holds already isn't asked again",
  );
});

test("keys of others are kept as they were changed: those that came meanwhile stay", () => {
  const { edits } = begun();
  edits.change(
    both(set({ a: 1, b: { x: 1, y: 2 } }), (file) => void (storyOf(file, "1.1").size = 3)),
  );
  const old = edits.text();
  edits.change(set({ c: "since" }));
  edits.change(
    (file) => {
      delete file.a;
      file.b.y = 3;
    },
    { of: old },
  );
  const file = edits.file();
  assert.deepEqual(
    [file.a, file.b, file.c, storyOf(file, "1.1").size],
    [undefined, { x: 1, y: 3 }, "since", 3],
  );
  assert.deepEqual(Object.keys(file).slice(-2), ["b", "c"], "in the order first seen");
  edits.change((one) => void (storyOf(one, "1.2").agent = "victor"));
  assert.equal(storyOf(edits.file(), "1.2").agent, "victor");
});
