// The rules of ralph: given what happened, what a command or an edit comes to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noFacts } from "../../../test/fixtures/engine.ts";
import {
  ana,
  type Desk,
  engine,
  judge,
  openDesk,
  prdOf,
  row,
  worker,
} from "../../../test/fixtures/ralph-desk.ts";
import { isRecord } from "../../core/json/record.ts";
import { ended } from "../../../test/fixtures/stage.ts";
import { ralph } from "./index.ts";
import { ownOf } from "./own.ts";
import { prdIn } from "./prd.ts";

const given = (text: string, options: object = {}, more: object = {}): Desk => {
  const run = openDesk();
  run.adopt(text, { ...options }, { ...more });
  return run;
};
const two = prdOf(row("A"), row("B"));
const codeOf = (answer: object): unknown => ("code" in answer ? answer.code : answer);

test("stories go by priority, then by place, and after what they wait for", () => {
  const run = given(
    prdOf(
      row("late", { priority: null }),
      row("waits", { priority: 1, dependsOn: ["late"] }),
      row("first", { priority: 2 }),
      row("second", { priority: 2, dependsOn: ["nobody"] }),
    ),
  );
  assert.deepEqual(
    [1, 2, 3, 4].map(() => run.pass()),
    ["first", "second", "late", "waits"],
  );
  assert.equal(run.state().end?.is, "complete");
  assert.ok(prdIn(run.prd()).stories.every(({ passed }) => passed));
});

test("stories that wait for each other in a ring wait for nothing; a long chain is no trouble", () => {
  const ring = given(
    prdOf(
      row("A", { dependsOn: ["B"] }),
      row("B", { dependsOn: ["C"] }),
      row("C", { dependsOn: ["A"] }),
      row("D", { priority: 0, dependsOn: ["C"] }),
    ),
  );
  assert.deepEqual(
    [1, 2, 3, 4].map(() => ring.pass()),
    ["A", "B", "C", "D"],
  );
  const chain = Array.from({ length: 2_000 }, (_, n) => row(`S${n}`, { dependsOn: [`S${n + 1}`] }));
  assert.equal(given(prdOf(...chain)).begin(), "S1999");
});

test("a story whose tries are used is stuck: others go on, and a person's answer says what follows", () => {
  const run = given(two, { max_attempts: 2 });
  assert.deepEqual(
    [run.begin(), run.fail(), run.begin(), run.fail()],
    ["A", ["UnitReturned"], "A", ["UnitReturned"]],
  );
  assert.deepEqual(run.keys(), ["stuck-A", "pass-B-1"]);
  const [stuck] = run.jobs();
  assert.deepEqual(
    stuck?.decision?.options.map(({ id, mends }) => [id, mends ?? ""]),
    [
      ["retry", "A"],
      ["by-hand", ""],
      ["waive", ""],
      ["skip", ""],
      ["end", ""],
    ],
    "its words are changed in the PRD",
  );
  run.ok("Retry", { unit: "A", reason: "mind the tide" });
  assert.equal(run.begin(), "A");
  const job = run.jobs().find(({ key }) => key === "pass-A-3");
  assert.ok(job !== undefined);
  assert.match(ralph.brief(run.state(), job, noFacts), /mind the tide/u);
  run.fail();
  run.begin();
  run.fail();
  assert.equal(run.no("Waive", { unit: "A", reason: " " }), "REASON_MISSING");
  run.ok("Waive", { unit: "A", reason: "not now" });
  assert.equal(run.pass(), "B");
  assert.equal(run.state().end?.is, "complete");
  assert.equal(prdIn(run.prd()).stories[0]?.passed, false, "waived is not passed");
  assert.equal(
    ralph.ended(run.state())?.summary,
    "Tide Table: 1 met: 1 by a check; 1 waived by ana",
  );
});

test("a criterion that isn't met returns the story with the judge's note", () => {
  const run = given(two);
  run.begin();
  run.finish();
  run.check(0);
  assert.equal(codeOf(run.judged(true, { judgements: [] })), "VERDICT_INCOMPLETE");
  const [unmet] = [{ unit: "A", criterion: 1, judgement: "unmet", note: "not seen" }];
  const by = { kind: "agent", name: "eve", agent: "stub", job: "judge-A-1" } as const;
  run.ok("RecordVerdict", { unit: "A", verdict: "FAIL", judgements: [unmet], tree: "t1" }, by);
  assert.equal(run.unit("A").tries, 1);
  assert.match(run.progress(), /- Result: A\.1 "A is there" is unmet: not seen/u);
});

test("nobody judges a story that they worked on, and no verdict counts on another tree", () => {
  const run = given(two);
  run.begin();
  run.finish();
  run.check(0);
  assert.equal(codeOf(run.judged(true, {}, worker)), "AUTHOR_SAME");
  assert.deepEqual(run.judged(true, { tree: "t2" }), ["ChecksVoided"]);
  assert.deepEqual(run.keys(), ["check-A-2"], "another tree is checked; the work stays");
  run.check(0);
  run.judged(false);
  run.begin(judge);
  run.finish();
  run.check(0);
  assert.equal(codeOf(run.judged(true, {}, worker)), "AUTHOR_SAME", "nor of an earlier pass");
});

const mute = (options: object = {}): Desk => {
  const run = given(two, options);
  run.begin();
  run.finish();
  run.check(0);
  for (const n of [1, 2, 3]) {
    run.ok("BeginJob", { job: `judge-A-${n}`, holder: judge }, engine);
    const data = { job: `judge-A-${n}`, kind: "silent", reason: "no report" };
    run.ok("ReportFailure", data, engine);
  }
  assert.equal(run.unit("A").tries, 0, "the worker lost nothing");
  return run;
};
const decided = (run: Desk, option: string, note = "", data: unknown = null) => {
  const [job] = run.jobs().filter(({ kind }) => kind === "decision");
  assert.ok(job !== undefined);
  return ralph
    .report(job, { ...ended({}), ...({ is: "decided", option, note, data } as const) })
    .map((one) => run.ok(one.type, isRecord(one.data) ? one.data : {}));
};

test("three verdicts that come to nothing ask a person, and the pass stays", () => {
  const run = mute();
  assert.deepEqual(run.keys(), ["stuck-A"]);
  decided(run, "retry");
  assert.deepEqual(run.keys(), ["judge-A-4"]);
  assert.deepEqual(decided(mute(), "pass", "read it"), [["VerdictRecorded", "UnitDone"]]);
});

test("in auto a pass that no judge judges ends the run, and a reopened run has it judged", () => {
  const run = mute({ mode: "auto" });
  assert.match(run.state().end?.reason ?? "", /the judge of A gave no verdict 3 times: no report/u);
  run.ok("Reopen", { reason: "the judge is mended" });
  assert.deepEqual(run.keys(), ["judge-A-4"]);
});

test("where a person judges, they see claim, checks and criteria, and no agent may", () => {
  const text = prdOf(row("A", { acceptanceCriteria: ["it is there", "it is right"] }));
  const run = given(text, { judge: "person" });
  run.begin();
  run.fail({ reason: "its report was refused: REPORT_MISFIT" });
  run.begin();
  run.finish("made two");
  run.check(0);
  const [job] = run.jobs();
  assert.ok(job !== undefined);
  assert.equal(job.key, "verdict-A-2");
  assert.equal(
    job.decision?.question,
    'A "Do A" is reported as done. Does it meet its criteria?\n1. it is there\n2. it is right',
  );
  const brief = ralph.brief(run.state(), job, noFacts);
  for (const part of [
    /made two/u,
    /"name": "npm test",\s+"exit": 0/u,
    /`cairn diff run1abcd A --patch`/u,
  ])
    assert.match(brief, part);
  assert.doesNotMatch(brief, /REPORT_MISFIT/u);
  assert.deepEqual(decided(run, "pass"), [["VerdictRecorded", "UnitDone", "RunCompleted"]]);
});

test("a report counts for its own pass and story alone", () => {
  const run = given(two);
  assert.deepEqual(
    run.jobs().map(({ key, why }) => [key, why]),
    [
      ["pass-A-1", null],
      ["pass-B-1", "another goes first"],
    ],
  );
  run.begin();
  const [job] = run.jobs();
  assert.ok(job !== undefined);
  const misfit = (report: object) => ralph.misfit?.(job, report)?.text;
  assert.match(misfit({ status: "done", summary: 5 }) ?? "", /\/summary must be a string/u);
  assert.match(misfit({ status: "done", summary: "", learnings: 1 }) ?? "", /\/learnings must be/u);
  assert.equal(misfit({ status: "done", summary: "" }), undefined);
});

test("when all passes are used, a person is asked for more", () => {
  const run = given(two, { max_passes: 1 });
  run.pass();
  assert.deepEqual(run.keys(), ["stuck-B"]);
  assert.deepEqual(decided(run, "retry", "", { n: 1 }), [["OptionsSet"]]);
  assert.equal(run.state().options.max_passes, 2);
  assert.equal(run.begin(), "B");
  assert.deepEqual(run.ok("SetOptions", { options: { max_passes: 2, max_attempts: 1 } }), [
    "OptionsSet",
  ]);
});

test("in auto nobody is asked: the run fails and says why, and a person may reopen it", () => {
  const auto = { mode: "auto", max_attempts: 1, max_passes: 2 };
  const stuck = given(prdOf(row("A"), row("B", { dependsOn: ["A"] })), auto);
  stuck.begin();
  assert.deepEqual(stuck.fail(), ["UnitReturned", "RunFailed"]);
  assert.equal(
    stuck.state().end?.reason,
    "story A failed after 1 attempt: it broke; B waits for it",
  );
  const used = given(prdOf(row("A"), row("B"), row("C")), auto);
  used.pass();
  used.pass();
  assert.equal(used.state().end?.reason, "all 2 passes are used");
  assert.equal(used.no("Retry", { unit: "C" }), "RUN_OVER");
  used.ok("Reopen", { reason: "go on" });
  assert.equal(used.state().options.max_passes, 12);
  assert.equal(used.pass(), "C");
  assert.equal(used.state().end?.is, "complete");
});

test("a run of nothing but passed stories is complete at once; none of them is proved", () => {
  const run = given(prdOf(row("A", { passes: true })));
  assert.equal(run.state().end?.is, "complete");
  assert.deepEqual(ralph.view(run.state()).evidence, { have: 0, of: 1 });
  assert.equal(run.no("Reopen", { reason: "more" }), "RUN_COMPLETE");
  run.ok("ReopenUnit", { unit: "A", reason: "it broke" });
  assert.equal(run.state().end, null);
  assert.equal(prdIn(run.prd()).stories[0]?.passed, false);
});

const loop = { iteration: 4, limit: 20, prompt: "go", digest: "d1" };

test("the loop file's limit counts on, its changes are noticed, and the run pauses when it is gone", () => {
  const run = given(two, {}, { loop });
  assert.equal(run.state().options.max_passes, 16);
  assert.deepEqual(run.ok("EditLoop", { loop: { ...loop, digest: "d2", limit: 25 } }, engine), [
    "LoopEdited",
  ]);
  assert.equal(run.state().options.max_passes, 21);
  assert.deepEqual(run.ok("EditLoop", { loop: { ...loop, digest: "d3", limit: 0 } }, engine), [
    "LoopEdited",
  ]);
  assert.equal(run.state().options.max_passes, 21, "no limit there takes no passes away");
  assert.deepEqual(run.ok("EditLoop", { loop: null }, engine), ["LoopEdited", "RunPaused"]);
  assert.equal(run.jobs()[0]?.why, "paused");
  run.ok("Resume", {});
  assert.deepEqual(
    run.ok("EditLoop", { loop }, engine),
    [],
    "what is gone is not taken over again",
  );
});

test("a loop file is looked at as long as its run goes on, and no longer", () => {
  const run = given(prdOf(row("A")), {}, { loop });
  assert.deepEqual(ralph.notice?.(run.state()).files, [".claude/ralph-loop.local.md"]);
  assert.deepEqual(ralph.noticed?.(run.state(), noFacts), [
    { type: "EditLoop", data: { loop: null } },
  ]);
  run.pass();
  assert.equal(run.state().end?.is, "complete");
  assert.deepEqual(ralph.notice?.(run.state()), {});
  assert.deepEqual(ralph.noticed?.(run.state(), noFacts), []);
});

test("a run that is over goes into the archive beside its files, and edits there are refused", async () => {
  const run = given(prdOf(row("A")));
  assert.equal(run.no("Archive", {}), "RUN_LIVE");
  run.pass();
  run.ok("Archive", {});
  assert.equal(ralph.place(run.state()), "scripts/ralph/archive/2026-01-14-tides-run1");
  assert.equal((await run.admit("prd.json", `${run.prd()} `)).refused?.code, "RUN_ARCHIVED");
  run.ok("Unarchive", {});
  assert.equal(ralph.place(run.state()), "scripts/ralph");
});

test("a new run writes its own PRD, of the stories given or of its goal alone", () => {
  const run = openDesk();
  run.ok("Start", { goal: "Low water\nfor all", run: "r" }, ana);
  const [story] = prdIn(run.prd()).stories;
  assert.deepEqual([story?.title, story?.criteria], ["Low water", ["Low water\nfor all"]]);
  assert.match(run.progress(), /^# Ralph Progress Log\nStarted: 2026-01-14T10:00:01Z\n/u);
  const other = openDesk();
  other.ok(
    "Start",
    { goal: "g", stories: [{ title: "t", criteria: ["a"] }], run: "r", folder: "x/" },
    ana,
  );
  assert.equal(ownOf(other.state()).folder, "x");
});

test("an id of any length can be reported, and a story of many criteria judged", () => {
  const id = "i".repeat(200);
  const many = Array.from({ length: 80 }, (_, n) => `c${n}`);
  const run = given(prdOf(row(id, { acceptanceCriteria: many })));
  assert.equal(run.pass(), id);
  assert.equal(run.state().end?.is, "complete");
});
