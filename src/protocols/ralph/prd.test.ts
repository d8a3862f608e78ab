// PRD files of every published variant: the stories that are read, and splices that keep every other byte.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "./found.ts";
import { newPrd, prdIn, readPrd, withPassed } from "./prd.ts";

const samples = {
  published: "published/scripts/ralph/prd.json",
  list: "list/plans/prd.json",
  status: "status/.agents/tasks/prd.json",
  loose: "loose/.ralph/prd.json",
  windows: "windows/tasks/prd.json",
  loop: "loop/prd.json",
  broken: "broken/prd.json",
  doubtful: "doubtful/prd.json",
} as const;
type Sample = keyof typeof samples;
const folder = join(import.meta.dirname, "../../../test/fixtures/formats/ralph");
const sample = (name: Sample): string => readFileSync(join(folder, samples[name]), "utf8");

const said = (name: Sample): readonly string[] =>
  readPrd("prd.json", sample(name)).findings.map(
    ({ severity, code, line }) => `${severity} ${code} ${line}`,
  );
/** `id title` with its flags, and its criteria. */
const stories = (name: Sample) =>
  prdIn(sample(name)).stories.map(({ id, title, priority, after, passed, criteria }) => [
    `${passed ? "x" : "o"} ${id}`,
    title,
    priority,
    after.join(","),
    criteria.length,
  ]);

test("published: each field is read, and nothing is to be said of it", () => {
  assert.deepEqual(stories("published"), [
    ["x US-001", "Read low water from the feed", 1, "", 3],
    ["o US-002", "Print low water in the table", 2, "", 2],
    ["o US-003", "Warn where the depth is under two metres", 3, "", 1],
  ]);
  const { title, branch, description, stories: all } = prdIn(sample("published"));
  assert.equal(title, "Tide Table");
  assert.equal(branch, "ralph/low-water");
  assert.equal(description, "Show low water beside high water for each harbour");
  assert.equal(all[0]?.notes, "The feed gives local time.");
  assert.deepEqual(said("published"), []);
});

test("list: stories without ids are called by their place, and by what they describe", () => {
  assert.deepEqual(stories("list"), [
    ["x S1", "A visitor can filter harbours by name", null, "", 3],
    ["o S2", "The filter is empty after a reload", null, "", 2],
  ]);
  assert.deepEqual(said("list"), ["warning KEY_MISSING 2", "warning KEY_MISSING 12"]);
});

test("status: its words say what passed, and dependencies are read", () => {
  assert.deepEqual(stories("status"), [
    ["x US-001", "Answer at /next", null, "", 1],
    ["o US-002", "Refuse an unknown harbour", null, "US-001", 1],
  ]);
  assert.deepEqual(said("status"), []);
});

test("loose: numbers and words do as ids and priorities, a text as a list", () => {
  assert.deepEqual(stories("loose"), [
    ["x 1", "Keep the last harbour", 2, "", 1],
    ["o 2", "Forget it on request", 1, "", 1],
    ["o task-3", "Bug: an empty name crashes", 1, "", 1],
    ["o task-4", "Tidy the folder of samples", null, "task-3", 1],
  ]);
  assert.deepEqual(said("loose"), ["warning CRITERIA_EMPTY 7"]);
});

test("windows and loop: a mark, escapes and P0 are read", () => {
  assert.deepEqual(stories("windows"), [
    ["o US-001", "Depths in feet \u2014 on request", 0, "", 2],
  ]);
  assert.deepEqual(stories("loop"), [["o US-001", "List the harbours of the east", 1, "", 1]]);
  assert.deepEqual([...said("windows"), ...said("loop")], []);
});

test("broken and doubtful: each thing that is wrong is named with its line", () => {
  assert.deepEqual(
    said("broken").map((one) => one.split(" ")[0]),
    ["error"],
  );
  assert.equal(readPrd("prd.json", sample("broken")).prd, null);
  assert.deepEqual(said("doubtful").toSorted(), [
    "error TYPE_WRONG 9",
    "error UNIT_REPEATED 11",
    "warning CRITERIA_EMPTY 14",
    "warning UNIT_UNKNOWN 11",
    "warning VALUE_UNKNOWN 15",
  ]);
});

test("a warning says which priorities are known, and what counts as the criterion", () => {
  const text = JSON.stringify([
    { id: "A", title: "a", priority: "soon" },
    { id: "B", title: "b", description: "d", priority: "HIGH" },
  ]);
  assert.deepEqual(
    readPrd("prd.json", text).findings.map(({ message }) => message),
    [
      "no criteria: its title is the one criterion",
      "the priority isn't a number, P0, P1 …, or critical, high, medium, low: the story goes last",
      "no criteria: its description is the one criterion",
    ],
  );
});

test("a finding points at its own story, whatever stands before it", () => {
  const text =
    '[\n1,\n{"id":"A","title":"a","steps":["x"]},\n{"id":"A","title":"b","steps":["x"]}\n]';
  const [one] = readPrd("prd.json", text).findings.filter(({ code }) => code === "UNIT_REPEATED");
  assert.deepEqual([one?.pointer, one?.line], ["/2", 4]);
});

test("check looks at PRDs of any name and at loop files, and at nothing else", () => {
  const loop = readFileSync(join(folder, "loop/.claude/ralph-loop.local.md"), "utf8");
  assert.deepEqual(check({ "a/prd.json": sample("loop"), "ralph-loop.local.md": loop }), []);
  assert.deepEqual(check({ "stories.json": sample("published") }), []);
  assert.equal(check({ "package.json": '{"name":"x"}', "README.md": "# x" }), null);
  const [finding] = check({ "a/prd.json": '{"name":"x"}' }) ?? [];
  assert.equal(finding?.code, "FORMAT_UNKNOWN");
});

/** Finds the text that a splice removed and the text that it inserted. */
const spliced = (before: string, after: string): readonly [string, string] => {
  let from = 0;
  while (before[from] === after[from] && from < before.length) from += 1;
  let end = 0;
  while (
    before.at(-1 - end) === after.at(-1 - end) &&
    end < Math.min(before.length, after.length) - from
  )
    end += 1;
  return [before.slice(from, before.length - end), after.slice(from, after.length - end)];
};

test("a splice changes one word and keeps every other byte", () => {
  const rows: readonly (readonly [Sample, string, string, string])[] = [
    ["published", "US-002", "fals", "tru"],
    ["list", "S2", "fals", "tru"],
    ["windows", "US-001", "fals", "tru"],
    ["loose", "2", "null", "true"],
    ["status", "US-002", "in_progress", "done"],
    ["loose", "task-3", "open", "done"],
  ];
  for (const [name, id, was, is] of rows) {
    const text = sample(name);
    const after = withPassed(text, id, true);
    assert.deepEqual(spliced(text, after), [was, is], `${name} ${id}`);
    assert.equal(prdIn(after).stories.find((one) => one.id === id)?.passed, true);
  }
});

test("back again it is what it was, by the words of the file", () => {
  for (const [name, id] of [
    ["published", "US-002"],
    ["list", "S2"],
    ["windows", "US-001"],
  ] as const)
    assert.equal(withPassed(withPassed(sample(name), id, true), id, false), sample(name));
  const status = withPassed(sample("status"), "US-001", false);
  assert.deepEqual(spliced(sample("status"), status), ["done", "in_progress"]);
  const own = '[{"title":"a","complete":false,"status":null}]';
  assert.equal(prdIn(withPassed(own, "S1", true)).stories[0]?.passed, true);
  assert.equal(
    withPassed('[{"title":"a","complete":false}]', "S1", true),
    '[{"title":"a","complete":true}]',
  );
});

test("a story that says nothing of it gets `passes`; one that says so already, or isn't there, stays", () => {
  const text = sample("loose");
  const after = withPassed(text, "task-4", true);
  assert.match(after, /"deps": \["task-3"\], ?"passes": ?true\}/u);
  assert.equal(withPassed(text, "task-4", false), text);
  assert.equal(withPassed(text, "1", true), text);
  assert.equal(withPassed(text, "nobody", true), text);
  assert.equal(withPassed("no JSON", "1", true), "no JSON");
});

test("a new PRD reads back as it was asked for", () => {
  const text = newPrd({ title: "t", branch: "b", description: "d" }, [
    { title: "one", criteria: ["a", "b"] },
  ]);
  const { findings, prd } = readPrd("prd.json", text);
  assert.deepEqual(findings, []);
  assert.deepEqual(prd?.stories[0], {
    id: "US-001",
    title: "one",
    description: "",
    criteria: ["a", "b"],
    priority: 1,
    after: [],
    notes: "",
    passed: false,
  });
});
