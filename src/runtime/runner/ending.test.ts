// Why: an agent that isn't logged in says so in its output and nowhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import { endingOf } from "./ending.ts";

const outcome = (exit: number | null, found: "one" | "none", output: string | null, reason: "exit" | "killed" = "exit"): Outcome => ({
  holder: { name: "w", agent: "a", conversation: null },
  hosted: true,
  done: "report",
  tree: { before: null, after: null, changed: [], commits: [] },
  files: {},
  is: "ended",
  exit,
  reason,
  found,
  report: null,
  message: "",
  fault: null,
  output,
});
const kept = (text: string) => ({ kept: () => Promise.resolve(new TextEncoder().encode(text)) });

test("an agent's last words are told where it failed or said nothing that counts, and only there", async () => {
  const said = kept("starting\n\nerror: not logged in\n```\n \n");
  assert.equal(await endingOf(said, outcome(1, "none", "digest")), "exit 1, its last words: error: not logged in");
  assert.equal(await endingOf(said, outcome(0, "none", "digest")), "exit 0, its last words: error: not logged in");
  assert.equal(await endingOf(said, outcome(null, "none", "digest", "killed")), "killed, its last words: error: not logged in");
  assert.equal(await endingOf(said, outcome(0, "one", "digest")), "exit 0");
  assert.equal(await endingOf(said, outcome(1, "none", null)), "exit 1");
  const damaged = { kept: () => Promise.reject(new Fault("DISK_UNREADABLE", "no", "look")) };
  assert.equal(await endingOf(damaged, outcome(1, "none", "digest")), "exit 1");
  assert.equal((await endingOf(kept("x".repeat(9_000)), outcome(1, "none", "digest"))).length, "exit 1, its last words: ".length + 201);
});
