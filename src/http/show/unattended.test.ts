// Tests of unattended runs: idle or merely waiting, and where a runner is offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob as job } from "../../../test/fixtures/shown.ts";
import type { Picture } from "../../runtime/system.ts";
import { isIdle, needsRunner, stateNow } from "./unattended.ts";

const picture = (
  jobs: Picture["jobs"],
  more: Partial<Pick<Picture, "life" | "status">> = {},
): Parameters<typeof isIdle>[0] => ({
  life: "live",
  status: "running",
  jobs,
  ...more,
});
const later = job("waiting", { later: "2026-01-08T12:00:30.000Z" });
const hosted = job("running", { since: "2026-01-08T12:00:00.000Z" });

test("idle is what could begin or is in doubt, while nothing is under way", () => {
  const idle = (jobs: Picture["jobs"], more?: Parameters<typeof picture>[1]): boolean =>
    isIdle(picture(jobs, more));
  assert.deepEqual(
    [idle([job("ready")]), idle([job("doubt"), job("waiting")]), idle([later])],
    [true, true, true],
  );
  assert.deepEqual(
    [idle([job("ready"), job("running")]), idle([job("waiting")]), idle([])],
    [false, false, false],
  );
  assert.deepEqual(
    [idle([job("ready")], { life: "paused" }), idle([job("ready")], { status: "waiting" })],
    [false, false],
  );
});

test("a runner is needed where one would begin something, now or next", () => {
  const needs = (jobs: Picture["jobs"], more?: Parameters<typeof picture>[1]): boolean =>
    needsRunner(picture(jobs, more));
  assert.ok(needs([job("ready")]));
  assert.ok(needs([hosted]), "what a runner began ends by itself, and nothing follows");
  assert.ok(needs([job("waiting")]), "what is due later");
  assert.ok(!needs([job("running")]), "somebody outside has it");
  assert.ok(needs([job("running"), job("ready")]));
  assert.ok(!needs([job("ready")], { status: "waiting" }));
  assert.ok(!needs([job("ready")], { life: "over" }));
});

test("a run that nobody drives is ready before anything began, and without a runner after that", () => {
  const node = {
    id: "1",
    label: "",
    kind: "task",
    after: [],
    why: null,
    done: 0,
    of: 1,
    note: null,
    state: "ready",
  } as const;
  const now = (state: Picture["state"], jobs: Picture["jobs"], begun: boolean, driven = false) =>
    stateNow(
      { ...picture(jobs), state, nodes: [{ ...node, status: begun ? "done" : "ready" }] },
      driven,
    );
  assert.equal(now("ready", [job("ready")], false), "ready");
  assert.equal(now("ready", [job("ready")], true), "no runner");
  assert.equal(now("running", [hosted], true), "no runner");
  assert.equal(now("waiting", [later], true), "no runner");
  assert.equal(now("ready", [job("ready")], true, true), "running", "between two of its jobs");
  assert.equal(now("running", [job("running")], true), "running", "somebody outside has it");
  const away = job("running", {
    since: "2026-01-08T12:00:00.000Z",
    on: { machine: "two", leftMs: 1, silent: false },
  });
  assert.equal(now("running", [away], true), "running", "another machine drives it");
  assert.equal(now("waits for you", [job("ready")], true), "waits for you");
});
