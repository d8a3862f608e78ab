// Tests of brief and questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agentFor,
  brief,
  delivering,
  discovering,
  engine,
  file,
  planning,
} from "../../../../test/fixtures/iterative-rules.ts";

const interviewer = agentFor("interviewer#1");
const questions = [
  { text: "Which provider?", options: ["ours", "theirs"], recommended: 1 },
  { text: "Which pages?", options: ["all", "login", "profile"], multi: true },
];

test("questions are answered or left open; the last one ends a round, and the brief names what stayed open", () => {
  const rules = discovering();
  rules.send("AskQuestions", { questions }, interviewer);
  assert.deepEqual(
    rules.state().questions.map(({ id, recommended, multi }) => [id, recommended, multi]),
    [
      ["q1", 1, false],
      ["q2", 0, true],
    ],
  );
  rules.send("AnswerQuestion", { question: "q2", answers: ["all", "words of my own"] });
  assert.equal(rules.state().interviewer.rounds, 0);
  rules.send("AnswerQuestion", { question: "q1", skip: true });
  assert.deepEqual([rules.state().interviewer.rounds, rules.state().interviewer.n], [1, 2]);
  assert.deepEqual(rules.does("WriteBrief", { ...brief, notes: "keep it small" }, interviewer), [
    "BriefWritten",
    "PhaseEntered",
  ]);
  assert.equal(rules.state().brief?.notes, "keep it small\n\nOpen:\n- Which provider?");
  assert.deepEqual(rules.does("WriteBrief", { notes: rules.state().brief?.notes }, file), []);
});

test("the same question again asks nothing", () => {
  const rules = discovering();
  rules.send("AskQuestions", { questions }, interviewer);
  assert.deepEqual(rules.does("AskQuestions", { questions }, agentFor("interviewer#2")), []);
});

test("a brief written by hand while something is asked waits for the answer, and notes what is left open", () => {
  const rules = discovering();
  rules.send("AskQuestions", { questions: questions.slice(0, 1) }, interviewer);
  assert.deepEqual(rules.does("WriteBrief", brief, file), ["BriefWritten"]);
  assert.deepEqual(rules.does("AnswerQuestion", { question: "q1", skip: true }), [
    "QuestionAnswered",
    "BriefWritten",
    "PhaseEntered",
  ]);
  assert.equal(rules.state().brief?.notes, "Open:\n- Which provider?");
});

test("what a field doesn't say stays, and the first writing is its date", () => {
  const rules = planning();
  const created = rules.state().brief?.at;
  rules.send("WriteBrief", { constraints: [" no new dependency ", ""] });
  assert.deepEqual(rules.state().brief, {
    ...rules.state().brief,
    outcome: brief.outcome,
    constraints: ["no new dependency"],
    at: created,
  });
  assert.deepEqual(rules.does("WriteBrief", { constraints: ["no new dependency"] }), []);
});

test("a brief that changes after the review makes the review void", () => {
  const rules = delivering();
  assert.deepEqual(rules.does("WriteBrief", { notes: "another wish" }), [
    "BriefWritten",
    "ReviewVoided",
  ]);
  assert.equal(rules.state().final.review, null);
});

test("three tries that came to nothing wait for a person, whose word gives new ones", () => {
  const rules = discovering();
  for (const n of [1, 2, 3])
    rules.send("FailAttempt", { job: "interviewer", n, why: `garbage ${n}` }, engine);
  assert.deepEqual(rules.state().interviewer, { n: 4, attempts: 3, rounds: 0, why: "garbage 3" });
  assert.equal(
    rules.refused("FailAttempt", { job: "interviewer", n: 4, why: "late" }, engine).code,
    "JOB_UNKNOWN",
  );
  assert.deepEqual(rules.does("SetSettings", { settings: { interviewer: "agent" } }), [
    "SettingsChanged",
  ]);
  assert.deepEqual([rules.state().interviewer.attempts, rules.state().interviewer.n], [0, 4]);
});
