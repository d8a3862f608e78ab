// Why: a run that only waits must never read as one that was left lying.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Picture } from "../../runtime/system.ts";
import { isIdle } from "./idle.ts";

const job = (is: Picture["jobs"][number]["is"]): Picture["jobs"][number] => ({
  key: is,
  role: "worker",
  kind: "agent",
  subject: "1",
  is,
  ready: is === "ready",
  why: null,
  by: null,
  since: null,
  fence: null,
  later: null,
});

test("idle is what could begin or is in doubt, while nothing is under way", () => {
  const idle = (jobs: readonly ("ready" | "doubt" | "running" | "waiting")[], more: Partial<Picture> = {}): boolean =>
    isIdle({ life: "live", status: "running", jobs: jobs.map(job), ...more });
  assert.deepEqual([idle(["ready"]), idle(["doubt", "waiting"])], [true, true]);
  assert.equal(isIdle({ life: "live", status: "running", jobs: [{ ...job("waiting"), later: "2026-01-08T12:00:30.000Z" }] }), true);
  assert.deepEqual([idle(["ready", "running"]), idle(["waiting"]), idle([])], [false, false, false]);
  assert.deepEqual([idle(["ready"], { life: "paused" }), idle(["ready"], { status: "waiting" })], [false, false]);
});
