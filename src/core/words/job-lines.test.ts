// Tests of the job lines for agents: claimable first, then questions, then the rest.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job } from "../job.ts";
import { jobLines } from "./job-lines.ts";
import type { Lease } from "../row.ts";

const job = (key: string, more: Partial<Job> = {}): Job => ({
  key,
  about: null,
  subject: key,
  kind: "agent",
  role: "worker",
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "retry",
  ...more,
});
const lease: Lease = {
  run: "r",
  job: "b",
  holder: { name: "bo\nclaims", agent: null, conversation: null },
  fence: 1,
  token: "1.secret",
  until: "2026-01-08T12:00:00.000Z",
  host: "here",
};

test("what may be claimed comes first, then what a person is asked, then what is due of cairn itself, in doubt, under way, waiting; a line each, no token", () => {
  const decision = job("d", {
    kind: "decision",
    subject: "the plan",
    decision: { question: "Good?\nSay so", options: [] },
  });
  const lines = jobLines([
    { job: job("w", { why: "after a" }), is: "waiting", lease: null, why: "after a" },
    { job: job("b"), is: "running", lease, why: null },
    {
      job: job("n", {
        child: { protocol: "player", start: { type: "Start", data: {} }, origin: "r/n" },
      }),
      is: "ready",
      lease: null,
      why: null,
    },
    { job: job("c", { kind: "check", role: "check" }), is: "ready", lease: null, why: null },
    { job: job("o"), is: "doubt", lease, why: "its lease ran out" },
    { job: decision, is: "decision", lease: null, why: null },
    { job: job("a", { subject: "1" }), is: "ready", lease: null, why: null },
  ]);
  assert.deepEqual(lines, [
    "may be claimed: a · worker · 1",
    "waits for a person: d · the plan · Good? Say so",
    "ready: n · worker · a run of its own",
    "ready: c · check · run by cairn",
    "doubt: o · worker · its lease ran out",
    "running: b · worker · by bo claims until 2026-01-08T12:00:00.000Z",
    "waiting: w · worker · after a",
  ]);
});
