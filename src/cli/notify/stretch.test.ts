// Stillness: any event of a run or of one that it started ends it, and any output of their jobs; time asleep doesn't count.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createStillness, stretchOf } from "./stretch.ts";

test("events and outputs of the run and of runs that it started are moves", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-stretch-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "child"));
  const versions = new Map([
    ["r", 1],
    ["child", 1],
  ]);
  const system = {
    runs: ({ run, parent }: { readonly run?: string; readonly parent?: string }) => {
      const found = parent === "r" ? ["child"] : run === undefined ? [] : [run];
      return Promise.resolve(found.map((one) => ({ run: one, version: versions.get(one) ?? 0 })));
    },
    workspace: {
      spool: {
        list: (run: string) =>
          Promise.resolve({
            entries: run === "child" ? [{ folder: join(folder, "child"), fence: 3 }] : [],
          }),
      },
    },
  };
  const seen = [await stretchOf(system, "r")];
  const moved = async (how: () => void): Promise<void> => {
    how();
    seen.push(await stretchOf(system, "r"));
  };
  await moved(() => versions.set("child", 2));
  await moved(() => appendFileSync(join(folder, "child/out"), "a line"));
  await moved(() => appendFileSync(join(folder, "child/err"), "a line"));
  await moved(() => versions.set("r", 2));
  assert.equal(new Set(seen).size, seen.length, seen.join("\n\n"));
  assert.equal(await stretchOf(system, "r"), seen.at(-1));
});

test("stillness grows by what passes between two looks, and by no more than a minute of it", () => {
  let now = 0;
  const still = createStillness(() => now);
  const after = (ms: number, stretch: string): number => {
    now += ms;
    return still(stretch);
  };
  assert.deepEqual([after(0, "a"), after(15_000, "a"), after(15_000, "a")], [0, 15_000, 30_000]);
  assert.equal(after(8 * 3_600_000, "a"), 90_000);
  assert.deepEqual([after(15_000, "b"), after(15_000, "b")], [0, 15_000]);
});
