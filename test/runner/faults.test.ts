// Why: what only the operator can mend is said once and plainly, and nothing is tried for ever.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, refuse } from "../../src/core/refusal.ts";
import { begun, go, history, settledWorld, soon } from "./story.ts";
import { makeWorld } from "./world.ts";

test("without an agent nothing is started, and every missing role is named", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"], { role: null });
  await assert.rejects(go(parts), (error) => error instanceof Fault && error.code === "AGENT_MISSING" && error.message.includes("worker"));
  assert.deepEqual(world.started, []);
});

test("a job that may not begin is not tried again until the run has changed", async () => {
  const world = makeWorld();
  const result = await go(await begun(world, ["shy"]));
  assert.equal(result.status, "waiting");
  assert.match(result.waiting[0]?.what ?? "", /JOB_UNREADY: it never may/u);
  assert.deepEqual(world.started, []);
  await settledWorld(world);
});

test("an agent that can't be launched is a fault for the operator, and its task is given back", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder, { exit: null, unstarted: "cannot be started: spawn agent ENOENT" });
  };
  await assert.rejects(go(await begun(world, ["a"])), (error) => error instanceof Fault && error.code === "AGENT_UNSTARTABLE");
  assert.deepEqual(await history(world), ["Started", "TaskBegun a", "TaskReturned a"]);
  await settledWorld(world);
});

test("a host that never comes up is called off, and can't launch afterwards", async () => {
  const world = makeWorld();
  world.onStart = () => undefined;
  const driven = go(await begun(world, ["a"]));
  const failed = assert.rejects(driven, (error) => error instanceof Fault && error.code === "HOST_UNSTARTABLE");
  await soon(() => world.started.length === 1);
  // Seen once without a host, it has its time from then on.
  await soon(async () => (world.hint(), (await history(world)).length === 2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  world.now += 21_000;
  await soon(async () => (world.hint(), (await history(world)).length === 3));
  await failed;
  await settledWorld(world);
});

test("a check whose host always dies isn't started for ever", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    if (world.folders.get(folder)?.job.job.kind === "agent") world.finish(folder);
    else {
      const host = world.folders.get(folder)?.host;
      if (host?.is === "host") world.die(host.process.pid);
    }
  };
  await assert.rejects(go(await begun(world, ["a"])), (error) => error instanceof Fault && error.code === "HOST_LOST");
  assert.equal(world.started.length, 1 + 3);
});

test("a check whose proof is refused each time isn't started for ever: its runner says why and rests", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  let asked = 0;
  const door: typeof parts.door = (ask) => {
    if (ask.said.every(({ command }) => command.type !== "Check")) return parts.door(ask);
    asked += 1;
    if (asked > 50) throw new Error("it asks without rest");
    return Promise.resolve(refuse("PATH_OUTSIDE", "the archive leads out"));
  };
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  const { status, waiting } = await go({ ...parts, door });
  assert.equal(status, "waiting");
  assert.match(waiting[0]?.what ?? "", /PATH_OUTSIDE: the archive leads out/u);
  assert.equal((await go(parts)).good, true, "once it is mended another runner goes on, whatever was left");
});
