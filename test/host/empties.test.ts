// Tests that a runner waits before it begins an agent again that ended at once with nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, go, settledWorld, soon } from "../runner/story.ts";
import { makeWorld } from "../runner/world.ts";

test("an agent that ends at once with nothing is begun again after a pause, which grows", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const notes: string[] = [];
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder, world.started.length < 3 ? { out: "" } : {});
  };
  let passes = 0;
  const scan = (): Promise<void> => Promise.resolve(void (passes += 1));
  const driven = go(
    { ...parts, scan },
    { progress: (told) => void (told.is === "note" && notes.push(told.text)) },
  );
  for (const [tries, pause] of [
    [1, 1_000],
    [2, 2_000],
  ] as const) {
    await soon(() => notes.filter((note) => note.startsWith("agent ")).length === tries);
    world.now += pause - 1;
    const before = passes;
    await soon(() => passes > before + 2 || (world.hint(), false));
    assert.equal(world.started.length, tries, "it is left alone");
    world.now += 1;
    await soon(() => world.started.length === tries + 1 || (world.hint(), false));
  }
  assert.equal((await driven).good, true);
  await settledWorld(world);
});
