// Tests of an agent's last words in failure messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import { endingOf } from "./job-ends.ts";

type Ended = Extract<Outcome, { is: "ended" }>;
const outcome = (
  exit: number | null,
  found: "one" | "none",
  output: string | null,
  reason: "exit" | "killed" = "exit",
): Ended => ({
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
  assert.equal(
    await endingOf(said, outcome(1, "none", "digest")),
    "exit 1, its last words: error: not logged in",
  );
  assert.equal(
    await endingOf(said, outcome(0, "none", "digest")),
    "exit 0, its last words: error: not logged in",
  );
  assert.equal(
    await endingOf(said, outcome(null, "none", "digest", "killed")),
    "killed, its last words: error: not logged in",
  );
  assert.equal(await endingOf(said, outcome(0, "one", "digest")), "exit 0");
  assert.equal(await endingOf(said, outcome(1, "none", null)), "exit 1");
  const damaged = { kept: () => Promise.reject(new Fault("DISK_UNREADABLE", "no", "look")) };
  assert.equal(await endingOf(damaged, outcome(1, "none", "digest")), "exit 1");
  assert.equal(
    (await endingOf(kept("x".repeat(9_000)), outcome(1, "none", "digest"))).length,
    "exit 1, its last words: ".length + 201,
  );
});

test("why a program couldn't work is said in words, its own log before its stream of events, and what it says that it took", async () => {
  const stream = kept('{"type":"turn.failed"}\n');
  const failed = { ...outcome(1, "none", "digest"), fault: { kind: "auth" } } as const;
  assert.equal(
    await endingOf(stream, { ...failed, errors: "ERROR 401: no such key\n" }),
    "exit 1, its model server refuses the login or key, its last words: ERROR 401: no such key",
  );
  assert.equal(
    await endingOf(stream, { ...failed, errors: "", message: "Invalid API key\n" }),
    "exit 1, its model server refuses the login or key, its last words: Invalid API key",
  );
  const events = kept('no login\n{"a":1,"type":"result"}\n{"type":"cut off at its en\n');
  assert.equal(
    await endingOf(events, failed),
    "exit 1, its model server refuses the login or key, its last words: no login",
  );
  assert.match(
    await endingOf(kept('{"error":"no login"}\n'), failed),
    /last words: \{"error":"no login"\}$/,
  );
  const warned = { ...failed, errors: "ERROR 401: no such key\nWarning: folder not trusted\n" };
  assert.match(
    await endingOf(stream, warned),
    /last words: ERROR 401: no such key$/,
    "what a program warns of is never why it ended",
  );
  const traced = {
    ...failed,
    errors:
      "ApiError: refused\n    at async Client.send (file:///a/b.js:34677:5)\n    at b.js:1:2\n",
  };
  assert.match(
    await endingOf(stream, traced),
    /last words: ApiError: refused$/,
    "a place in its code helps nobody",
  );
  const usage = { input: 12_300, output: 410, cost: 0.021 };
  assert.equal(
    await endingOf(stream, { ...outcome(0, "one", "digest"), usage }),
    "exit 0 (as it tells: 12,300 tokens in, 410 out, $0.02)",
  );
});
