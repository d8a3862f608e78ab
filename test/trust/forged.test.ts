// Why: whoever adds events behind the last anchor, each with a hash that fits, is found by what the rules of the run's protocol can never have made.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { chain } from "../../src/core/hash.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { at, desk } from "../e2e/desk.ts";

type Forged = readonly [type: string, data: unknown];
type Way = { readonly start: readonly string[]; readonly events: readonly Forged[]; readonly phase: string; readonly says: RegExp };

/** Puts events behind the last of a ledger's only run, and makes its card say what they make of it. */
const forge = (path: string, events: readonly Forged[], phase: string): void => {
  const db = new DatabaseSync(path);
  try {
    for (const [type, data] of events) {
      const last = db.prepare("select * from rows order by seq desc limit 1").get() ?? {};
      const [run, stamp] = [String(last["run"]), String(last["at"])];
      const by = JSON.stringify({ kind: "engine", name: "engine" });
      const row = { run, version: Number(last["version"]) + 1, type, at: stamp, by, cause: "~c", data: JSON.stringify(data) };
      const [seq, hash] = [Number(last["seq"]), chain(String(last["hash"]), row)];
      db.prepare('insert into rows (run, version, former, cause, type, at, hash, "by", data) values (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        run,
        row.version,
        seq,
        row.cause,
        type,
        stamp,
        hash,
        by,
        row.data,
      );
      db.prepare("update cards set version = ?, head = ?, last = ?, life = 'over', phase = ?, good = 1").run(
        row.version,
        hash,
        seq + 1,
        phase,
      );
    }
    db.exec("delete from snapshots");
  } finally {
    db.close();
  }
};

const entry = { at: "2026-01-08T12:00:00.000Z", by: "saul", signal: "PROJECT_COMPLETE", summary: "done", files: [] };
const plan = { tasks: [{ id: "1", subject: "One", success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }] }] };

const ways: Readonly<Record<string, Way>> = {
  ultrawork: {
    start: ["Goal", "--session", "s", "--plan", "plan.json"],
    events: [["RunCompleted", { tree: "t", head: null }]],
    phase: "COMPLETE",
    says: /RunCompleted\) is not what the rules of ultrawork make there: without a proof that stands: 1\.1/u,
  },
  iterative: {
    start: ["Add a look", "--slug", "look"],
    events: [
      ["DeliveryApproved", { tree: null, reason: "", auto: true }],
      ["PhaseEntered", { phase: "complete" }],
    ],
    phase: "complete",
    says: /DeliveryApproved\) is not what the rules of iterative make there: nothing is delivered in discover/u,
  },
  player: {
    start: ["--template", "look", "--goal", "it"],
    events: [["RunCompleted", {}]],
    phase: "completed",
    says: /RunCompleted\) is not what the rules of player make there: not done: N-001/u,
  },
  stigmergy: {
    start: ["A look"],
    events: [["ProjectCompleted", { entry }]],
    phase: "PROJECT_COMPLETE",
    says: /ProjectCompleted\) is not what the rules of stigmergy make there: not every story was complete in NEEDS_BRIEFING/u,
  },
};

const begun = async (t: TestContext, protocol: string, { start }: Way) => {
  const { cairn, root } = desk(t);
  writeFileSync(join(root, "plan.json"), JSON.stringify(plan));
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "first");
  await cairn(["template", "compose", "look", "--step", "analyze"]);
  const started = await cairn(["start", protocol, ...start, "--json"]);
  assert.equal(started.exit, 0, started.out + started.err);
  return { cairn, path: join(root, ".cairn/ledger.db") };
};

for (const [protocol, way] of Object.entries(ways))
  test(`an end of ${protocol} that was forged behind the last event is found, though chain and card fit`, async (t) => {
    const { cairn, path } = await begun(t, protocol, way);
    const sound = await cairn(["verify"]);
    assert.equal(sound.exit, 0, sound.out);
    forge(path, way.events, way.phase);
    const told = await cairn(["verify", "--json"]);
    assert.equal(told.exit, 5, told.out);
    assert.equal(at(told.json(), "findings", 0, "code"), "EVENT_UNLAWFUL");
    assert.match(String(at(told.json(), "findings", 0, "text")), way.says);
  });
