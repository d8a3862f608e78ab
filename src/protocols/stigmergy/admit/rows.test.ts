// Why: each row of the table of edits is a promise to whoever edits by hand: taken as told, or refused in words that help (specification, section 8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, epicOf, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import { prdText, qaText } from "../../../../test/fixtures/stigmergy-papers.ts";

const at = (make: (run: Desk) => void) => () => {
  const run = openDesk();
  make(run);
  return { run, edits: editsOf(run) };
};
const architecture = {
  "docs/architecture.md": "One page.",
  "docs/architecture/coding-standards.md": "Short.",
  "docs/architecture/qa-protocol.md": qaText(),
};
const fresh = at((run) => run.start());
const briefWritten = at((run) => {
  run.start();
  run.world.edit({ "docs/brief.md": "Sell plants." });
});
const briefGate = at((run) => {
  run.start({ gates: ["brief", "blueprint"] });
  run.brief();
});
const planning = at((run) => {
  run.start();
  run.brief();
});
const written = at((run) => {
  run.start();
  run.brief();
  run.world.edit({ "docs/prd.md": prdText(), ...architecture });
});
const planned = at((run) => run.plan());
const executing = at((run) => run.execute());
const begun = at((run) => {
  run.execute();
  run.describe("1.1");
  run.begin("1.1", { name: "james" });
});
const second = at((run) => {
  run.execute();
  run.complete("1.1");
  run.complete("1.2");
  run.describe("2.1");
  run.begin("2.1");
});
const over = at((run) => {
  run.execute();
  for (const id of ["1.1", "1.2", "2.1"]) run.complete(id);
});
const halted = at((run) => {
  run.execute();
  run.ok("Halt", { reason: "stop" });
});
const autonomous = at((run) => run.execute({}, { autonomy: "autonomous" }));

const set = (values: object) => (file: Free) => void Object.assign(file, values);
const said =
  (...entries: readonly Free[]) =>
  (file: Free) =>
    void file.history.push(...entries);
const both =
  (...steps: readonly ((file: Free) => unknown)[]) =>
  (file: Free) => {
    for (const step of steps) step(file);
  };
const story = (id: string, more: object = {}): Free => ({ story_id: id, title: `Story ${id}`, status: "PENDING", ...more });
const epic = (id: number, ...stories: readonly Free[]): Free => ({ epic_id: id, title: `Epic ${id}`, status: "PENDING", stories });
const manifest =
  (...epics: readonly Free[]) =>
  (file: Free) =>
    void (file.project_manifest.epics = epics);
const addStory =
  (id: number, ...stories: readonly Free[]) =>
  (file: Free) =>
    void epicOf(file, id).stories.push(...stories);
const status = (value: string) => set({ project_status: value });

type Row = readonly [
  what: string,
  make: ReturnType<typeof at>,
  change: (file: Free) => unknown,
  events: string,
  codes?: string,
  pointer?: string,
];
const rows: readonly Row[] = [
  // The project's own fields.
  ["another version", fresh, set({ schema_version: "3.0" }), "", "SCHEMA_CHANGED", "/schema_version"],
  ["another name", fresh, set({ project_name: "Plants" }), "ProjectRenamed"],
  ["no name", fresh, set({ project_name: " " }), "", "FIELD_INVALID", "/project_name"],
  ["a name that is none", fresh, set({ project_name: 5 }), "", "FIELD_MISTYPED", "/project_name"],
  ["no name at all", fresh, (file) => delete file.project_name, "", "FIELD_MISSING", ""],
  ["no history", fresh, (file) => delete file.history, "", "FIELD_MISSING", ""],
  ["a history that is none", fresh, set({ history: {} }), "", "FIELD_MISTYPED", "/history"],
  ["a manifest that is none", fresh, set({ project_manifest: [] }), "", "FIELD_MISTYPED", "/project_manifest"],
  ["an odd mode", fresh, set({ autonomy_mode: "wild" }), "", "ENUM_UNKNOWN", "/autonomy_mode"],
  ["more freedom", executing, set({ autonomy_mode: "autonomous" }), "AutonomyAsked"],
  [
    "more freedom, with a word",
    executing,
    both(set({ autonomy_mode: "autonomous" }), said(entry("james", "faster"))),
    "AutonomyAsked ActionRecorded",
  ],
  ["less freedom", autonomous, set({ autonomy_mode: "supervised" }), "AutonomySet"],
  ["other keys at the top", fresh, set({ mood: "good", more: { a: [1] } }), "ExtrasKept"],
  ["too much of them", fresh, set({ mood: "x".repeat(70_000) }), "", "FIELD_OVERSIZED", ""],
  ["a signal alone", fresh, set({ system_signal: "HELLO" }), "ActionRecorded"],
  ["a signal that the entry bears", fresh, both(set({ system_signal: "HELLO" }), said(entry("a", "b", "HELLO"))), "ActionRecorded"],
  [
    "a signal that no entry bears",
    fresh,
    both(set({ system_signal: "HELLO" }), said(entry("a", "b", "BYE"))),
    "ActionRecorded ActionRecorded",
  ],
  ["a signal of another type", fresh, set({ system_signal: null }), "", "FIELD_MISTYPED", "/system_signal"],
  // The project's status.
  ["the brief is there", briefWritten, status("NEEDS_PLANNING"), "BriefFinished GatePassed"],
  ["the brief isn't there", fresh, status("NEEDS_PLANNING"), "", "DOC_MISSING", "/project_status"],
  ["the brief waits for a person", briefGate, status("NEEDS_PLANNING"), "", "GATE_CLOSED", "/project_status"],
  ["all is written", written, status("READY_FOR_EXECUTION"), "PrdFinished ArchitectureFinished ManifestReplaced BlueprintCompleted"],
  ["nothing is written", planning, status("READY_FOR_EXECUTION"), "", "BLUEPRINT_INCOMPLETE", "/project_status"],
  ["back", planned, status("NEEDS_PLANNING"), "", "STATUS_UNREACHABLE", "/project_status"],
  ["past the gate", planned, status("EXECUTION_IN_PROGRESS"), "", "GATE_CLOSED", "/project_status"],
  ["complete at once", executing, status("PROJECT_COMPLETE"), "", "STATUS_DERIVED", "/project_status"],
  ["a halt", executing, both(status("EXECUTION_HALTED"), said(entry("james", "the disk is full"))), "Halted"],
  ["a halt without a word", executing, status("EXECUTION_HALTED"), "Halted"],
  ["out of a halt", halted, status("EXECUTION_IN_PROGRESS"), "", "HALT_UNCLEARED", "/project_status"],
  ["a word in a halt", halted, said(entry("james", "I stopped")), "ActionRecorded"],
  ["an old word", executing, status("PLANNING_IN_PROGRESS"), "", "ENUM_UNKNOWN", "/project_status"],
  // The manifest before its gate.
  ["a manifest", planning, manifest(epic(1, story("1.1"), story("1.2"))), "ManifestReplaced"],
  ["another manifest", planned, manifest(epic(1, story("1.1"))), "ManifestReplaced"],
  [
    "a manifest with keys of its own",
    planning,
    manifest(epic(1, story("1.1", { size: 3 }), story("1.2", { size: 5 }))),
    "ManifestReplaced ExtrasKept",
  ],
  ["a manifest before the brief", fresh, manifest(epic(1, story("1.1"))), "", "MANIFEST_FROZEN", "/project_manifest"],
  [
    "two epics of one id",
    planning,
    manifest(epic(1, story("1.1")), epic(1, story("1.2"))),
    "",
    "MANIFEST_INVALID",
    "/project_manifest/epics/1",
  ],
  [
    "two stories of one id",
    planning,
    manifest(epic(1, story("1.1"), story("1.1"))),
    "",
    "MANIFEST_INVALID",
    "/project_manifest/epics/0/stories/1",
  ],
  [
    "an epic without stories",
    planning,
    manifest({ ...epic(1), status: "COMPLETE" }),
    "",
    "MANIFEST_INVALID",
    "/project_manifest/epics/0/stories",
  ],
  [
    "a story that has begun",
    planned,
    manifest({ ...epic(1, story("1.1", { status: "IN_PROGRESS" })), status: "IN_PROGRESS" }),
    "",
    "MANIFEST_INVALID",
    "/project_manifest/epics/0/stories/0/status",
  ],
  [
    "an epic's id in quotes",
    planning,
    manifest({ ...epic(1, story("1.1")), epic_id: "1" }),
    "",
    "FIELD_MISTYPED",
    "/project_manifest/epics/0/epic_id",
  ],
  [
    "a story's id as a number",
    planning,
    manifest(epic(1, story("1.1", { story_id: 1.1 }))),
    "",
    "FIELD_MISTYPED",
    "/project_manifest/epics/0/stories/0/story_id",
  ],
  // The manifest after its gate.
  ["one more story", executing, addStory(1, story("1.3")), "ManifestExtended"],
  ["one more with keys of its own", executing, addStory(1, story("1.3", { agent: "victor", size: 3 })), "ManifestExtended ExtrasKept"],
  ["one more epic", executing, (file) => file.project_manifest.epics.push(epic(3, story("3.1"))), "ManifestExtended"],
  [
    "one that has begun",
    executing,
    addStory(1, story("1.3", { status: "COMPLETE" })),
    "",
    "STORY_PREMATURE",
    "/project_manifest/epics/0/stories/2/status",
  ],
  [
    "one before another",
    executing,
    (file) => epicOf(file, 1).stories.unshift(story("1.0")),
    "",
    "MANIFEST_FROZEN",
    "/project_manifest/epics/0/stories/0",
  ],
  ["one before stories that began", second, addStory(1, story("1.3")), "", "MANIFEST_FROZEN", "/project_manifest"],
  ["one less", executing, (file) => epicOf(file, 1).stories.pop(), "", "MANIFEST_SHRUNK", "/project_manifest/epics/0"],
  ["an epic less", executing, (file) => file.project_manifest.epics.pop(), "", "MANIFEST_SHRUNK", "/project_manifest"],
  [
    "another title",
    executing,
    (file) => void (storyOf(file, "1.2").title = "x"),
    "",
    "MANIFEST_FROZEN",
    "/project_manifest/epics/0/stories/1/title",
  ],
  [
    "another epic's title",
    executing,
    (file) => void (epicOf(file, 1).title = "x"),
    "",
    "MANIFEST_FROZEN",
    "/project_manifest/epics/0/title",
  ],
  ["another order", executing, (file) => epicOf(file, 1).stories.reverse(), "", "MANIFEST_FROZEN", "/project_manifest/epics/0/stories/0"],
  ["another id", executing, (file) => void (storyOf(file, "1.2").story_id = "1.9"), "", "MANIFEST_SHRUNK", "/project_manifest/epics/0"],
  ["one more at the end of all", over, addStory(2, story("2.2")), "", "PROJECT_CLOSED", "/project_manifest"],
  [
    "other keys of a story and an epic",
    begun,
    both(
      (file) => void (storyOf(file, "1.1").size = 3),
      (file) => void (epicOf(file, 2).owner = "ana"),
    ),
    "ExtrasKept",
  ],
  // What is no JSON, and what says nothing.
  ["nothing", executing, () => {}, ""],
];
for (const [what, make, change, events, codes = "", pointer] of rows) {
  test(`an edit of the file: ${what}`, () => {
    const { edits } = make();
    const before = edits.text();
    const done = edits.change(change);
    assert.deepEqual([done.events, done.codes.split(" ")[0]], [events, codes], JSON.stringify(done.refused));
    if (codes === "") return;
    const [first] = done.refused;
    assert.equal(first?.pointer, pointer);
    assert.ok(first?.path === "state.json" && (first.line ?? 0) >= 1 && (first.column ?? 0) >= 1);
    assert.equal(edits.text(), before, "all or nothing");
  });
}

test("a file that is gone or emptied is written again; one that is no JSON is refused with its place", () => {
  const { edits } = executing();
  for (const text of [null, "", " \n", "\u{feff}"])
    assert.deepEqual(edits.read(text), [{ path: "state.json", commands: [], by: null, refused: null }]);
  const half = edits.text().slice(0, 500);
  const done = edits.put(half);
  assert.equal(done.codes, "FILE_BROKEN");
  assert.ok((done.refused[0]?.line ?? 0) > 5);
  assert.equal(
    edits.put(edits.text().replace('"project_name"', '"project_name": "x",\n  "project_name"')).codes,
    "FILE_BROKEN",
    "one key twice",
  );
  assert.equal(edits.put("[]").codes, "FIELD_MISTYPED");
});

test("a byte order mark, other line ends and other spaces say nothing", () => {
  const { edits } = begun();
  for (const text of [`\u{feff}${edits.text()}`, edits.text().replaceAll("\n", "\r\n"), JSON.stringify(edits.file())])
    assert.deepEqual(edits.read(text)[0]?.commands, []);
});

test("acceptance 10: a person's gate is no edit's, whatever signal stands there; more freedom waits for a person", () => {
  const { run, edits } = planned();
  const done = edits.change(both(status("EXECUTION_IN_PROGRESS"), said(entry("user", "Go!", "EXECUTION_APPROVED"))));
  assert.equal(done.codes, "GATE_CLOSED");
  edits.change(both(set({ system_signal: "EXECUTION_APPROVED" }), said(entry("user", "Go!", "EXECUTION_APPROVED"))));
  assert.deepEqual([run.entries().at(-1)?.signal, run.state().status], ["CLAIMED_EXECUTION_APPROVED", "READY_FOR_EXECUTION"]);
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
  const done = edits.change(both(set({ mood: "good" }), addStory(2, story("2.2")), said(entry("john", "one more story"))), { of: old });
  assert.deepEqual([done.events, done.codes], ["ManifestExtended ExtrasKept", ""]);
  const file = edits.file();
  assert.deepEqual(
    [file.project_name, file.mood, storyOf(file, "1.1").status, storyOf(file, "2.2").title],
    ["Plants", "good", "IN_PROGRESS", "Story 2.2"],
  );
  assert.equal(edits.change(addStory(2, story("2.2")), { of: old }).events, "", "what holds already isn't asked again");
});

test("keys of others are kept as they were changed: those that came meanwhile stay", () => {
  const { edits } = begun();
  edits.change(both(set({ a: 1, b: { x: 1, y: 2 } }), (file) => void (storyOf(file, "1.1").size = 3)));
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
  assert.deepEqual([file.a, file.b, file.c, storyOf(file, "1.1").size], [undefined, { x: 1, y: 3 }, "since", 3]);
  assert.deepEqual(Object.keys(file).slice(-2), ["b", "c"], "in the order first seen");
  edits.change((one) => void (storyOf(one, "1.2").agent = "victor"));
  assert.equal(storyOf(edits.file(), "1.2").agent, "victor");
});
