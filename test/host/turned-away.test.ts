// Tests that an agent whose model server turned it away waits as long as it must, at no cost of a try.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Progress } from "../../src/runtime/system.ts";
import { begun, go, settledWorld, soon } from "../runner/story.ts";
import { makeWorld, reportText, type World } from "../runner/world.ts";

const good = reportText({ is: "good" });
const until = "2026-01-08T17:00:00.000Z";
/** What each launch prints, in order; then a good report. */
const printing = (world: World, ...outs: string[]): void => {
  world.onStart = (folder) => {
    const agent = world.folders.get(folder)?.job.agent;
    world.hostUp(folder);
    world.finish(folder, agent === null ? {} : { out: outs.shift() ?? good });
  };
};

test("a limit of five hours is waited out, told once, and costs no try; another runner knows it", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  printing(world, `conversation c-1\nlimit ${until}`);
  const warnings: string[] = [];
  let passes = 0;
  const scan = (): Promise<void> => Promise.resolve(void (passes += 1));
  const driven = go(
    { ...parts, scan },
    { progress: (told) => void (told.is === "warning" && warnings.push(told.text)) },
  );
  await soon(() => warnings.length > 0);
  assert.deepEqual(warnings, [
    "agent bot: its limit at the model server is reached until 2026-01-08T17:00Z: it begins again then, which costs no try",
  ]);
  assert.deepEqual(Object.keys(await parts.engine.workspace.parked(parts.engine.now())), ["bot"]);
  world.now = Date.parse(until) - 1;
  const before = passes;
  await soon(() => passes > before + 2 || (world.hint(), false));
  assert.equal(world.started.length, 1, "it is left alone");
  world.now = Date.parse(until);
  await soon(() => world.started.length > 1 || (world.hint(), false));
  assert.equal((await driven).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 c-1"], "in its conversation");
  await settledWorld(world);
});

test("a refused login stops its agent at once until the next runner, and says what to do", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  printing(world, "login");
  const stood = await go(parts);
  assert.equal(stood.status, "waiting");
  assert.match(stood.waiting[0]?.what ?? "", /refuses the login or key: log in with that program/u);
  assert.equal(world.resumed.length, 1);
  assert.equal((await go(parts)).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 afresh"]);
});

test("a conversation that its program doesn't know is begun afresh at once, at no cost of a try", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  printing(world, "conversation c-1\n", "unknown");
  assert.equal((await go(parts)).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 c-1", "task-a-3 afresh"]);
});

test("a conversation that was begun afresh isn't begun again at no cost, whatever its program says", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  printing(world, "unknown");
  const ends: string[] = [];
  const progress = (told: Progress): void => void (told.is === "job" && ends.push(told.what));
  assert.equal((await go(parts, { progress })).good, true);
  assert.equal(ends.includes("stopped"), false, ends.join());
});
