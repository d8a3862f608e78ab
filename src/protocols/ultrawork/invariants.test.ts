// Property tests of ultrawork's rules: random commands never throw nor break an invariant.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cameAbout } from "../../../test/fixtures/chance.ts";
import { type Chance, ofAnybody, ofJob } from "../../../test/fixtures/ultrawork-chance.ts";
import { lawful } from "../../../test/fixtures/lawful.ts";
import { story } from "../../../test/fixtures/ultrawork-story.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import { decide } from "./decider.ts";
import { evolve as fold } from "./evolve.ts";
import { brokenOf } from "../../kit/telling.ts";
import { jobs } from "./jobs.ts";
import { judgeable, numbered } from "./jobs/due.ts";
import { allEvents, type UltraworkEvent } from "./events.ts";
import type { State } from "./state.ts";
import { heldUnits } from "./trouble.ts";

const evolve = lawful(brokenOf(allEvents), fold);

const holds = (before: State | null, event: Recorded<UltraworkEvent>, after: State): void => {
  assert.deepEqual(
    after.tasks[after.verifyId]?.blockedBy,
    after.order,
    "verify waits for every other task",
  );
  assert.deepEqual(
    Object.keys(after.tasks).toSorted(),
    [...after.order, after.verifyId].toSorted(),
  );
  assert.ok(
    after.iteration >= 1 && after.iteration <= after.options.max_iterations,
    "iterations stay within the limit",
  );
  assert.ok(Object.values(after.tasks).every((task) => task.attempts <= 10 || task.allowance > 10));
  if (event.type === "TaskResolved") {
    const task = after.tasks[event.data.task];
    assert.ok(task !== undefined);
    for (const { criterion } of numbered(after, task))
      assert.ok(
        criterion.proof !== null &&
          !criterion.proof.stale &&
          (criterion.proof.passed || criterion.proof.captured),
        "resolved means shown",
      );
  }
  if ("trouble" in event.data && event.data.trouble !== undefined) {
    const failures = (state: State | null): readonly unknown[] =>
      state === null
        ? []
        : [
            state.planTries.failed,
            state.sweep.tries.failed,
            ...Object.values(state.explorers).map((one) => [one.failed, one.status]),
          ];
    assert.deepEqual(failures(after), failures(before), "who was turned away spent no try");
  }
  if (event.type === "RunCompleted") {
    assert.equal(event.by.kind, "engine");
    for (const { criterion } of judgeable(after)) {
      const { proof } = criterion;
      assert.ok(proof?.passed === true && proof.judged && !proof.stale, "complete means judged");
      if (criterion.check?.type !== "manual")
        assert.equal(proof.tree, event.data.tree, "on one tree");
    }
    assert.ok(
      !after.involved.some((one) => one.name === after.sweep.verifier?.name),
      "by somebody who did none of the work",
    );
    assert.equal(after.tasks[after.verifyId]?.status, "resolved");
  }
  const moves: Readonly<Record<string, readonly string[]>> = {
    PLANNING: ["EXECUTION", "FAILED", "CANCELLED"],
    EXECUTION: ["VERIFICATION", "FAILED", "CANCELLED"],
    VERIFICATION: ["EXECUTION", "COMPLETE", "FAILED", "CANCELLED"],
    FAILED: ["PLANNING", "EXECUTION", "VERIFICATION"],
    CANCELLED: ["PLANNING", "EXECUTION", "VERIFICATION"],
    COMPLETE: [],
  };
  if (before !== null && before.phase !== after.phase)
    assert.ok(moves[before.phase]?.includes(after.phase), `${before.phase} → ${after.phase}`);
};

const chance = fc.record({ kind: fc.nat(1_000), pick: fc.nat(1_000), coin: fc.boolean() });
// Shrinking a long run takes minutes, so the best result so far is reported.
const once = {
  numRuns: 120,
  seed: 7,
  interruptAfterTimeLimit: 20_000,
  markInterruptAsFailure: true,
};
const steps = fc.array(fc.tuple(fc.nat(19), chance), { minLength: 60, maxLength: 250 });

/** Sends random commands and checks every event against the invariants; returns the log and the last state. */
const play = (mode: string, told: readonly (readonly [number, Chance])[]) => {
  const begun = story({ mode, explorers: 1, baseline: true, max_iterations: 3, max_attempts: 2 });
  let state = begun.state();
  const log: Recorded<UltraworkEvent>[] = [...begun.log];
  for (const [road, given] of told) {
    const asked = (road < 18 ? ofJob(state, given) : null) ?? ofAnybody(state, given);
    const stamp = { at: "2026-01-08T13:00:00.000Z", by: asked.by };
    const decided = decide(state, asked.one, stamp);
    if (isRefusal(decided)) {
      assert.match(decided.code, /^[A-Z]+_[A-Z]+$/u);
      continue;
    }
    for (const event of decided) {
      const recorded = { ...event, version: log.length + 1, ...stamp, cause: "c" };
      const before = state;
      state = evolve(state, recorded);
      log.push(recorded);
      holds(before, recorded, state);
    }
    const waits = state.paused || !["PLANNING", "EXECUTION", "VERIFICATION"].includes(state.phase);
    const attended = jobs(state).filter(
      (job) => job.kind === "decision" && state.options.mode === "auto",
    );
    assert.deepEqual(
      attended.filter(
        (job) =>
          !/^(?:begin$|verdict-)/u.test(job.key) &&
          !(job.key.startsWith("stuck-") && heldUnits(state).length > 0),
      ),
      [],
      "in auto mode nobody is asked, but for what only a person may say",
    );
    assert.ok(
      waits || jobs(state).some((job) => job.begun || job.why === null),
      "a live run never stands still in silence",
    );
  }
  return { state, log };
};

for (const mode of ["interactive", "auto"]) {
  test(`random commands in ${mode} mode never throw and never break what holds; the same events give the same state`, () => {
    fc.assert(
      fc.property(steps, (told) => {
        const { state, log } = play(mode, told);
        const again = log.reduce<State | null>((before, event) => evolve(before, event), null);
        assert.deepEqual(again, state);
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, "plain JSON");
      }),
      once,
    );
  });
}

test("random commands get far: what is asked above is met by real runs", () => {
  const met = new Set<string>();
  for (const mode of ["interactive", "auto"])
    fc.assert(
      fc.property(steps, (told) => {
        for (const { type } of play(mode, told).log) met.add(type);
      }),
      once,
    );
  cameAbout(met, [
    "TaskResolved",
    "TaskFailed",
    "EvidenceStaled",
    "ProofReopened",
    "SweepPassed",
    "SweepVoided",
    "VerdictRecorded",
    "ReworkOpened",
    "RunCompleted",
    "RunFailed",
    "RunReopened",
    "TroublesLifted",
  ]);
});
