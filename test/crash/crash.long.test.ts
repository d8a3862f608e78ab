// Short form of `npm run crash` on the demo's work, and tests of its own checks.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { chanceOf } from "../sim/chance.ts";
import { play } from "./story.ts";
import { type Entry, hear, owed } from "./told.ts";
import { ledgerFindings, ultraworkOf } from "./ultrawork-work.ts";

/** The project at its start, and what tasks 1 and 2 make of it. */
const expected = [
  "README.md",
  "cairn.config.json",
  "package.json",
  "src/cart.js",
  "src/csv.js",
  "test/cart.test.js",
  "test/csv.test.js",
];

test("a run whose runners die by SIGKILL again and again ends like one that never did", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const work = ultraworkOf(["1", "2"]);
  const chance = chanceOf(2);
  const tale = await play(
    work,
    await work.layOut(builtLauncher(), folder, chance),
    chance,
    6,
    null,
  );
  assert.deepEqual(tale.findings, [], tale.trail.join("\n"));
  assert.ok(
    tale.kills.start + tale.kills.ledger + tale.kills.spool + tale.kills.file > 0,
    tale.trail.join("\n"),
  );
  assert.deepEqual(Object.keys(tale.fruit?.project ?? {}), expected);
});

const row = (version: number, type: string, data: Entry["data"] = {}): Entry => ({
  version,
  type,
  hash: `${version}${type}`,
  data,
});
const tasks = ["1", "2", "3", "4"];
const worked = tasks.flatMap((unit) => [
  { type: "JobBegun", data: { unit, job: `task-${unit}-1` } },
  { type: "UnitDone", data: { unit } },
]);
const ledger = [...worked, { type: "RunCompleted", data: {} }].map(({ type, data }, index) =>
  row(index + 1, type, data),
);

test("what the proof looks for is found where it is there", () => {
  assert.deepEqual(ledgerFindings(ledger, 0, tasks), []);
  const redone = [
    ...ledger.slice(0, -1),
    row(9, "JobBegun", { unit: "2", job: "task-2-1" }),
    row(10, "RunCompleted"),
  ];
  assert.deepEqual(ledgerFindings(redone, 0, tasks), [
    "task-2-1 (9) began after its task was resolved",
    "task-2-1 was begun twice",
  ]);
  const lost = [row(1, "UnitReturned", { unit: "1", kind: "lost", reason: "gone" }), ...ledger];
  assert.deepEqual(ledgerFindings(lost, 1, tasks), []);
  assert.equal(ledgerFindings(lost, 0, tasks).length, 1);
  assert.match(
    ledgerFindings(ledger.slice(0, -2), 1, tasks).join("\n"),
    /not RunCompleted\ntask 4 was never resolved/,
  );
});

test("an event that was told of and is gone, or is another one, is found", () => {
  const told = new Map<number, string>();
  hear(told, [
    "00:32:31  #2 UnitDone unit=1",
    "00:32:31  task-1-1 started: agent demo",
    "00:32:32  #9 RunCompleted",
  ]);
  assert.deepEqual(owed(told, ledger.slice(0, 4), ledger), []);
  assert.deepEqual(owed(told, [], ledger.slice(0, 8)), [
    "event 9 was told to be RunCompleted, the ledger has none",
  ]);
  const rewritten = ledger.map((entry) =>
    entry.version === 2 ? { ...entry, type: "UnitReturned", hash: "x" } : entry,
  );
  assert.equal(owed(told, ledger, rewritten).length, 2);
  assert.match(owed(new Map(), [], ledger.toSpliced(3, 1)).join("\n"), /event 4 is missing/);
});
