// Golden stories of whole iterative runs, development and knowledge, byte for byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../fixtures/iterative-edits.ts";
import { openStage } from "../fixtures/iterative-stage.ts";
import { agreed, commands, judged, looking, plan, settle } from "./iterative-told.ts";
import { assertKept, below } from "./kept.ts";

const tests = {
  name: "tests",
  argv: ["npm", "test"],
  cwd: ".",
  scope: "run",
  timeout_s: 60,
} as const;

test("development: from the questions to the archive", () => {
  const stage = openStage();
  const briefs: Record<string, string> = {};
  const { kept, look } = looking(stage);
  const told = (name: string, key: string): void => void (briefs[name] = stage.brief(key));

  stage.ok("Start", {
    request: "Add login by email",
    slug: "add-login",
    run: "r1",
    settings: { gates: [tests] },
  });
  told("interviewer.md", "interviewer#1");
  stage.says("interviewer#1", {
    questions: [
      { text: "How long may a link live?", options: ["15 minutes", "a day"], recommended: 0 },
      { text: "Which mail service?", options: ["smtp", "api"] },
    ],
  });
  look("1-asked");
  told("question.md", "question-q1");
  stage.choose("question-q1", "1");
  stage.choose("question-q2", "skip");
  stage.says("interviewer#2", {
    brief: {
      title: "Login by mail",
      outcome: "People log in without a password",
      done_when: ["a link logs in once"],
      constraints: ["no new service"],
    },
  });
  told("planner.md", "planner#1");
  stage.says("planner#1", { units: plan.units.slice(0, 1) });
  stage.choose("plan-1", "reject", "the page is missing");
  told("planner-again.md", "planner#2");
  stage.says("planner#2", plan);
  look("2-proposed");
  told("plan.md", "plan-2");
  stage.choose("plan-2", "approve");

  // T1: an entry of its agent's own, a lesson, a red gate, work that the confirmation finds, gaps, a fix.
  told("first.md", "T1#1");
  stage.launch("T1#1");
  const shop = desk(stage);
  const entry =
    "## T1 - Iteration 7 - yesterday\n**Did:** Began the model\n**Remaining:** expiry\n**Mood:** fine\n**Commit:** None\n";
  shop.take(shop.put("progress.md", `${shop.file("progress.md")}\n${entry}`));
  look("3-under-way");
  stage.says(
    "T1#1",
    {
      unit: "T1",
      status: "continue",
      did: "Began the model",
      remaining: "expiry",
      guardrails: [
        { name: "Clock", when: "testing", problem: "the clock ran", solution: "hand the time in" },
      ],
    },
    { edit: { "src/token.ts": "half" } },
  );
  told("later.md", "T1#2");
  stage.work(
    "T1#2",
    { did: "Expiry" },
    { edit: { "src/token.ts": "whole" }, commit: "feat(add-login): Token expiry" },
  );
  told("test.md", "T1#3");
  stage.work("T1#3", { did: "Wrote 3 tests" }, { edit: { "src/token.test.ts": "3 tests" } });
  assert.deepEqual(stage.checks("gate:T1:1", { "npm test": 1 }), ["GateRun"]);
  stage.work(
    "T1#4",
    { did: "Mended the test" },
    { edit: { "src/token.test.ts": "3 good tests" }, commit: "fix(add-login): Test" },
  );
  stage.checks("gate:T1:2");
  assert.equal(
    stage.brief("T1#5"),
    briefs["first.md"],
    "a confirmation is told what the first pass was told",
  );
  assert.deepEqual(
    stage.work("T1#5", { did: "A leap second" }, { edit: { "src/token.ts": "more" } }),
    ["PassEnded", "WorkFound"],
  );
  stage.checks("gate:T1:3");
  stage.work("T1#6");
  stage.checks("gate:T1:4");
  told("verify.md", "T1#7");
  stage.launch("T1#7");
  const gap = {
    severity: "major",
    type: "bug",
    file: "src/token.ts",
    line: 12,
    problem: "a token works twice",
  };
  assert.deepEqual(stage.says("T1#7", judged("T1", 2, [gap])), ["VerdictGiven"]);
  look("4-gaps");
  told("fix.md", "T1#8");
  stage.work(
    "T1#8",
    { did: "Once only" },
    { edit: { "src/token.ts": "once" }, commit: "fix(add-login): Once" },
  );
  agreed(stage, "T1", 2);

  // T2 is blocked, T3 used what it may: both wait for a person.
  stage.work("T2#1", {
    status: "blocked",
    did: "Looked",
    remaining: "all",
    reason: "no mail account",
  });
  stage.work(
    "T3#1",
    { status: "continue", did: "A form", remaining: "style" },
    { edit: { "src/page.ts": "form" } },
  );
  assert.deepEqual(stage.keys(), ["unit-T2-1", "unit-T3-1"]);
  look("5-stuck");
  told("blocked.md", "unit-T2-1");
  told("timeout.md", "unit-T3-1");
  stage.choose("unit-T2-1", "unblock", "use the fake account");
  stage.choose("unit-T3-1", "raise", "", { n: 2 });
  settle(stage, "T2", "src/mail.ts", "mail");
  settle(stage, "T3", "src/page.ts", "page");

  // The review names T2, and something that is no unit's.
  assert.equal(stage.state().phase, "verify");
  stage.checks("gate:final:1");
  told("review.md", "reviewer#1");
  const issues = [
    { severity: "major", unit: "T2", file: "src/mail.ts", problem: "the link is logged" },
    { severity: "critical", problem: "mail and page disagree on the path" },
  ];
  stage.launch("reviewer#1");
  stage.says("reviewer#1", { verdict: "REVIEW_FAIL", checked: "all of it", issues });
  look("6-reviewed");
  assert.deepEqual(
    stage.state().units.map(({ id, stage: at }) => `${id} ${at}`),
    ["T1 settled", "T2 work", "T3 settled", "T4 idle"],
  );
  settle(stage, "T2", "src/mail.ts", "quiet mail");
  settle(stage, "T4", "src/app.ts", "one path");
  stage.checks("gate:final:2");
  stage.launch("reviewer#2");
  stage.says("reviewer#2", {
    verdict: "REVIEW_PASS",
    checked: "all of it",
    issues: [{ severity: "minor", problem: "a typo" }],
  });
  look("7-delivered");
  assert.deepEqual(stage.keys(), ["archive"]);
  stage.checks("archive");
  assert.deepEqual(
    [stage.state().phase, stage.state().archive],
    ["complete", ".claude/iterative/archive/add-login-20260114"],
  );
  look("8-complete");
  assertKept("iterative-development", { ...commands(stage), ...below("briefs", briefs), ...kept });
});

const words = (about: string): string =>
  `# ${about}\n\n${`What is known of ${about}. `.repeat(12)}\n`;
const inRun = (path: string): string => `.claude/iterative/tides/${path}`;

test("knowledge: from sources to a delivery that a person sends back once", () => {
  const stage = openStage();
  const { kept, look } = looking(stage);
  const make = (id: string, output: string, text: string, more: object = {}): void =>
    void stage.work(
      `${id}#${stage.unit(id).seq + 1}`,
      { did: `Wrote ${output}`, ...more },
      { edit: { [inRun(output)]: text } },
    );

  const brief = {
    title: "Tides",
    outcome: "We know how tides work",
    done_when: ["every claim has a source"],
    notes: "Mind the moon.",
  };
  const settings = { planner: "template", interviewer: "hand", deliver: "ask" } as const;
  stage.ok("Start", { request: "Research tides", slug: "tides", run: "r1", brief, settings });
  look("1-proposed");
  stage.choose("plan-1", "approve");

  // A stub is red, whatever is said of it; a note by hand belongs to the run.
  make("R1", "sources/bibliography.md", "# Sources\n\nTODO\n");
  assert.deepEqual(stage.checks("gate:R1:1"), ["GateRun"]);
  assert.equal(stage.unit("R1").stage, "work");
  const shop = desk(stage);
  shop.change(
    "progress.md",
    (text) => `${text}\n## Run - Note 1 - today\n**Did:** asked the harbour office\n`,
  );
  stage.ok("AddNote", { unit: "R2", text: "begin with Newton" });
  make("R1", "sources/bibliography.md", words("sources"));
  agreed(stage, "R1");
  make("R2", "sources/evaluation.md", words("credibility"));
  agreed(stage, "R2");
  look("2-half");

  // Gaps are revised; the sources that grow meanwhile are nobody's output.
  make("R3", "analysis/patterns.md", words("patterns"));
  stage.checks("gate:R3:1");
  stage.work("R3#2");
  stage.checks("gate:R3:2");
  const verify = stage.brief("R3#3");
  stage.launch("R3#3");
  stage.says(
    "R3#3",
    judged("R3", 1, [
      { severity: "critical", type: "uncited", problem: "the second theme has no source" },
    ]),
  );
  const revise = stage.brief("R3#4");
  make("R3", "analysis/patterns.md", words("cited patterns"));
  stage.world.edit({ [inRun("sources/extra.md")]: "one more" });
  agreed(stage, "R3");
  make("R4", "outputs/synthesis.md", words("synthesis"));
  agreed(stage, "R4");

  assert.equal(stage.state().phase, "verify");
  stage.checks("gate:final:1");
  const review = stage.brief("reviewer#1");
  stage.launch("reviewer#1");
  stage.says("reviewer#1", { verdict: "REVIEW_PASS", checked: "each claim", issues: [] });
  assert.deepEqual(stage.keys(), ["deliver-1"]);
  look("3-deliver");
  const deliver = stage.brief("deliver-1");
  stage.choose("deliver-1", "reject", "not yet", {
    issues: [{ problem: "the moon is missing", unit: "R4" }, { problem: "no index" }],
  });
  assert.deepEqual(
    stage.state().units.map(({ id, stage: at }) => `${id} ${at}`),
    ["R1 settled", "R2 settled", "R3 settled", "R4 work", "R5 idle"],
  );
  look("4-rejected");
  make("R4", "outputs/synthesis.md", words("synthesis with the moon"));
  agreed(stage, "R4");
  stage.work(
    "R5#1",
    { did: "Wrote an index" },
    { edit: { [inRun(stage.unit("R5").output ?? "")]: words("index") } },
  );
  agreed(stage, "R5");
  stage.checks("gate:final:2");
  stage.launch("reviewer#2");
  stage.says("reviewer#2", { verdict: "REVIEW_PASS", issues: [] });
  stage.choose("deliver-2", "approve");
  stage.checks("archive");
  assert.equal(stage.state().phase, "complete");
  look("5-complete");
  const briefs = {
    "verify.md": verify,
    "revise.md": revise,
    "review.md": review,
    "deliver.md": deliver,
  };
  assertKept("iterative-knowledge", { ...commands(stage), ...below("briefs", briefs), ...kept });
});
