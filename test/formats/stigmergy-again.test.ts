// State files that the engine wrote come back as they were when they are adopted elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../../src/protocols/stigmergy/check/check.ts";
import { write } from "../../src/protocols/stigmergy/files.ts";
import { jobs } from "../../src/protocols/stigmergy/jobs.ts";
import type { State } from "../../src/protocols/stigmergy/state.ts";
import { type Desk, openDesk } from "../fixtures/stigmergy-desk.ts";
import { changed, sound, takeOver } from "./stigmergy-files.ts";

const textOf = (run: Desk): string => write(run.state(), run.log)["state.json"] ?? "";
const findings = (text: string): readonly string[] =>
  (check({ ".ai/state.json": text }) ?? []).map(({ code }) => code);
const options = (state: State): readonly string[] =>
  (jobs(state)[0]?.decision?.options ?? []).map(({ id }) => id);
const started = (): Desk => {
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  return run;
};
const unsolved = (run: Desk): void => {
  const dexter = run.holder("issue-");
  const [issue] = run.state().issues.filter(({ status }) => status === "OPEN");
  run.ok("TakeIssue", { issue: issue?.id ?? "" }, dexter);
  run.ok("GiveUpIssue", { issue: issue?.id ?? "", reason: "no network" }, dexter);
};

test("a failed story whose issue nobody could solve is no finding, and comes back with its halt and all its options", () => {
  const run = started();
  run.fail("1.1");
  run.fail("1.1");
  unsolved(run);
  const text = textOf(run);
  assert.deepEqual(findings(text), []);
  const { state, file, log, adopted } = takeOver(JSON.parse(text));
  assert.deepEqual([adopted.corrections, log.map(({ type }) => type)], [[], ["ProjectAdopted"]]);
  assert.deepEqual(file.issue_log, JSON.parse(text).issue_log);
  assert.deepEqual(options(state), options(run.state()));
  assert.deepEqual(options(state), ["retry", "responder", "withdraw", "cancel"]);
});

test("the signal that a file was found with stands until somebody leaves another", () => {
  const { file, state } = takeOver(sound());
  assert.deepEqual(
    [file.system_signal, file.history.at(-1).signal, state.signal],
    ["STORY_STARTED", "PROJECT_ADOPTED", "STORY_STARTED"],
  );
});

test("an epic whose stories aren't listed yet is taken over as it stands, in planning and in execution", () => {
  for (const status of ["NEEDS_PLANNING", "EXECUTION_IN_PROGRESS"]) {
    const found = changed((state) => {
      state.project_status = status;
      state.project_manifest.epics.unshift({
        epic_id: 9,
        title: "Later",
        status: "PENDING",
        stories: [],
      });
    });
    const taken = takeOver(found);
    assert.deepEqual(
      [taken.adopted.corrections, taken.file.project_manifest],
      [[], found.project_manifest],
    );
  }
});
