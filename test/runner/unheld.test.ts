// Why: leases are what is running: whoever dies, lapses or comes second, a job is done by one holder at a time and lost by none in silence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run, begun, go, history, count, settledWorld } from "./story.ts";
import { makeWorld } from "./world.ts";

test("a host that dies is lost: what it left behind is swept, and the task begins anew", async () => {
  const world = makeWorld();
  let first = true;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const host = world.folders.get(folder)?.host;
    if (first && host?.is === "host") setTimeout(() => (world.die(host.process.pid), world.hint()), 5);
    else world.finish(folder);
    first = false;
  };
  assert.equal((await go(await begun(world, ["a"]))).good, true);
  const events = await history(world);
  assert.equal(count(events, "TaskReturned a"), 1);
  assert.equal(count(events, "TaskBegun a"), 2);
  assert.deepEqual(world.swept, [`${run}.1`]);
  await settledWorld(world);
});

test("two runners on one run begin each task once and end alike", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    setTimeout(() => world.finish(folder), 15);
  };
  const first = await begun(world, ["a", "b", "c"]);
  const results = await Promise.all([go(first), go(world.runner()), go(world.runner())]);
  assert.deepEqual(
    results.map(({ status, good }) => ({ status, good })),
    Array.from({ length: 3 }, () => ({ status: "ended", good: true })),
  );
  const events = await history(world);
  for (const task of ["a", "b", "c"]) assert.equal(count(events, `TaskBegun ${task}`), 1, events.join(", "));
  await settledWorld(world);
});

test("a lease whose taker died before it made a spool is freed at once; one that lives is waited for", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const holder = { name: "x", agent: null, conversation: null };
  await world.ledger.lease({ do: "take", run, job: "task-a-1", holder, ms: 60_000, host: "here 999 s999" });
  assert.equal((await go(parts)).good, true);
  assert.ok((await history(world)).includes("TaskDone a"));
});

test("a job that began and left neither lease nor spool is told as lost, once, and begins anew", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await parts.door({ run, said: [{ command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine" } }] });
  const results = await Promise.all([go(parts), go(world.runner())]);
  assert.deepEqual(
    results.map(({ good }) => good),
    [true, true],
  );
  const events = await history(world);
  assert.equal(count(events, "TaskReturned a"), 1);
  assert.equal(count(events, "TaskBegun a"), 2);
  await settledWorld(world);
});

test("what another runner finished just before the lease was won is not started again", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const { ledger } = parts.engine;
  let first = true;
  const lease: typeof ledger.lease = async (asked) => {
    if (asked.do === "take" && asked.job === "check-a-1" && first) {
      first = false;
      await parts.door({
        run,
        said: [{ command: { type: "Check", data: { task: "a", passed: "yes" } }, by: { kind: "engine", name: "engine" } }],
      });
    }
    return ledger.lease(asked);
  };
  assert.equal((await go({ ...parts, engine: { ...parts.engine, ledger: { ...ledger, lease } } })).good, true);
  assert.deepEqual(world.launched, ["task-a-1"]);
  await settledWorld(world);
});

test("a claim from outside that ran out is told as lapsed, and the job is due again", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const holder = { name: "bo", agent: "hand", conversation: null };
  const taken = await world.ledger.lease({ do: "take", run, job: "task-a-1", holder, ms: 60_000, host: "here" });
  assert.ok(taken.is === "granted");
  const { fence } = taken.lease;
  await parts.door({
    run,
    said: [{ command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine", job: "task-a-1", fence } }],
  });
  const outside = await go(parts);
  assert.deepEqual({ status: outside.status, keys: outside.waiting.map(({ key }) => key) }, { status: "outside", keys: ["task-a-1"] });
  world.now += 61_000;
  assert.equal((await go(parts)).good, true);
  const events = await history(world);
  assert.equal(count(events, "TaskReturned a"), 1);
  const lapse = (await world.ledger.read({ run })).find((row) => row.type === "TaskReturned");
  assert.match(lapse?.by ?? "", /"kind":"engine".*"job":"task-a-1","fence":1/u);
});
