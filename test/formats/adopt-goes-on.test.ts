// Tests of a run after adoption: earlier work is checked again before the end.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "../e2e/desk.ts";
import { example } from "./folders.ts";

const resolved = (criterion: string, command: string) => ({
  id: "1",
  subject: "Write the readme",
  status: "resolved",
  worker_agent_id: "w",
  success_criteria: [criterion],
  evidence: [
    {
      criteria: criterion,
      command,
      output: "it is there",
      verified: true,
      timestamp: "2026-01-08T12:15:00Z",
    },
  ],
  blocked_by: [],
  started_at: "2026-01-08T12:05:00Z",
  completed_at: "2026-01-08T12:15:00Z",
});

test("work called done elsewhere is checked again by the engine: what holds is proved, what doesn't comes back as work", async (t) => {
  const { folder, cairn } = desk(t, { "README.md": "# Shop\n" });
  const session = (name: string): string => join(folder, "sessions", "shop", "sessions", name);
  const put = (name: string, command: string): void => {
    mkdirSync(session(name), { recursive: true });
    const document = {
      ...Object(JSON.parse(example)),
      phase: "EXECUTION",
      child_tasks: [resolved("There is a readme", command)],
      evidence_log: [],
    };
    writeFileSync(join(session(name), "session.json"), JSON.stringify(document));
  };
  const told = async (name: string): Promise<readonly unknown[]> => {
    const { exit } = await cairn(["adopt", session(name), "--json"]);
    assert.equal(exit, 0);
    const run = await cairn(["run", name, "--hand", "--json"]);
    const evidence = await cairn(["evidence", name, "1", "--json"]);
    return [run.exit, at(evidence.json(), "criteria", 0, "status")];
  };
  put("honest", "test -f README.md");
  assert.deepEqual(await told("honest"), [3, "proved"]);
  assert.match(
    readFileSync(join(session("honest"), "tasks", "1.json"), "utf8"),
    /"verified": true/,
  );
  put("forged", "test -f missing.md");
  assert.deepEqual((await told("forged"))[0], 3);
  const file: unknown = JSON.parse(readFileSync(join(session("forged"), "session.json"), "utf8"));
  assert.deepEqual(
    [
      at(file, "phase"),
      at(file, "child_tasks", 0, "evidence", 0, "verified"),
      at(file, "child_tasks", 1, "id"),
    ],
    ["EXECUTION", false, "fix-1-1"],
  );
});
