// Tests of which landings count towards a unit's changed lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recorded } from "../../core/row.ts";
import { landedSpans } from "./work-counts.ts";

const commit = (name: string) => ({ commit: name, tree: name });
const event = (type: string, data: unknown): Recorded => ({
  version: 1,
  type,
  data,
  at: "2026-01-08T12:00:00.000Z",
  by: { kind: "engine", name: "engine" },
  cause: "",
});
const landed = (unit: string, to: string): Recorded =>
  event("WorkLanded", { unit, job: `task-${unit}-1`, n: 1, landed: commit(to) });
const moved = (to: string): Recorded => event("HeadMoved", { to: commit(to), why: "rollback" });
const spans = (...log: readonly Recorded[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...landedSpans(log, "base")].map(([unit, { from, to }]) => [unit, `${from}..${to}`]),
  );

test("a unit's last landing counts, from where the head stood before it", () => {
  assert.deepEqual(spans(landed("1", "a"), landed("2", "b"), landed("1", "c")), {
    "1": "b..c",
    "2": "a..b",
  });
});

test("what was rolled back counts no more, and what lands afterwards does", () => {
  const log = [landed("1", "a"), landed("2", "b"), landed("3", "c")];
  assert.deepEqual(spans(...log, moved("a"), landed("4", "d")), { "1": "base..a", "4": "a..d" });
  assert.deepEqual(spans(...log, moved("base")), {});
  assert.deepEqual(spans(landed("1", "a"), moved("elsewhere"), landed("2", "b")), {
    "1": "base..a",
    "2": "elsewhere..b",
  });
});
