// Why: a run that only waits must never read as one that was left lying, and a runner is offered where one would begin something, and nowhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob as job } from "../../../test/fixtures/shown.ts";
import type { Picture } from "../../runtime/system.ts";
import { isIdle, needsRunner } from "./unattended.ts";

const picture = (jobs: Picture["jobs"], more: Partial<Pick<Picture, "life" | "status">> = {}): Parameters<typeof isIdle>[0] => ({
  life: "live",
  status: "running",
  jobs,
  ...more,
});
const later = job("waiting", { later: "2026-01-08T12:00:30.000Z" });
const hosted = job("running", { since: "2026-01-08T12:00:00.000Z" });

test("idle is what could begin or is in doubt, while nothing is under way", () => {
  const idle = (jobs: Picture["jobs"], more?: Parameters<typeof picture>[1]): boolean => isIdle(picture(jobs, more));
  assert.deepEqual([idle([job("ready")]), idle([job("doubt"), job("waiting")]), idle([later])], [true, true, true]);
  assert.deepEqual([idle([job("ready"), job("running")]), idle([job("waiting")]), idle([])], [false, false, false]);
  assert.deepEqual([idle([job("ready")], { life: "paused" }), idle([job("ready")], { status: "waiting" })], [false, false]);
});

test("a runner is needed where one would begin something, now or next", () => {
  const needs = (jobs: Picture["jobs"], more?: Parameters<typeof picture>[1]): boolean => needsRunner(picture(jobs, more));
  assert.ok(needs([job("ready")]));
  assert.ok(needs([hosted]), "what a runner began ends by itself, and nothing follows");
  assert.ok(needs([job("waiting")]), "what is due later");
  assert.ok(!needs([job("running")]), "somebody outside has it");
  assert.ok(needs([job("running"), job("ready")]));
  assert.ok(!needs([job("ready")], { status: "waiting" }));
  assert.ok(!needs([job("ready")], { life: "over" }));
});
