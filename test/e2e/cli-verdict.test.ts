// Tests of verdicts by a person where no second agent exists.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";

const check = { criteria: "one.txt is there", command: "test -e one.txt" };
const plan = {
  tasks: [{ id: "1", subject: "One", success_criteria: [check] }],
  verify: { success_criteria: [check] },
};
const steps = [
  { write: { path: "one.txt", text: "1\n" } },
  { report: { status: "done", summary: "made", evidence: [] } },
];

test("one agent for worker and verifier where other-agent is asked: told before any work, and a person judges instead", async (t) => {
  const { folder, root, cairn } = desk(t, { "plan.json": JSON.stringify(plan) });
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify({ jobs: [{ role: "worker", steps }] }));
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({
      agents: { only: { driver: "scripted", argv: [script] } },
      roles: { "*": "only" },
    }),
  );
  const start = ["run", "ultrawork", "One file", "--plan", "plan.json", "--auto", "--session", "s"];
  const refused = await cairn([...start, "--judge", "other-agent"]);
  assert.equal(refused.exit, 1, refused.out + refused.err);
  assert.match(refused.err, /AGENT_MISSING: roles worker and verifier are both given to only/);
  assert.match((await cairn(["log", "s"])).err, /RUN_UNKNOWN/u, "no run was made");
  const [, words = ""] =
    /judge it yourself: begin it with `(--judge person)`/u.exec(refused.err) ?? [];

  const waits = await cairn([...start, ...words.split(" "), "--json"]);
  assert.equal(waits.exit, 3, waits.out + waits.err);
  assert.equal(at(waits.json(), "waiting", 0, "key"), "verdict-verify-1");
  assert.equal((await cairn(["decide", "s", "verdict-verify-1", "pass"])).exit, 0);
  const done = await cairn(["run", "s", "--json"]);
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(at(done.json(), "ended", "good"), true);
});
