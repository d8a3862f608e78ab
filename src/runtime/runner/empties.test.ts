// Tests of the pauses of agents that end at once with nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { createEmpties } from "./empties.ts";
import { nowhere } from "../../../test/fixtures/nowhere.ts";

const start = Date.parse("2026-01-08T12:00:00.000Z");
const holder = { name: "task-1", agent: "bot", conversation: "c" };
const lease = { run: "r", job: "j", holder, fence: 1, token: "t", until: "", host: "" };
const tree = { before: null, after: null, changed: [], commits: [] };
const limits = { ms: 1, bytes: 1, tries: 3 };

const entryOf = (ms: number, began: number): SpoolEntry => ({
  run: "r",
  fence: 1,
  folder: "f",
  host: null,
  exit: {
    exit: 0,
    reason: "exit",
    unstarted: null,
    ms,
    bytes: 0,
    proofs: null,
    at: "",
  },
  job: {
    run: "r",
    protocol: "p",
    ledger: "",
    ground: { root: "/", place: null, ignores: [] },
    job: {
      key: "j",
      about: null,
      subject: "s",
      role: "worker",
      kind: "agent",
      reads: [],
      writes: "nothing",
      doubt: "retry",
      why: null,
      begun: true,
      limits,
    },
    lease,
    leaseMs: 1,
    mark: "",
    agent: {
      name: "bot",
      config: { driver: "command", argv: ["bot"], done: "report", env: {} },
      launch: { argv: ["bot"], env: {}, stdin: null, cwd: "." },
    },
    spot: nowhere,
    runner: { pid: 1, start: "1" },
    at: new Date(began).toISOString(),
  },
});
const nothing = {
  holder,
  hosted: true,
  done: "report",
  tree,
  files: {},
  is: "ended",
  exit: 0,
  reason: "exit",
  report: null,
  found: "none",
  message: "",
  fault: null,
  output: null,
} as const satisfies Outcome;

test("each time in a row doubles the pause, up to a minute, and an answer ends it", () => {
  let now = start;
  const empties = createEmpties(() => now);
  const pauses = Array.from({ length: 8 }, () => {
    empties.ended(entryOf(5, now), nothing);
    const left = empties.left("bot");
    now += left;
    return left / 1_000;
  });
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
  assert.equal(empties.left("bot"), 0);
  assert.match(
    empties.ended(entryOf(5, now), nothing) ?? "",
    /^agent bot ended at once with nothing 9 times in a row: .* after 60 s/u,
  );
  assert.equal(empties.ended(entryOf(5, now), { ...nothing, found: "one" }), null);
  assert.equal(empties.left("bot"), 0);
  assert.match(
    empties.ended(entryOf(5, now), nothing) ?? "",
    /with nothing: it begins again after 1 s/u,
  );
});

test("what began before the pause is part of the same try, and other agents are no part of it", () => {
  let now = start;
  const empties = createEmpties(() => now);
  empties.ended(entryOf(5, start), nothing);
  now += 500;
  assert.equal(empties.ended(entryOf(5, start - 10), nothing), null);
  assert.equal(empties.left("bot"), 500);
  assert.equal(empties.left("other"), 0);
});

test("who mends has no report to give, and who changed files or committed wasn't empty", () => {
  const entry = entryOf(5, start);
  const about = { work: "mend", unit: "1", commit: "c" };
  const changed = [{ path: "a.txt", how: "added" }] as const;
  const ends: readonly (readonly [SpoolEntry, Outcome])[] = [
    [
      { ...entry, job: { ...entry.job, job: { ...entry.job.job, key: "mend-1-1-1", about } } },
      nothing,
    ],
    [entry, { ...nothing, tree: { ...tree, changed } }],
    [entry, { ...nothing, tree: { ...tree, commits: ["c"] } }],
  ];
  for (const [one, outcome] of ends) {
    const empties = createEmpties(() => start);
    assert.equal(empties.ended(one, outcome), null, one.job.job.key);
    assert.equal(empties.left("bot"), 0);
  }
});

test("words, a long try, a fault or an exit that counts as done are no emptiness", () => {
  const ends: readonly (readonly [number, Outcome])[] = [
    [5, { ...nothing, message: "I am not logged in" }],
    [5, { ...nothing, errors: "no such model" }],
    [60_000, nothing],
    [5, { ...nothing, reason: "killed", exit: null }],
    [5, { ...nothing, done: "exit" }],
    [5, { ...nothing, fault: { kind: "auth" } }],
  ];
  for (const [ms, outcome] of ends) {
    const empties = createEmpties(() => start);
    assert.equal(empties.ended(entryOf(ms, start), outcome), null, JSON.stringify(outcome));
    assert.equal(empties.left("bot"), 0);
  }
});
