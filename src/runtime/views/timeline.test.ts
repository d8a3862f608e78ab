// Tests of the timeline: one attempt per lease, takeovers, reading in pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import { toy } from "../../../test/runner/toy.ts";
import { noTimeline, overWithout, type Timeline, timelineOn } from "./timeline.ts";

const engine = (job: string, fence: number): Sender => ({
  kind: "engine",
  name: "engine",
  job,
  fence,
});
const agent = (name: string, job: string, fence: number): Sender => ({
  kind: "agent",
  name,
  agent: "codex",
  job,
  fence,
});
const person: Sender = { kind: "person", name: "ana" };

type Said = readonly [type: string, task: string | null, by: Sender, cause: string];
const logOf = (said: readonly Said[]): readonly Recorded[] =>
  said.map(([type, task, by, cause], index) => ({
    type,
    data: type === "Started" ? { tasks: ["a", "b"] } : { task },
    version: index + 1,
    at: `2026-01-08T12:00:${String(index).padStart(2, "0")}.000Z`,
    by,
    cause,
  }));
const shown = ({ attempts }: Pick<Timeline, "attempts">): readonly string[] =>
  attempts.map(
    ({ job, fence, role, subject, by, from, to, versions, over }) =>
      `${job} ${fence} ${role ?? "?"} ${subject ?? "?"} by ${by ?? "nobody known"} ${from.slice(17, 19)}-${to.slice(17, 19)} #${versions.join("-")} ${over ? "over" : "on"}`,
  );

const story: readonly Said[] = [
  ["Started", null, person, "~1"],
  ["TaskBegun", "a", engine("task-a-1", 1), "r/task-a-1/1/granted"],
  ["TaskBegun", "b", engine("task-b-1", 2), "r/task-b-1/2/granted"],
  ["TaskReported", "b", agent("bo", "task-b-1", 2), "r/task-b-1/2/ended"],
  // Its end is unknown: the engine records that under its fence, and another begins.
  ["TaskReturned", "a", engine("task-a-1", 1), "r/task-a-1/1/ended"],
  ["TaskBegun", "a", agent("cy", "task-a-2", 3), "~2"],
  ["TaskDone", "b", engine("check-b-1", 4), "r/check-b-1/4/ended.again"],
  ["Paused", null, person, "~3"],
];

test("each lease is one attempt, with who, what, when and its versions", () => {
  assert.deepEqual(shown(timelineOn(toy, noTimeline, logOf(story))), [
    "task-a-1 1 worker a by nobody known 01-04 #2-5 over",
    "task-b-1 2 worker b by bo/codex 02-03 #3-4 over",
    "task-a-2 3 worker a by cy/codex 05-05 #6-6 on",
    "check-b-1 4 engine b by nobody known 06-06 #7-7 over",
  ]);
});

test("a job that another took over under the same key is another attempt, and the one before is over with its lease", () => {
  const log = logOf([
    ["Started", null, person, "~1"],
    ["TaskBegun", "a", agent("bo", "task-a-1", 1), "~2"],
    ["TaskReported", "a", agent("cy", "task-a-1", 5), "~3"],
  ]);
  const timeline = timelineOn(toy, noTimeline, log);
  assert.deepEqual(shown(timeline), [
    "task-a-1 1 worker a by bo/codex 01-01 #2-2 on",
    "task-a-1 5 worker a by cy/codex 02-02 #3-3 on",
  ]);
  assert.deepEqual(
    overWithout(timeline.attempts, new Set([5])).map(({ over }) => over),
    [true, false],
  );
  assert.deepEqual(
    overWithout(timeline.attempts, new Set()).map(({ over }) => over),
    [true, true],
  );
});

test("read in pieces it is the same as read at once", () => {
  const log = logOf(story);
  const whole = timelineOn(toy, noTimeline, log);
  for (let size = 1; size < log.length; size += 1) {
    let timeline = noTimeline;
    for (let at = 0; at < log.length; at += size)
      timeline = timelineOn(toy, timeline, log.slice(at, at + size));
    assert.deepEqual(timeline, whole, `in pieces of ${size}`);
  }
});

test("what its protocol says of who does a job counts where the stamp doesn't", () => {
  const log = logOf(story.slice(0, 3));
  const telling = {
    ...toy,
    doer: ({ type }: Recorded) => (type === "TaskBegun" ? "di/opencode" : null),
  };
  assert.deepEqual(
    timelineOn(telling, noTimeline, log).attempts.map(({ by }) => by),
    ["di/opencode", "di/opencode"],
  );
});
