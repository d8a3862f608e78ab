// Why: a whole run of iterative, from the questions to the archive, leaves files that were looked at once and kept, byte by byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../fixtures/iterative-edits.ts";
import { openStage, type Stage } from "../fixtures/iterative-stage.ts";
import { assertKept, below } from "./kept.ts";

const commands = (stage: Stage): Readonly<Record<string, string>> => ({ "commands.txt": `${stage.told.join("\n")}\n` });
const tests = { name: "tests", argv: ["npm", "test"], cwd: ".", scope: "run", timeout_s: 60 } as const;

const plan = {
  units: [
    {
      id: "T1",
      title: "Token model",
      criteria: ["a token expires after 15 minutes", "expired: 401"],
      files: ["src/token.ts"],
      max: 8,
      model: "opus",
    },
    { id: "T2", title: "Mail", criteria: ["the mail holds one link"], files: ["src/mail.ts"], depends: ["T1"], max: 5 },
    { id: "T3", title: "Page", criteria: ["GET /login answers 200"], files: ["src/page.ts", "src/page/"], max: 1, model: "haiku" },
  ],
  notes: "T3 needs nobody.",
  context: {
    goal: "Login by mail",
    approach: "Short-lived tokens",
    key_files: [{ path: "src/app.ts", text: "routes" }],
    patterns: ["no any"],
  },
};

const judged = (unit: string, criteria: number, gaps: readonly object[] = []): object => ({
  unit,
  verdict: gaps.length === 0 ? "VERIFIED" : "GAPS_FOUND",
  criteria: Array.from({ length: criteria }, (_, index) => ({ n: index + 1, met: true, how: "ran it" })),
  gaps,
});
/** From a green gate to done. */
const agreed = (stage: Stage, id: string, criteria = 1): void => {
  const n = (): number => stage.unit(id).seq + 1;
  const gate = (): string => `gate:${id}:${stage.unit(id).gates + 1}`;
  stage.checks(gate());
  assert.ok(stage.work(`${id}#${n()}`).includes("WorkConfirmed"));
  stage.checks(gate());
  const key = `${id}#${n()}`;
  stage.launch(key);
  assert.ok(stage.says(key, judged(id, criteria)).includes("UnitSettled"));
};
const settle = (stage: Stage, id: string, path: string, text: string, criteria = 1): void => {
  const edit = { [path]: text, [path.replace(".ts", ".test.ts")]: `tests of ${text}` };
  stage.work(`${id}#${stage.unit(id).seq + 1}`, { did: `Wrote ${text}` }, { edit, commit: `feat(add-login): ${text}` });
  agreed(stage, id, criteria);
};

test("development: from the questions to the archive", () => {
  const stage = openStage();
  const briefs: Record<string, string> = {};
  const kept: Record<string, string> = {};
  const look = (name: string): void => void Object.assign(kept, below(name, stage.files()));
  const told = (name: string, key: string): void => void (briefs[name] = stage.brief(key));

  stage.ok("Start", { request: "Add login by email", slug: "add-login", run: "r1", settings: { gates: [tests] } });
  told("interviewer.md", "interviewer#1");
  stage.says("interviewer#1", {
    questions: [
      { text: "How long may a link live?", options: ["15 minutes", "a day"], recommended: 0 },
      { text: "Which mail service?", options: ["smtp", "api"] },
    ],
  });
  look("1-asked");
  told("question.md", "question:q1");
  stage.choose("question:q1", "1");
  stage.choose("question:q2", "skip");
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
  stage.choose("plan#1", "reject", "the page is missing");
  told("planner-again.md", "planner#2");
  stage.says("planner#2", plan);
  look("2-proposed");
  told("plan.md", "plan#2");
  stage.choose("plan#2", "approve");

  // T1: an entry of its agent's own, a lesson, a red gate, work that the confirmation finds, gaps, a fix.
  told("first.md", "T1#1");
  stage.launch("T1#1");
  const shop = desk(stage);
  const entry = "## T1 - Iteration 7 - yesterday\n**Did:** Began the model\n**Remaining:** expiry\n**Mood:** fine\n**Commit:** None\n";
  shop.take(shop.put("progress.md", `${shop.file("progress.md")}\n${entry}`));
  look("3-under-way");
  stage.says(
    "T1#1",
    {
      unit: "T1",
      status: "continue",
      did: "Began the model",
      remaining: "expiry",
      guardrails: [{ name: "Clock", when: "testing", problem: "the clock ran", solution: "hand the time in" }],
    },
    { edit: { "src/token.ts": "half" } },
  );
  told("later.md", "T1#2");
  stage.work("T1#2", { did: "Expiry" }, { edit: { "src/token.ts": "whole" }, commit: "feat(add-login): Token expiry" });
  told("test.md", "T1#3");
  stage.work("T1#3", { did: "Wrote 3 tests" }, { edit: { "src/token.test.ts": "3 tests" } });
  assert.deepEqual(stage.checks("gate:T1:1", { "npm test": 1 }), ["CommitRecorded", "GateRun"]);
  stage.work("T1#4", { did: "Mended the test" }, { edit: { "src/token.test.ts": "3 good tests" }, commit: "fix(add-login): Test" });
  stage.checks("gate:T1:2");
  assert.equal(stage.brief("T1#5"), briefs["first.md"], "a confirmation is told what the first pass was told");
  assert.deepEqual(stage.work("T1#5", { did: "A leap second" }, { edit: { "src/token.ts": "more" } }), ["PassEnded", "WorkFound"]);
  stage.checks("gate:T1:3");
  stage.work("T1#6");
  stage.checks("gate:T1:4");
  told("verify.md", "T1#7");
  stage.launch("T1#7");
  const gap = { severity: "major", type: "bug", file: "src/token.ts", line: 12, problem: "a token works twice" };
  assert.deepEqual(stage.says("T1#7", judged("T1", 2, [gap])), ["VerdictGiven"]);
  look("4-gaps");
  told("fix.md", "T1#8");
  stage.work("T1#8", { did: "Once only" }, { edit: { "src/token.ts": "once" }, commit: "fix(add-login): Once" });
  agreed(stage, "T1", 2);

  // T2 is blocked, T3 used what it may: both wait for a person.
  stage.work("T2#1", { status: "blocked", did: "Looked", remaining: "all", reason: "no mail account" });
  stage.work("T3#1", { status: "continue", did: "A form", remaining: "style" }, { edit: { "src/page.ts": "form" } });
  assert.deepEqual(stage.keys(), ["unit:T2#1", "unit:T3#1"]);
  look("5-stuck");
  told("blocked.md", "unit:T2#1");
  told("timeout.md", "unit:T3#1");
  stage.choose("unit:T2#1", "unblock", "use the fake account");
  stage.choose("unit:T3#1", "raise", "", { n: 2 });
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
  stage.says("reviewer#2", { verdict: "REVIEW_PASS", checked: "all of it", issues: [{ severity: "minor", problem: "a typo" }] });
  look("7-delivered");
  assert.deepEqual(stage.keys(), ["archive"]);
  stage.checks("archive");
  assert.deepEqual([stage.state().phase, stage.state().archive], ["complete", ".claude/iterative/archive/add-login-20260114"]);
  look("8-complete");
  assertKept("iterative-development", { ...commands(stage), ...below("briefs", briefs), ...kept });
});
