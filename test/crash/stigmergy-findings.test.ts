// Tests of stigmergy's crash checks: doubled steps, relaunches and lost entries are detected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { roleFindings } from "./roles/role-findings.ts";
import { edited, grown } from "./roles/trail.ts";
import type { Entry } from "./told.ts";

const line = (second: number, agent: string, signal: string, summary: string): object => ({
  timestamp: `2026-01-14T10:00:0${second}.000Z`,
  agent_id: agent,
  signal,
  summary,
  files_modified: [],
});
const text = (...history: readonly object[]): string => JSON.stringify({ history });
const [init, brief, eve, timed] = [
  line(1, "saul", "INIT", "begun"),
  line(2, "mary", "BRIEF_COMPLETE", "written"),
  line(9, "eve", "NOTE", "eve 1"),
  line(3, "eve", "NOTE", "eve 1"),
];

test("an entry that was seen must stay where it was, and each once", () => {
  const last = text(init, brief, timed);
  assert.deepEqual(grown([text(init), text(init, eve), last], last), []);
  assert.deepEqual(edited(last), ["eve 1"]);
  assert.match(
    grown([text(init, eve)], text(init, brief)).join("\n"),
    /^an entry that stood there is gone: eve: eve 1$/u,
  );
  assert.match(
    grown([text(init, brief)], text(brief, init)).join("\n"),
    /an entry stands elsewhere[^]*doesn't come after/u,
  );
  assert.match(
    grown([], text(init, eve, line(9, "eve", "NOTE", "eve 1"))).join("\n"),
    /^an entry is there twice: eve: eve 1\n/u,
  );
  const retold = line(2, "mary", "BRIEF_COMPLETE", "told otherwise");
  assert.match(
    grown([text(init, brief)], text(init, retold)).join("\n"),
    /^an entry that stood there is gone: [^\n]*written$/u,
  );
});

type Told = readonly [type: string, data?: Entry["data"]];
const ledgerOf = (told: readonly Told[]): readonly Entry[] =>
  told.map(([type, data = {}], index) => ({ version: index + 1, type, hash: `${index}`, data }));
const story = "1.1";
const sound: readonly Told[] = [
  ...[
    "BriefFinished",
    "PrdFinished",
    "ManifestReplaced",
    "ArchitectureFinished",
    "BlueprintCompleted",
  ].map((type): Told => [type]),
  ["StoryFileRecorded", { story }],
  ["WorkFinished", { story }],
  ["StrikeCounted", { subject: "story:1.1", kind: "check" }],
  ["WorkFinished", { story }],
  ["StoryReviewed", { story }],
  ["StoryCompleted", { story }],
  ["EpicCompleted"],
  ["ProjectCompleted"],
];
const launched = (...jobs: readonly string[]) =>
  jobs.map((job) => ({ job, mark: "m", token: "1.x", pid: 1 }));
const found = (told: readonly Told[], jobs: readonly string[], lost = 0): string =>
  roleFindings(ledgerOf(told), launched(...jobs), { [story]: 2 }, lost).join("\n");

test("a step that is told twice or never, an agent that is launched again, a strike and a lost attempt where nobody died are found", () => {
  const jobs = ["work-1.1-1", "work-1.1-2"];
  assert.equal(found(sound, jobs), "");
  assert.match(
    found([...sound, ["StoryCompleted", { story }]], jobs),
    /^StoryCompleted of 1\.1 stands there 2 times$/u,
  );
  assert.match(
    found([...sound, ["WorkFinished", { story }]], jobs),
    /^1\.1 was built 3 times, and failed 1 of them$/u,
  );
  assert.match(found(sound.slice(0, -1), jobs), /^ProjectCompleted stands there 0 times$/u);
  assert.match(
    found(sound, [...jobs, "work-1.1-2"]),
    /^the agent of work-1\.1-2 was launched 2 times, and 0 of them/u,
  );
  const counted: Told = ["AttemptCounted", { job: "work-1.1-2", reason: "gone" }];
  assert.match(
    found([...sound, counted], [...jobs, "work-1.1-2"]),
    /^an attempt of work-1\.1-2 came to nothing: gone$/u,
  );
  assert.equal(found([...sound, counted], [...jobs, "work-1.1-2"], 1), "");
  assert.match(
    found([["StrikeCounted", { subject: "review:1.1", kind: "review" }], ...sound], jobs),
    /StrikeCounted/u,
  );
});
