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
import { isRecord } from "../../core/record.ts";
import { ended } from "../../../test/fixtures/stage.ts";
import { ralph } from "./index.ts";
import { prdIn } from "./prd.ts";

const given = (text: string, options: object = {}, more: object = {}): Desk => {
  const run = openDesk();
  run.adopt(text, { ...options }, { ...more });
  return run;
};
const two = prdOf(row("A"), row("B"));
const agent = { kind: "agent", name: "eve", agent: "stub", conversation: "c2" } as const;

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
  const run = given(two, { tries: 2 });
  assert.deepEqual(
    [run.begin(), run.fail(), run.begin(), run.fail()],
    ["A", ["UnitReturned"], "A", ["UnitReturned"]],
  );
  assert.deepEqual(run.keys(), ["pass-3", "stuck-A-2"]);
  assert.equal(run.no("RetryUnit", { unit: "B" }), "STATUS_UNREACHABLE");
  run.ok("RetryUnit", { unit: "A", note: "mind the tide" });
  assert.equal(run.begin(), "A");
  assert.equal(run.state().work["A"]?.note, "mind the tide");
  run.fail();
  run.begin();
  run.fail();
  assert.equal(run.no("WaiveUnit", { unit: "A", reason: " " }), "REASON_MISSING");
  run.ok("WaiveUnit", { unit: "A", reason: "not now" });
  assert.equal(run.pass(), "B");
  assert.equal(run.state().end?.is, "complete");
  assert.equal(prdIn(run.prd()).stories[0]?.passed, false, "waived is not passed");
});

test("who was turned away by its model server spends no try, four times in a row", () => {
  const run = given(two, { tries: 1 });
  for (let n = 0; n < 4; n += 1) {
    assert.equal(run.begin(), "A");
    run.fail({ turned_away: true });
    assert.notEqual(run.jobs()[0]?.notBefore, undefined);
  }
  run.begin();
  run.fail({ turned_away: true });
  const stuck = run.jobs().find(({ key }) => key === "stuck-A-5");
  assert.equal(stuck?.decision?.question, 'A "Do A" came to nothing 1 time. What now?');
});

test("checks that are red return the story, and nothing is judged", () => {
  const run = given(two);
  run.begin();
  run.finish();
  assert.deepEqual(run.check(0, 1), ["ChecksRan", "UnitReturned"]);
  assert.match(run.state().work["A"]?.returned ?? "", /^checks red: npm test: exit 1/u);
  assert.deepEqual(run.keys(), ["pass-2"]);
});

test("a criterion that isn't met returns the story with the judge's note", () => {
  const run = given(two);
  run.begin();
  run.finish();
  run.check(0);
  assert.equal(
    run.no("GiveVerdict", run.verdict(true, { judgements: [] }), engine),
    "VERDICT_INCOMPLETE",
  );
  assert.deepEqual(run.ok("GiveVerdict", run.verdict(false), engine), ["UnitReturned"]);
  assert.equal(run.state().work["A"]?.returned, "unmet 1 (A is there): not seen");
  assert.match(run.progress(), /- Result: unmet 1/u);
});

test("nobody judges a story that they worked on, and no verdict counts on another tree", () => {
  const run = given(two);
  run.begin();
  run.finish();
  assert.equal(run.no("GiveVerdict", { judgements: [] }, agent), "VERDICT_OUTDATED");
  run.check(0);
  assert.equal(run.no("GiveVerdict", run.verdict(true, { holder: worker }), engine), "AUTHOR_SAME");
  assert.equal(run.no("GiveVerdict", run.verdict(), { ...agent, ...worker }), "AUTHOR_SAME");
  assert.deepEqual(run.ok("GiveVerdict", run.verdict(true, { tree: "t2" }), engine), [
    "JudgeFailed",
  ]);
  assert.deepEqual(run.keys(), ["check-1-2"], "another tree is checked; the work stays");
  run.check(0);
  run.ok("GiveVerdict", run.verdict(false), engine);
  run.begin(judge);
  run.finish();
  run.check(0);
  assert.equal(
    run.no("GiveVerdict", run.verdict(true, { holder: worker }), engine),
    "AUTHOR_SAME",
    "nor of an earlier pass",
  );
});

const unjudged = (options: object = {}): Desk => {
  const run = given(two, options);
  run.begin();
  run.finish();
  run.check(0);
  for (const key of ["judge-1-1", "judge-1-2"])
    assert.deepEqual(run.ok("ReportFailure", { job: key, reason: "no report" }, engine), [
      "JudgeFailed",
    ]);
  const [last] = run.log.slice(-1);
  assert.deepEqual(last === undefined ? null : ralph.news?.(last, run.state()), {
    word: "again",
    text: "A: no verdict, no report",
  });
  run.ok("ReportFailure", { job: "judge-1-3", reason: "no report" }, engine);
  assert.equal(run.state().work["A"]?.tries, 0, "the worker lost nothing");
  return run;
};

test("three verdicts that come to nothing ask a person, and the pass stays", () => {
  const run = unjudged();
  assert.equal(run.no("ReportFailure", { job: "judge-1-4", reason: "" }, engine), "PASS_STALE");
  const [asked] = run.jobs();
  assert.ok(asked !== undefined);
  assert.deepEqual(
    [run.jobs().length, asked.key, asked.decision?.options.map(({ id }) => id)],
    [1, "unjudged-1-3", ["again", "met", "unmet"]],
  );
  assert.match(asked.decision?.question ?? "", /no judge gave a verdict 3 times: no report/u);
  const answer = (option: string, note = "") =>
    ralph
      .report(asked, { ...ended({}), ...({ is: "decided", option, note, data: null } as const) })
      .map(({ type, data }) => run.ok(type, isRecord(data) ? data : {}));
  assert.deepEqual(answer("again"), [["JudgeAskedAgain"]]);
  assert.deepEqual(run.keys(), ["judge-1-4"]);
  assert.equal(run.no("JudgeAgain", { unit: "A" }), "STATUS_UNREACHABLE");
  for (const n of [4, 5, 6])
    run.ok("ReportFailure", { job: `judge-1-${n}`, reason: "no report" }, engine);
  assert.deepEqual(run.keys(), ["unjudged-1-6"]);
  assert.deepEqual(answer("met", "read it"), [["UnitPassed"]]);
});

test("in auto a pass that no judge judges ends the run, and a reopened run has it judged", () => {
  const run = unjudged({ mode: "auto" });
  assert.equal(run.state().end?.reason, "nobody could judge A: no report");
  run.ok("Reopen", { reason: "the judge is mended" });
  assert.deepEqual(run.keys(), ["judge-1-4"]);
});

test("where a person judges, the engine asks, and no agent may", () => {
  const run = given(two, { judge: "person" });
  run.begin();
  run.finish();
  run.check(0);
  assert.deepEqual(run.keys(), ["judge-1-1"]);
  assert.equal(run.jobs()[0]?.decision?.options.length, 2);
  assert.equal(
    run.no("GiveVerdict", { judgements: [{ criterion: 1, met: true, note: "" }] }, agent),
    "SENDER_WRONG",
  );
  assert.deepEqual(run.ok("GiveVerdict", { judgements: [{ criterion: 1, met: true, note: "" }] }), [
    "UnitPassed",
  ]);
});

test("a person who judges sees the pass that is judged: claim, checks and files, and no earlier refusal", () => {
  const run = given(prdOf(row("A", { acceptanceCriteria: ["it is there", "it is right"] })), {
    judge: "person",
  });
  run.begin();
  run.fail({ reason: "its report was refused: REPORT_FOREIGN" });
  run.begin();
  run.finish({ summary: "made two", changed: ["two.txt"] });
  run.check(0);
  const [job] = run.jobs();
  assert.ok(job !== undefined);
  assert.equal(
    job.decision?.question,
    'A "Do A" is reported as done. Does it meet its criteria?\n1. it is there\n2. it is right',
  );
  const brief = ralph.brief(run.state(), job, noFacts);
  for (const part of [/made two/u, /"check": "npm test",\s+"exit": 0/u, /two\.txt/u])
    assert.match(brief, part);
  assert.match(brief, /`cairn diff run1abcd A --patch`/u);
  assert.doesNotMatch(brief, /REPORT_FOREIGN/u);
});

test("a report counts for its own pass and story alone", () => {
  const run = given(two);
  assert.equal(run.no("BeginPass", { job: "pass-2", holder: worker }, engine), "JOB_UNREADY");
  run.begin();
  assert.equal(
    run.no("FinishPass", { job: "pass-1", unit: "B", summary: "" }, engine),
    "REPORT_FOREIGN",
  );
  assert.equal(
    run.no("FinishPass", { job: "pass-2", unit: "A", summary: "" }, engine),
    "PASS_STALE",
  );
});

test("when all passes are used, a person is asked for more", () => {
  const run = given(two, { max_passes: 1 });
  run.pass();
  assert.deepEqual(run.keys(), ["passes-1"]);
  assert.equal(
    run.no("SetOptions", { options: { max_passes: 1, judge: "person", mode: "auto" } }),
    "MODE_UNATTENDED",
  );
  const [job] = run.jobs();
  assert.ok(job !== undefined);
  const more = (data: unknown) =>
    ralph.report(job, {
      ...ended({}),
      ...({ is: "decided", option: "more", note: "", data } as const),
    });
  assert.deepEqual(
    [null, {}, { passes: 0 }, { passes: 500 }, { passes: "2" }].flatMap(more),
    [],
    "no answer, no command",
  );
  assert.deepEqual(more({ passes: 1 }), [
    { type: "SetOptions", data: { options: { max_passes: 2 } } },
  ]);
  run.ok("SetOptions", { options: { max_passes: 2 } });
  assert.equal(run.pass(), "B");
  assert.equal(run.state().end?.is, "complete");
});

test("in auto nobody is asked: the run fails and says why, and a person may reopen it", () => {
  const stuck = given(prdOf(row("A"), row("B", { dependsOn: ["A"] })), { mode: "auto", tries: 1 });
  stuck.begin();
  assert.deepEqual(stuck.fail(), ["UnitReturned", "RunFailed"]);
  assert.deepEqual(stuck.state().end, { is: "failed", reason: "stuck: A" });
  const used = given(two, { mode: "auto", max_passes: 1 });
  used.pass();
  assert.deepEqual(used.state().end, { is: "failed", reason: "all 1 passes are used" });
});

test("a failed run that is reopened has new tries and more passes", () => {
  const run = given(two, { mode: "auto", tries: 1, max_passes: 2 });
  run.begin();
  run.fail();
  run.begin();
  run.fail();
  assert.equal(run.state().end?.is, "failed");
  assert.equal(run.no("RetryUnit", { unit: "A" }), "RUN_OVER");
  assert.deepEqual(run.ok("Reopen", { reason: "go on" }), ["RunReopened"]);
  assert.equal(run.state().options.max_passes, 12);
  assert.equal(run.pass(), "A");
  assert.equal(run.pass(), "B");
  assert.equal(run.state().end?.is, "complete");
});

test("a run of nothing but passed stories is complete at once; none of them is proved", () => {
  const run = given(prdOf(row("A", { passes: true })));
  assert.equal(run.state().end?.is, "complete");
  assert.equal(run.state().work["A"]?.status, "adopted");
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
    "OptionsSet",
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
  assert.match(run.state().archive, /^scripts\/ralph\/archive\/2026-01-14-tides-run1$/u);
  assert.equal((await run.admit("prd.json", `${run.prd()} `)).refused?.code, "RUN_ARCHIVED");
  run.ok("Unarchive", {});
  assert.equal(run.state().archive, "");
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
  assert.equal(other.state().folder, "x");
  assert.equal(
    openDesk().no("Start", { goal: "g", options: { mode: "auto", judge: "person" } }),
    "MODE_UNATTENDED",
  );
});

test("an id of any length can be reported, and a story of many criteria judged", () => {
  const id = "i".repeat(200);
  const many = Array.from({ length: 80 }, (_, n) => `c${n}`);
  const run = given(prdOf(row(id, { acceptanceCriteria: many })));
  run.begin();
  run.finish();
  run.check(0);
  const judgements = many.map((_, n) => ({ criterion: n + 1, met: true, note: "" }));
  assert.deepEqual(run.ok("GiveVerdict", run.verdict(true, { judgements }), engine), [
    "UnitPassed",
    "RunCompleted",
  ]);
});

test("why a report counts for nothing is said once", () => {
  const run = given(two);
  run.begin();
  const [job] = run.jobs();
  assert.ok(job !== undefined);
  const [command] = ralph.report(job, ended({ unit: "A", result: "done", summary: 5 }));
  assert.deepEqual(command?.data, {
    job: "pass-1",
    reason: "its report isn't what its brief asks for: /summary must be a string, not a number",
    spent: true,
    turned_away: false,
    retry_at: null,
  });
});

test("who follows a run hears of a story that checks showed as proved, of another one as judged", () => {
  const run = given(prdOf(row("A"), row("B")), { checks: ["true"] });
  const word = (): string | undefined => {
    const passed = run.log.findLast(({ type }) => type === "UnitPassed");
    return passed === undefined ? undefined : ralph.news?.(passed, run.state())?.word;
  };
  run.pass();
  assert.equal(word(), "proved");
  run.ok("SetOptions", { options: { checks: [] } });
  run.begin();
  run.finish();
  run.check();
  run.ok("GiveVerdict", run.verdict(), engine);
  assert.equal(word(), "judged");
});

test("who says that a story was mended is asked so only where something can show it", () => {
  const stuck = (options: object) => {
    const run = given(two, { tries: 1, ...options });
    run.begin();
    run.fail();
    const [job] = run.jobs().filter(({ kind }) => kind === "decision");
    return job?.decision?.options.map(({ mends }) => mends ?? null);
  };
  assert.deepEqual(stuck({ checks: ["npm test"] }), ["A", null, null]);
  assert.deepEqual(stuck({ checks: [] }), [null, null, null]);
});
