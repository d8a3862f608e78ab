// Tests of chain verification: changed, removed and reordered events, and honest chains.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyChain } from "./chain.ts";
import { chain, genesis } from "./hash.ts";
import type { Draft } from "./row.ts";

const start = { version: 0, hash: genesis("ultrawork", "r1") };
const build = (n: number): Draft[] => {
  const rows: Draft[] = [];
  let prev = start.hash;
  for (let version = 1; version <= n; version += 1) {
    const row = {
      run: "r1",
      version,
      type: "T",
      data: `{"n":${version}}`,
      at: "2026-01-08T12:00:00.000Z",
      by: "{}",
      cause: `c${version}`,
    };
    prev = chain(prev, row);
    rows.push({ ...row, hash: prev });
  }
  return rows;
};
const damage = (rows: readonly Draft[]): readonly string[] =>
  verifyChain(start, rows).map(({ version, what }) => `${version} ${what}`);

test("an honest chain has no break, walked whole or from its middle", () => {
  const rows = build(5);
  const third = rows[2];
  assert.ok(third);
  assert.deepEqual(damage(rows), []);
  assert.deepEqual(verifyChain({ version: 3, hash: third.hash }, rows.slice(3)), []);
});

test("a changed event is named, once", () => {
  assert.deepEqual(
    damage(build(5).map((row) => (row.version === 3 ? { ...row, data: '{"n":99}' } : row))),
    ["3 hash"],
  );
});

test("a removed event is named by what follows it", () => {
  assert.deepEqual(damage(build(5).filter((row) => row.version !== 3)), ["4 gap", "4 hash"]);
});

test("two events changed about are named", () => {
  const [a, b, c] = build(3);
  assert.ok(a && b && c);
  assert.deepEqual(damage([a, c, b]), ["3 gap", "3 hash", "2 gap", "2 hash"]);
});

test("a chain that starts anew after a torn tail is named", () => {
  const [first] = build(1);
  assert.ok(first);
  const anew = { ...first, version: 2, hash: chain(start.hash, { ...first, version: 2 }) };
  assert.deepEqual(damage([first, anew]), ["2 hash"]);
});
