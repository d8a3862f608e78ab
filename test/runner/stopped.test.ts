// Tests of stopping unwanted work: pause, cancel, and half a minute of grace for a job not due.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Progress } from "../../src/runtime/system.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { claimJob } from "../../src/runtime/claims/claim.ts";
import { ana, say, begun, count, go, history, run, settledWorld, soon } from "./story.ts";
import { makeWorld } from "./world.ts";

test("a paused run starts nothing and takes what comes in", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"], { agents: 1 });
  world.onStart = (folder) => {
    world.hostUp(folder);
    void say(parts, "Pause").then(() => setTimeout(() => world.finish(folder), 20));
  };
  const result = await go(parts);
  assert.equal(result.status, "paused");
  assert.deepEqual(await history(world), ["Started", "TaskBegun a", "Paused", "TaskReported a"]);
});

test("a run that was paused before it had a base begins from one once it goes on", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await say(parts, "Pause");
  const { engine } = parts;
  let looked = 0;
  // Its runner is about to rest.
  const claims: typeof engine.workspace.claims = async () => {
    if ((looked += 1) === 1) await say(parts, "Resume");
    return engine.workspace.claims();
  };
  const resumed = { ...parts, engine: { ...engine, workspace: { ...engine.workspace, claims } } };
  assert.equal((await go(resumed)).good, true);
  await settledWorld(world);
});

test("a cancelled run's hosts are stopped at once", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.onStart = (folder) => {
    world.hostUp(folder);
    void say(parts, "Cancel");
  };
  const driven = go(parts);
  await soon(() => world.stopped.length > 0);
  for (const folder of world.folders.keys())
    world.finish(folder, { out: "", exit: null, reason: "killed" });
  assert.equal((await driven).status, "ended");
  assert.equal(world.stopped.length, 1);
  await settledWorld(world);
});

test("a live job that is no longer due has half a minute", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  let dropped: string | null = null;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const key = world.folders.get(folder)?.job.job.key;
    if (key !== "task-a-1") return;
    dropped = folder;
    void say(parts, "Drop", { task: "a" });
  };
  const stop = new AbortController();
  let passes = 0;
  const driven = go(
    { ...parts, scan: () => Promise.resolve(void (passes += 1)) },
    { signal: stop.signal },
  );
  const passed = async (): Promise<void> => {
    const before = passes;
    world.hint();
    await soon(() => passes > before + 2 || (world.hint(), false));
  };
  await soon(() => dropped !== null && world.started.length === 2);
  await passed();
  world.now += 29_000;
  await passed();
  assert.equal(world.stopped.length, 0);
  world.now += 2_000;
  await soon(() => (world.hint(), world.stopped.length > 0));
  assert.equal(world.stopped.length, 1);
  stop.abort();
  await driven;
});

test("a job that is no longer there once it was granted is not launched, and nobody holds it", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "mirage"]);
  assert.equal((await go(parts)).good, true);
  assert.deepEqual(world.started.map((folder) => folder.includes("mirage")).filter(Boolean), []);
  assert.equal(world.started.length, 2, "the task and its check");
  assert.deepEqual(
    (await history(world)).filter((event) => event.endsWith("mirage")),
    ["TaskDropped mirage"],
  );
  await settledWorld(world);
});

test("an interrupted runner lets go and leaves its hosts alone", async () => {
  const world = makeWorld();
  world.onStart = (folder) => world.hostUp(folder);
  const stop = new AbortController();
  const driven = go(await begun(world, ["a"]), { signal: stop.signal });
  await soon(() => world.started.length === 1);
  stop.abort();
  assert.equal((await driven).status, "interrupted");
  assert.deepEqual(world.stopped, []);
  const [folder = ""] = world.folders.keys();
  const told: Progress[] = [];
  const again = go(world.runner(), { progress: (progress) => void told.push(progress) });
  await soon(() => told.length > 0);
  world.onStart = (other) => (world.hostUp(other), world.finish(other));
  world.finish(folder);
  assert.equal((await again).good, true);
  assert.deepEqual(
    told.flatMap((one) => (one.is === "job" && one.key === "task-a-1" ? [one.what] : [])),
    ["reattached", "adopted"],
  );
});

test("a new attempt waits until the process of the one before has ended", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  let first: string | null = null;
  let beside = false;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const key = world.folders.get(folder)?.job.job.key;
    if (key === "task-a-2") beside = first !== null && world.folders.get(first)?.exit === null;
    if (key !== "task-a-1") return world.finish(folder);
    first = folder;
    const fail = {
      command: { type: "Fail", data: { task: "a" } },
      by: { kind: "engine", name: "engine" },
    } as const;
    void parts.door({ run, said: [fail] }).then(() => setTimeout(() => world.finish(folder), 150));
  };
  assert.equal((await go(parts)).good, true);
  assert.deepEqual([beside, count(await history(world), "TaskBegun a")], [false, 2]);
});

test("nor may anybody claim one while that process is at work", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.onStart = (folder) => world.hostUp(folder);
  const stop = new AbortController();
  const driven = go(parts, { signal: stop.signal });
  await soon(() => world.launched.length === 1);
  stop.abort();
  await driven;
  const fail = {
    command: { type: "Fail", data: { task: "a" } },
    by: { kind: "engine", name: "engine" },
  } as const;
  await parts.door({ run, said: [fail] });
  const early = await claimJob(parts, run, "a", ana);
  assert.ok(
    isRefusal(early) &&
      early.code === "JOB_UNREADY" &&
      early.text.includes("task-a-1 is still at work"),
    JSON.stringify(early),
  );
  for (const { host } of world.folders.values())
    if (host?.is === "host") world.die(host.process.pid);
  const claimed = await claimJob(parts, run, "a", ana);
  assert.ok(!isRefusal(claimed) && claimed.lease.job === "task-a-2", JSON.stringify(claimed));
});
