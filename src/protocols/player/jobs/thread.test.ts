// Tests of conversations: retries of a node resume theirs, rolled-back nodes start afresh.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpoint, skill, started, templateOf } from "../../../../test/fixtures/player.ts";

test("tries of a node share a conversation, retried by the rules, by a person, or after a release; no two nodes do", async () => {
  const stage = await started(
    templateOf("two", [[skill("N-001a"), skill("N-001b")], skill("N-002")]),
  );
  const threadOf = (key: string): string | undefined => stage.job(key).thread;
  const first = threadOf("node:N-001a:1");
  assert.ok(first !== undefined);
  assert.notEqual(threadOf("node:N-001b:1"), first);
  stage.begin("node:N-001a:1");
  assert.equal(
    threadOf("node:N-001a:1"),
    first,
    "known once more where it is adopted after a crash",
  );
  stage.send("ReleaseNode", { node: "N-001a", attempt: 1 }, { kind: "engine", name: "engine" });
  assert.equal(threadOf("node:N-001a:2"), first);
  stage.begin("node:N-001a:2");
  stage.ends("node:N-001a:2", { message: "all done!" });
  stage.decide("ask-N-001a-2", "retry");
  assert.equal(threadOf("node:N-001a:3"), first);
  stage.kill("snapshot");
  assert.equal(threadOf("node:N-001a:3"), first);
});

test("what was rolled back begins afresh, also a node that had failed before", async () => {
  const stage = await started(
    templateOf("back", [skill("N-001"), checkpoint("CP-01", true), skill("N-002")]),
  );
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  stage.begin("node:N-002:1");
  stage.ends("node:N-002:1", { message: "?" });
  stage.decide("ask-N-002-1", "retry");
  const before = stage.job("node:N-002:2").thread;
  stage.send("RollBack", { checkpoint: "CP-01", reason: "another way" });
  stage.send("Resume");
  const after = stage.job("node:N-002:2").thread;
  assert.ok(after !== undefined && after !== before, after);
  stage.begin("node:N-002:2");
  assert.equal(stage.job("node:N-002:2").thread, after);
});
