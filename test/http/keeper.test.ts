// Tests of the server's answer cache: bounded in number and weight, only with known freshness.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keeper } from "../../src/http/keep/keeper.ts";

/** Counts how often it was worked out. */
const counted = (keep: ReturnType<typeof keeper<string>>) => {
  const made: string[] = [];
  const ask = (key: string, text = "x", mark: string | null = "1"): Promise<unknown> =>
    keep(key, mark, () => {
      made.push(key);
      return Promise.resolve(text);
    });
  return { ask, made: () => made.splice(0) };
};

test("what they weigh together is bounded, too, and one that is too heavy is kept alone", async () => {
  const { ask, made } = counted(keeper(100, 1_000));
  const part = "x".repeat(300);
  for (const key of ["a", "b", "c", "d"]) await ask(key, part);
  made();
  for (const key of ["b", "c", "d"]) await ask(key, part);
  assert.deepEqual(made(), []);
  await ask("a", part);
  assert.deepEqual(made(), ["a"]);
  await ask("heavy", "x".repeat(5_000));
  await ask("heavy");
  await ask("a", part);
  assert.deepEqual(made(), ["heavy", "a"]);
  await ask("heavy");
  assert.deepEqual(made(), ["heavy"]);
});

test("nothing is kept whose freshness nobody can tell, nor what became old, but at one moment it is made once", async () => {
  const { ask, made } = counted(keeper(10));
  await Promise.all([ask("a", "x", null), ask("a", "x", null)]);
  assert.deepEqual(made(), ["a"]);
  await ask("a", "x", null);
  assert.deepEqual(made(), ["a"]);
  await ask("a", "x", "1");
  await ask("a", "x", "2");
  await ask("a", "x", "2");
  assert.deepEqual(made(), ["a", "a"]);
});
