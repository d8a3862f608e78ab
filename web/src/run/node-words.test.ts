// Tests of the words for a node's activity.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob } from "../../../test/fixtures/shown.ts";
import type { RunAnswer, ShownNode } from "../../../src/http/answers.ts";
import { atWork, remarkOf, assigneeOf, workOf } from "./node-words.ts";

const node = (id: string, more: Partial<ShownNode> = {}): ShownNode => ({
  id,
  label: id,
  kind: "task",
  status: "open",
  after: [],
  why: null,
  done: 0,
  of: 1,
  note: null,
  state: "open",
  ...more,
});
const job = (
  subject: string,
  is: RunAnswer["jobs"][number]["is"],
  by: string | null = "worker/codex",
): RunAnswer["jobs"][number] => shownJob(is, { key: `task-${subject}`, subject, by, fence: 1 });

test("who is at work is found by node, and stays the same value while nothing of it changes", () => {
  const first = atWork([job("1", "running"), job("2", "doubt"), job("3", "ready")]);
  assert.deepEqual([...first.keys()], ["1", "2"]);
  assert.equal(workOf(first, "1").running.length, 1);
  assert.equal(workOf(first, "2").doubts.length, 1);
  assert.equal(workOf(first, "3"), workOf(first, "4"));
  const next = atWork([job("1", "running"), job("2", "running")], first);
  assert.equal(workOf(next, "1"), workOf(first, "1"));
  assert.notEqual(workOf(next, "2"), workOf(first, "2"));
  assert.notEqual(workOf(atWork([job("1", "running", "other")], first), "1"), workOf(first, "1"));
  const away = (leftMs: number) => [
    { ...job("1", "running"), on: { machine: "tower/x7k2p9", leftMs, silent: leftMs < 30_000 } },
  ];
  const far = atWork(away(55_000));
  assert.equal(
    workOf(atWork(away(41_000), far), "1"),
    workOf(far, "1"),
    "its lease grows shorter, and that is no news",
  );
  assert.notEqual(workOf(atWork(away(12_000), far), "1"), workOf(far, "1"), "it isn't renewed");
});

test("why it waits comes before what was tried, and what is ready says who takes it", () => {
  assert.equal(remarkOf(node("1", { why: "waits for 2", note: "attempt 1" })), "waits for 2");
  assert.equal(remarkOf(node("1", { note: "attempt 1" })), "attempt 1");
  assert.equal(remarkOf(node("1", { status: "ready", by: "codex", role: "worker" })), "by codex");
  assert.equal(remarkOf(node("1", { status: "ready" })), "ready to start");
  assert.equal(remarkOf(node("1")), null);
  assert.equal(assigneeOf(node("1", { by: null, role: "worker" })), "no agent for role worker yet");
});
