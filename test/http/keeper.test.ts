// Tests of the server's answer cache: bounded in number, only with known freshness.
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

test("the newest answers are kept, and older ones made anew", async () => {
  const { ask, made } = counted(keeper(2));
  for (const key of ["a", "b", "c", "b", "c", "a"]) await ask(key);
  assert.deepEqual(made(), ["a", "b", "c", "a"]);
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
