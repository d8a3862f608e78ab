// Numbers for what runs at the same time: the lowest free one, also of a process that died.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { takeRunSlot } from "./run-slots.ts";
import type { Living } from "./spool/entry.ts";

const setting = (t: TestContext) => {
  const home = mkdtempSync(join(tmpdir(), "cairn-slots-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const dead = new Set<number>();
  const living = (pid: number): Living => ({
    self: { pid, start: "s" },
    alive: ({ pid: other }) => !dead.has(other),
  });
  return { home, dead, take: (pid: number) => takeRunSlot(home, living(pid)) };
};

test("each has a number of its own, the lowest that is free", (t) => {
  const { take } = setting(t);
  const [first, second, third] = [take(1), take(1), take(2)];
  assert.deepEqual(
    [first, second, third].map((slot) => slot?.number),
    [0, 1, 2],
  );
  second?.free();
  assert.equal(take(3)?.number, 1);
  assert.equal(take(3)?.number, 3);
});

test("the number of a process that died without giving it back is taken over, that of a living one never", (t) => {
  const { dead, take } = setting(t);
  take(1);
  take(2);
  dead.add(1);
  assert.equal(take(3)?.number, 0);
  assert.equal(take(4)?.number, 2);
});
