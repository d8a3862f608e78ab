// Tests of a runner killed between every two steps: nothing lost, nothing done twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, endedAt, go, history, count, settledWorld } from "./story.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

const hosts: Readonly<
  Record<string, (world: World, folder: string, killed: () => boolean) => void>
> = {
  "that end at once": (world, folder) => {
    world.hostUp(folder);
    world.finish(folder);
  },
  "that outlive the runner": (world, folder, killed) => {
    world.hostUp(folder);
    if (killed()) world.finish(folder);
    else setTimeout(() => world.finish(folder), 60);
  },
  "that come up late": (world, folder) =>
    void setTimeout(() => (world.hostUp(folder), world.finish(folder)), 60),
};

/** Ends a runner at its step `point`, lets another go on, and tells whether the first came so far. */
const killAt = async (
  point: number,
  onStart: (world: World, folder: string, killed: () => boolean) => void,
): Promise<boolean> => {
  const world = makeWorld();
  const first = await begun(world, ["a", "b"]);
  world.onStart = (folder) => onStart(world, folder, () => !world.alive.has(first.pid));
  const { at, killed } = await endedAt(world, first, point);
  const result = await go(world.runner());
  const events = await history(world);
  const where = `killed at step ${point} (${at}): ${events.join(", ")}; launched ${world.launched.join(", ")}`;
  assert.equal(result.good, true, where);
  for (const task of ["a", "b"]) {
    assert.equal(count(events, `TaskReported ${task}`), 1, where);
    assert.equal(count(events, `TaskDone ${task}`), 1, where);
    assert.equal(
      count(events, `TaskBegun ${task}`),
      1 + count(events, `TaskReturned ${task}`),
      where,
    );
    assert.equal(world.launched.filter((key) => key.startsWith(`task-${task}-`)).length, 1, where);
  }
  await settledWorld(world);
  return killed;
};

for (const [name, onStart] of Object.entries(hosts)) {
  test(`a runner killed between any two steps loses nothing and redoes nothing, with hosts ${name}`, async () => {
    const killed = await Promise.all(
      Array.from({ length: 80 }, (_, point) => killAt(point, onStart)),
    );
    const steps = killed.filter((one) => one).length;
    assert.ok(steps > 20 && steps < 80, `${steps} steps were seen`);
  });
}
