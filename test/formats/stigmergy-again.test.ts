// State files that the engine wrote come back as they were when they are adopted elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { check } from "../../src/protocols/stigmergy/check/check.ts";
import { write } from "../../src/protocols/stigmergy/files.ts";
import { jobs } from "../../src/protocols/stigmergy/jobs.ts";
import type { State } from "../../src/protocols/stigmergy/state.ts";
import { sayable } from "../fixtures/stigmergy-chance.ts";
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

test("whatever happened to a project, its file is taken over elsewhere without an error and without an issue more", () => {
  const word = fc.record({
    pick: fc.nat(9_999),
    raw: fc.nat(9),
    rare: fc.nat(9),
    ok: fc.boolean(),
    edit: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 40, maxLength: 120, size: "max" }), (words) => {
      const run = openDesk();
      run.execute({ concurrency: 2 }, {}, { A: ["a", "b", "c"], B: ["d"] }, ["npm test"]);
      for (const one of words) {
        const all = sayable(run, one);
        const chosen = all[one.pick % Math.max(1, all.length)];
        if (chosen === undefined) continue;
        if (chosen.edit !== undefined) run.world.edit(chosen.edit);
        run.send(
          chosen.type,
          chosen.measured === true ? { ...chosen.data, after: run.world.moment() } : chosen.data,
          chosen.by,
        );
      }
      const text = textOf(run);
      const found = (check({ ".ai/state.json": text }) ?? []).filter(
        ({ severity, code }) => severity === "error" || code === "ISSUE_MISSING",
      );
      assert.deepEqual(found, []);
      assert.equal(takeOver(JSON.parse(text)).file.issue_log.length, run.state().issues.length);
    }),
    { numRuns: 150, seed: 5 },
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
