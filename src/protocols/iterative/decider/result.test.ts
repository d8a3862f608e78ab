// Tests of pass results: each row of the adversarial table, by message, report and progress.md (story 4).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Ending,
  engine,
  openStory,
  type Story,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";
import { decisionJobs } from "../decisions.ts";

const done = "<signal>T1_DONE</signal>";
const entry = (
  signal: string,
  rest = "**Remaining:** none\n**Blockers:** None",
  unit = "T1",
): string =>
  `## ${unit} - Iteration 1 - 2026-01-14T10:00:00Z\n\n**Did:** wrote it\n${rest}\n**Signal:** ${signal}\n`;

type Told = Ending & { readonly entries?: readonly string[] };

const begun = (mode: "development" | "knowledge" = "development", beside = false): Story => {
  const run = openStory();
  if (mode === "development") run.plan([unitOf("T1"), unitOf("T2")], { workers: 2 });
  else {
    const units = ["R1", "R2"].map((id) => ({
      id,
      title: id,
      criteria: [`${id} holds`],
      output: `outputs/${id}.md`,
    }));
    run.plan(units, { workers: 2 }, { mode, domain: "research" });
  }
  const ids = run.state().units.map(({ id }) => id);
  for (const id of beside ? ids : ids.slice(0, 1)) run.begin(id);
  return run;
};
const tell = (told: Told, run: Story, id = "T1") => {
  for (const one of told.entries ?? [])
    run.ok("KeepEntry", { unit: id, entry: one }, { kind: "file", name: "by hand" });
  const { entries: _entries, ...ending } = told;
  run.end(id, ending);
  return run.last("PassEnded");
};
/** The same with a unit id of the other mode. */
const renamed = (told: Told): Told => JSON.parse(JSON.stringify(told).replaceAll(/T(?=\d)/gu, "R"));
/** Runs in both modes, which must agree. */
const result = (told: Told, beside = false) => {
  const ended = tell(told, begun("development", beside));
  const other = tell(renamed(told), begun("knowledge", beside), "R1");
  assert.deepEqual(
    [other.result, other.why],
    [ended.result, ended.why.replaceAll(/T(?=\d)/gu, "R")],
    "both modes read it alike",
  );
  return ended;
};
const rows = (wanted: string, cases: Readonly<Record<string, Told>>): void => {
  for (const [name, told] of Object.entries(cases)) assert.equal(result(told).result, wanted, name);
};

test("story 4: each channel alone says done", () => {
  rows("done", {
    "the tag in the last text, then a tool call ends the turn": {
      message: `All tests pass.\n${done}`,
    },
    report: { says: "done" },
    entry: { entries: [entry("T1_DONE")] },
    "entry with the tag": { entries: [entry(done)] },
    "entry with backticks": { entries: [entry("`T1_DONE`")] },
  });
});

test("story 4: DONE with Remaining, with a blocker, then exit 1, then timeout: continue", () => {
  rows("continue", {
    remaining: { says: "done", more: { remaining: "tests" } },
    blocker: { says: "done", more: { blockers: "no key" } },
    "remaining in the entry": {
      message: done,
      entries: [entry("T1_DONE", "**Remaining:** tests")],
    },
    "exit 1": { message: done, says: "done", exit: 1 },
    "exit unknown": { message: done, exit: null },
    timeout: { message: done, says: "done", reason: "timeout", exit: null },
    flooded: { message: done, reason: "flooded", exit: 0 },
    "fault in its own event stream": { message: done, says: "done", fault: "auth" },
    "report can't be read": { message: done, found: "broken" },
    "report of another form": {
      message: done,
      found: "one",
      report: { unit: "T1", status: "finished" },
    },
  });
});

test("somebody who came by claim has no exit that anybody knows", () => {
  assert.equal(result({ says: "done", hosted: false, exit: null }).result, "done");
});

test("story 4: DONE, then BLOCKED:x is blocked; BLOCKED:x, then DONE goes on", () => {
  const ended = result({ message: `${done}\n<signal>BLOCKED:x</signal>` });
  assert.equal(ended.result, "blocked");
  assert.equal(ended.said.signal, "BLOCKED:x");
  assert.equal(result({ message: `<signal>BLOCKED:x</signal>\n${done}` }).result, "continue");
});

test("story 4: T2's agent writes T1's entry with DONE while both are live: continue for T1", () => {
  assert.equal(result({ entries: [entry("T1_DONE")] }, true).result, "continue");
  assert.equal(result({ entries: [entry("T1_DONE")], message: done }, true).result, "done");
});

test("story 4: report done, message BLOCKED: blocked; two reports that differ: continue; a report for another unit: ignored", () => {
  assert.equal(
    result({ says: "done", message: "<signal>BLOCKED:no key</signal>" }).result,
    "blocked",
  );
  assert.equal(result({ found: "several", message: done }).result, "continue");
  const other = result({
    found: "one",
    report: { unit: "T2", status: "done", did: "x", remaining: "" },
  });
  assert.equal(other.result, "continue");
  assert.equal(other.said.did.startsWith("(no report)"), true);
  assert.equal(
    result({
      found: "one",
      report: { unit: "T2", status: "continue", did: "x", remaining: "y" },
      message: done,
    }).result,
    "done",
  );
});

test("story 4: one channel's continue speaks against another's done", () => {
  assert.equal(result({ says: "continue", message: done }).result, "continue");
});

test("a blocker that state.json claims while it runs is read at its end", () => {
  const run = begun();
  assert.deepEqual(
    run.ok("BlockUnit", { unit: "T1", reason: "no key" }, { kind: "file", name: "by hand" }),
    ["ClaimRecorded"],
  );
  const ended = tell({ says: "done" }, run);
  assert.equal(ended.result, "blocked");
  assert.equal(run.unit("T1").stuck?.reason, "no key");
});

test("of several entries the last one counts, the others become notes; none is lost with a void pass", () => {
  const run = begun();
  const [first, second] = [entry("T1_DONE"), entry("BLOCKED:no key")];
  const ended = tell({ entries: [first, second] }, run);
  assert.equal(ended.result, "blocked");
  assert.deepEqual(ended.raw, [second]);
  assert.equal(run.last("NoteAdded").raw, first);
  const voided = begun();
  voided.ok("KeepEntry", { unit: "T1", entry: first }, { kind: "file", name: "by hand" });
  assert.deepEqual(voided.ok("VoidPass", { unit: "T1", pass: 1, why: "overload" }, engine), [
    "PassVoided",
    "NoteAdded",
  ]);
});

test("a pass that failed without a word is told with its exit and last words, and so is the question after the last one", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 1 })]);
  run.begin("T1");
  run.end("T1", { exit: 1, errors: "no such model", message: "starting\n" });
  assert.equal(
    run.last("PassEnded").said.did,
    "(no report) changed nothing; exit 1: no such model",
  );
  assert.equal(run.unit("T1").stuck?.reason, "1 of 1 pass used");
  const asked = decisionJobs(run.state(), true)[0]?.decision?.question ?? "";
  assert.match(
    asked,
    /1 of 1 pass used; last pass: \(no report\) changed nothing; exit 1: no such model\. What now/u,
  );
  const late = begun();
  tell({ reason: "timeout", exit: null, message: "still\nat it\n" }, late);
  assert.equal(
    late.last("PassEnded").said.did,
    "(no report) changed nothing; its time ran out: at it",
  );
  assert.equal(result({ says: "continue", exit: 1 }).said.did, "did it");
});

test("a limit that is met after gaps were found asks with the gaps", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 1 })]);
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "x" } });
  run.agree("T1");
  const gaps = ["it leaks", "no test"].map((problem) => ({
    severity: "major" as const,
    type: "",
    file: null,
    line: null,
    problem,
  }));
  run.verify("T1", "GAPS_FOUND", gaps);
  assert.equal(run.unit("T1").stuck?.kind, "timeout");
  assert.match(
    decisionJobs(run.state(), true)[0]?.decision?.question ?? "",
    /1 of 1 pass used; gaps: it leaks, and 1 more\. What now/u,
  );
});

test("a commit that was named and doesn't exist is shown as not found", () => {
  const ended = result({ says: "done", more: { commit: "abcdef1" } });
  assert.equal(ended.said.commit, "abcdef1 (not found)");
});

test("a pass by hand ends by its entry, and by nothing else", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  const hand = { kind: "file", name: "by hand" } as const;
  run.begin("T1", "by hand", hand);
  assert.equal(
    run.no("EndPass", { unit: "T1", pass: 1, heard: run.heardOf("T1", { says: "done" }) }, engine),
    "SENDER_WRONG",
  );
  run.world.edit({ "src/t1.ts": "x" });
  run.ok("EndPass", { unit: "T1", pass: 1, entry: entry("T1_DONE") }, hand);
  assert.equal(run.unit("T1").stage, "gate");
  assert.deepEqual(run.unit("T1").touched, ["src/t1.ts"]);
  run.gate("T1");
  assert.equal(
    run.no("BeginPass", { unit: "T1", pass: 2, holder: "by hand" }, hand),
    "SENDER_WRONG",
  );
});
