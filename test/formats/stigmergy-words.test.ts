// Tests of older status words in stigmergy files: one translation each, only with --convert.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, type Free, refusal, takeOver } from "./stigmergy-files.ts";

const stories = (document: Free): Free[] =>
  document.project_manifest.epics.flatMap((epic: Free) => epic.stories);

const storyWords: Readonly<Record<string, string>> = {
  APPROVED: "PENDING",
  Draft: "PENDING",
  CODING_IN_PROGRESS: "IN_PROGRESS",
  CODING_COMPLETE: "AWAITING_VERIFICATION",
  QA_PENDING: "AWAITING_VERIFICATION",
  QA_PASSED: "AWAITING_VERIFICATION",
  PO_PENDING: "AWAITING_VERIFICATION",
  PO_VERIFIED: "AWAITING_VERIFICATION",
  AWAITING_QA: "AWAITING_VERIFICATION",
  DONE: "COMPLETE",
  COMPLETED: "COMPLETE",
};

test("every old word of a story is today's, and only with --convert", () => {
  for (const [word, now] of Object.entries(storyWords)) {
    const document = changed((state) => void (stories(state)[1].status = word));
    assert.match(refusal(document).text, new RegExp(`${word}: write ${now}`, "u"));
    const { file, state } = takeOver(document, { convert: true });
    assert.equal(stories(file)[1].status, now);
    assert.equal(state.epics[0]?.stories[1]?.approved, word !== "Draft", word);
  }
});

const projectWords: Readonly<Record<string, string>> = {
  NEEDS_INITIALIZATION: "NEEDS_BRIEFING",
  AWAITING_APPROVAL_BRIEF: "NEEDS_BRIEFING",
  PLANNING_IN_PROGRESS: "NEEDS_PLANNING",
  GRAND_BLUEPRINT_PHASE: "NEEDS_PLANNING",
  NEEDS_PRD: "NEEDS_PLANNING",
  NEEDS_ARCHITECTURE: "NEEDS_PLANNING",
  NEEDS_BLUEPRINT: "NEEDS_PLANNING",
  AWAITING_APPROVAL_PRD: "NEEDS_PLANNING",
  AWAITING_APPROVAL_ARCHITECTURE: "NEEDS_PLANNING",
  AWAITING_APPROVAL_BLUEPRINT: "READY_FOR_EXECUTION",
  AWAITING_EXECUTION_APPROVAL: "READY_FOR_EXECUTION",
  EPIC_COMPLETE: "EXECUTION_IN_PROGRESS",
  SYSTEM_AUDIT_PENDING: "EXECUTION_IN_PROGRESS",
  AWAITING_QA: "EXECUTION_IN_PROGRESS",
  EXECUTION_FAILED: "EXECUTION_HALTED",
};

test("every old word of a project is today's, and only with --convert", () => {
  for (const [word, now] of Object.entries(projectWords)) {
    const document = changed((state) => void (state.project_status = word));
    assert.equal(refusal(document).code, "SCHEMA_OLD");
    assert.equal(takeOver(document, { convert: true }).file.project_status, now, word);
  }
});

test("a paused project stays paused where it stood, and one that asked goes on asking", () => {
  const paused = changed(
    (state) =>
      void Object.assign(state, {
        project_status: "PAUSED_BY_USER",
        status_before_pause: "NEEDS_PRD",
      }),
  );
  const { state, file } = takeOver(paused, { convert: true });
  assert.deepEqual(
    [state.life, state.status, file.status_before_pause],
    ["paused", "NEEDS_PLANNING", undefined],
  );
  const silent = takeOver(
    changed((one) => void (one.project_status = "PAUSED_BY_USER")),
    { convert: true },
  );
  assert.deepEqual([silent.state.life, silent.state.status], ["paused", "EXECUTION_IN_PROGRESS"]);
  const asking = takeOver(
    changed((one) => void (one.project_status = "HUMAN_INPUT_REQUIRED")),
    { convert: true },
  );
  assert.deepEqual(
    [asking.state.status, asking.state.questions.map(({ subject, open }) => [subject, open])],
    ["EXECUTION_IN_PROGRESS", [["project", true]]],
  );
});
