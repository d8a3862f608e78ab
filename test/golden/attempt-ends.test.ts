// How attempts ended, as the timeline tells it of whole stories of all four protocols.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Protocol } from "../../src/core/protocol.ts";
import type { Recorded } from "../../src/core/row.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { player } from "../../src/protocols/player/index.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { noTimeline, timelineOn } from "../../src/runtime/views/timeline.ts";
import { openStage as iterativeStage } from "../fixtures/iterative-stage.ts";
import { checkpoint, cli, skill, started, templateOf } from "../fixtures/player.ts";
import { openDesk } from "../fixtures/stigmergy-desk.ts";
import { begin, did, planOf, taskOf } from "../fixtures/ultrawork.ts";
import { agreed, judged, plan } from "./iterative-told.ts";

/** `task-1-1: reported (said) → proved`. */
const told = async (protocol: Protocol, log: readonly Recorded[]): Promise<readonly string[]> =>
  timelineOn(protocol, noTimeline, log, await protocol.ends?.()).attempts.map(
    ({ job, ends }) =>
      `${job}: ${ends.map(({ is, why }) => (why === null ? is : `${is} (${why})`)).join(" → ")}`,
  );

test("ultrawork: proved, sent back by its check, failed by its own word, silent, late, lost, judged", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")), { max_attempts: 6 });
  run.checks();
  run.work("1");
  run.agent("task-2-1", did());
  run.check("check-2-1", { exit: 1, text: "1 failed" });
  run.agent("task-2-2", { status: "failed", summary: "no database here" });
  run.agent("task-2-3", undefined);
  run.agent("task-2-4", undefined, { exit: null, reason: "timeout" });
  run.agent("task-2-5", undefined, { exit: null, reason: "lost" });
  run.work("2");
  run.judge();
  assert.deepEqual(await told(ultrawork, run.log()), [
    "before-1-1: over (0 of 1 passed without the work)",
    "before-2-1: over (0 of 1 passed without the work)",
    "task-1-1: reported (did it) → proved",
    "check-1-1: passed",
    'task-2-1: reported (did it) → returned (criterion 1 "2 holds" (check-2): exit 1)',
    "check-2-1: failed (exit 1)",
    "task-2-2: failed (no database here)",
    "task-2-3: silent",
    "task-2-4: late (took longer than 60 minutes)",
    "task-2-5: lost (its process and its spool are gone, nobody can know how it ended; it may have left changes)",
    "task-2-6: reported (did it) → proved",
    "check-2-2: passed",
    "check-verify-1: passed",
    "judge-verify-1: judged (all criteria are met)",
  ]);
});

test("iterative: a plan, a red gate, a pass that isn't done yet, gaps, agreement", async () => {
  const stage = iterativeStage();
  const gate = {
    name: "tests",
    argv: ["npm", "test"],
    cwd: ".",
    scope: "run",
    timeout_s: 60,
  } as const;
  stage.ok("Start", {
    request: "Add login by email",
    slug: "add-login",
    run: "r1",
    settings: { gates: [gate], interviewer: "hand" },
  });
  stage.ok("WriteBrief", { outcome: "People log in", done_when: ["a link logs in once"] });
  stage.ends("planner#1", {});
  stage.says("planner#2", { units: plan.units.slice(0, 1) });
  stage.choose("plan-1", "approve");
  const write = (path: string, text: string) => ({
    edit: { [path]: text, [path.replace(".ts", ".test.ts")]: text },
    commit: `feat: ${text}`,
  });
  stage.work(
    "T1#1",
    { status: "continue", did: "Began", remaining: "expiry" },
    write("src/token.ts", "a"),
  );
  stage.work("T1#2", {}, write("src/token.ts", "b"));
  stage.checks("gate:T1:1", { "npm test": 1 });
  stage.work("T1#3", {}, write("src/token.ts", "c"));
  stage.checks("gate:T1:2");
  stage.work("T1#4");
  stage.checks("gate:T1:3");
  stage.launch("T1#5");
  stage.says(
    "T1#5",
    judged("T1", 2, [{ criterion: 1, severity: "major", problem: "a link logs in twice" }]),
  );
  stage.launch("T1#6");
  stage.ends("T1#6", { exit: null, reason: "timeout" });
  stage.work("T1#7", {}, write("src/token.ts", "d"));
  agreed(stage, "T1", 2);
  assert.deepEqual(await told(iterative, stage.log), [
    "planner#1: silent",
    "planner#2: written (plan 1, 1 unit)",
    "T1#1: partial (expiry)",
    "T1#2: reported (Looked at all of it) → returned (red: tests)",
    "gate:T1:1: failed (tests)",
    "T1#3: reported (Looked at all of it) → returned (1 gap: a link logs in twice)",
    "gate:T1:2: passed",
    "T1#4: reported (Looked at all of it) → returned (1 gap: a link logs in twice)",
    "gate:T1:3: passed",
    "T1#5: judged (1 gap: a link logs in twice)",
    "T1#6: late",
    "T1#7: reported (Looked at all of it) → proved",
    "gate:T1:4: passed",
    "T1#8: reported (Looked at all of it) → proved",
    "gate:T1:5: passed",
    "T1#9: judged (all criteria are met)",
  ]);
});

test("player: by a report, by an exit code, failed, without a report, late, in doubt, rolled back", async () => {
  const stage = await started(
    templateOf("ends", [
      skill("N-001"),
      checkpoint("CP-01", true),
      [cli("N-002a"), cli("N-002b")],
      skill("N-003"),
      skill("N-004"),
    ]),
  );
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1", "done");
  stage.begin("node:N-002a:1");
  stage.ends("node:N-002a:1", { message: "All is well." });
  stage.begin("node:N-002b:1");
  stage.ends("node:N-002b:1", { exit: 3, errors: "no network" });
  stage.decide("ask-N-002b-1", "retry");
  stage.begin("node:N-002b:2");
  stage.ends("node:N-002b:2", { exit: null, reason: "timeout" });
  stage.decide("ask-N-002b-2", "skip");
  stage.begin("node:N-003:1");
  stage.ends("node:N-003:1", { message: "done, believe me" });
  stage.decide("ask-N-003-1", "retry");
  stage.begin("node:N-003:2");
  stage.ends("node:N-003:2", { exit: null, reason: "lost" });
  stage.send("RollBack", { checkpoint: "CP-01", reason: "another way" });
  assert.deepEqual(await told(player, stage.log), [
    "node:N-001:1: reported",
    "node:N-002a:1: proved → returned (rolled back to CP-01)",
    "node:N-002b:1: failed (exit 3)",
    "node:N-002b:2: late (its time of 3600 s is over)",
    "node:N-003:1: silent (free text is never success; its last words: done, believe me)",
    "node:N-003:2: lost (its process is gone, and nobody saw how it ended)",
  ]);
});

test("stigmergy: documents, a red check, a verdict against it, a failure, a story that is complete", async () => {
  const desk = openDesk();
  desk.execute({ strikes: 5 });
  desk.build("1.1");
  desk.check(1);
  desk.build("1.1");
  desk.checks();
  desk.judge("1.1", false);
  assert.deepEqual(await told(stigmergy, desk.log), [
    "brief-1: written (The brief is written.)",
    "prd-1: written (The product requirements are written.)",
    "architecture-1: written (The architecture is written.)",
    'story-1.1-1: written (Story 1.1 "List the plants": its file is written, with 2 criteria)',
    'work-1.1-1: reported (Story 1.1, try 1: done) → returned (check "Check 1": exit 1)',
    "check-0-0: failed (exit 1)",
    "work-1.1-2: reported (Story 1.1, try 2: done) → returned (criterion 1 (it can be seen): tried it)",
    "check-0-1: passed",
    "check-1-2: passed",
    "review-1.1-2.1-e5357ee9: judged (criterion 1 (it can be seen): tried it)",
  ]);
});
