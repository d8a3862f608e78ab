// Tests of doctor on leases, hosts and spools: each finding, mended or left to a person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, count, go, history, run, say } from "../runner/story.ts";
import { makeWorld } from "../runner/world.ts";
import { holder, hostOf, launched, look, mends } from "./hosted.ts";

test("a run in order has no findings, with work under way, too", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  assert.deepEqual((await look(parts)).left, []);
  await launched(world, parts);
  let looks = 0;
  const leases = (of?: string) => {
    looks += 1;
    return world.ledger.leases(of);
  };
  const engine = { ...parts.engine, ledger: { ...world.ledger, leases } };
  assert.deepEqual((await look({ ...parts, engine })).left, []);
  assert.equal(looks, 1);
});

test("LEASE_STALE: one that lapsed before anything began, and one whose taker died", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const take = () =>
    world.ledger.lease({
      do: "take",
      run,
      job: "task-a-1",
      holder,
      ms: 60_000,
      host: "here 999 s999",
    });
  await take();
  await mends(parts, "error LEASE_STALE");
  await world.ledger.lease({ do: "take", run, job: "task-a-1", holder, ms: 60_000, host: "here" });
  assert.deepEqual((await look(parts)).left, [], "claimed and alive");
  world.now += 61_000;
  await mends(parts, "error LEASE_STALE");
  assert.deepEqual(await world.ledger.leases(run), []);
  assert.equal((await go(parts)).good, true);
});

test("JOB_IN_DOUBT: it began and nobody holds it; its host died; its host never came up", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  await parts.door({
    run,
    said: [
      { command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
  await mends(parts, "error JOB_IN_DOUBT");
  assert.equal(count(await history(world), "TaskReturned a"), 1);
  const folder = await launched(world, parts, "b");
  world.die(hostOf(world, folder));
  await mends(parts, "error JOB_IN_DOUBT");
  assert.deepEqual(world.swept, [`${run}.${folder.split("/").at(-1) ?? ""}`]);
  assert.equal(count(await history(world), "TaskReturned b"), 1);
  assert.equal(world.folders.size, 0);
});

test("JOB_SILENT: what somebody outside claimed and lost touch with is left to people", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await world.ledger.lease({ do: "take", run, job: "task-a-1", holder, ms: 60_000, host: "here" });
  await parts.door({
    run,
    said: [
      { command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
  assert.deepEqual((await look(parts)).left, []);
  world.now += 61_000;
  const theirs = "error JOB_SILENT, a person's";
  assert.deepEqual((await look(parts)).left, [theirs]);
  assert.deepEqual(await look(parts, true), { left: [theirs], fixed: [] });
  assert.equal((await world.ledger.leases(run)).length, 1, "it may still be renewed");
});

test("SPOOL_UNREAD: finished work that no runner was there to read is read, once", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.finish(await launched(world, parts));
  await mends(parts, "warning SPOOL_UNREAD");
  assert.equal(count(await history(world), "TaskReported a"), 1);
});

test("SPOOL_REFUSED: what is refused twice stays, and is told", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  const folder = await launched(world, parts);
  world.finish(folder);
  // Done by other means meanwhile: its report comes too late.
  await parts.door({
    run,
    said: [
      { command: { type: "Fail", data: { task: "a" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
  const theirs = "warning SPOOL_REFUSED, a person's";
  assert.deepEqual((await look(parts)).left, [theirs]);
  assert.deepEqual(await look(parts, true), { left: [theirs], fixed: [] });
  assert.equal(world.folders.size, 1);
});

test("SPOOL_UNKNOWN: a folder of a run that isn't there is never thrown away", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const folder = await launched(world, parts);
  const there = world.folders.get(folder);
  assert.ok(there !== undefined);
  world.folders.set("/home/.cairn/spool/gone/1", { ...there, job: { ...there.job, run: "gone" } });
  const theirs = "error SPOOL_UNKNOWN, a person's";
  assert.deepEqual((await look(parts)).left, [theirs]);
  assert.deepEqual(await look(parts, true), { left: [theirs], fixed: [] });
  assert.equal(world.folders.size, 2);
});

test("HOST_UNWANTED: a job of a run that is over is ended, and what it came to is read", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const folder = await launched(world, parts);
  const pid = hostOf(world, folder);
  await say(parts, "Cancel");
  const ending = {
    ...parts,
    later: (_ms: number, then: () => void) => (
      world.finish(folder, { reason: "killed", exit: null, out: "" }),
      then(),
      () => undefined
    ),
  };
  assert.deepEqual((await look(ending)).left, ["error HOST_UNWANTED"]);
  assert.deepEqual(world.stopped, []);
  assert.deepEqual(await look(ending, true), { left: [], fixed: ["error HOST_UNWANTED"] });
  assert.deepEqual(world.stopped, [pid]);
  assert.equal(world.folders.size, 0);
});

test("HOST_UNWANTED: what left the jobs that are due has its grace", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  await launched(world, parts);
  await say(parts, "Drop", { task: "a" });
  assert.deepEqual((await look(parts)).left, []);
  world.now += 31_000;
  assert.deepEqual((await look(parts)).left, ["error HOST_UNWANTED"]);
});

test("AGENT_MISSING: a role that was given to a program that isn't there, while it may be needed", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const engine = {
    ...parts.engine,
    driver: async (name: string) => {
      const driver = await parts.engine.driver(name);
      return driver === undefined ? undefined : { ...driver, find: () => Promise.resolve(null) };
    },
  };
  assert.deepEqual((await look({ ...parts, engine })).left, ["error AGENT_MISSING, a person's"]);
  const nobody = { ...engine, config: { ...engine.config, roles: {} } };
  assert.deepEqual(
    (await look({ ...parts, engine: nobody })).left,
    [],
    "given to nobody: it is claimed by hand",
  );
  await say(parts, "Cancel");
  assert.deepEqual((await look({ ...parts, engine })).left, []);
});

test("RUN_STALLED: nothing is due, and the run goes on", async () => {
  const parts = await begun(makeWorld(), []);
  assert.deepEqual((await look(parts)).left, ["warning RUN_STALLED, a person's"]);
});

test("two doctors and a runner at once do each thing once", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b", "c"]);
  for (const task of ["a", "b"]) {
    const folder = await launched(world, parts, task);
    if (task === "a") world.finish(folder);
    else world.die(hostOf(world, folder));
  }
  await parts.door({
    run,
    said: [
      { command: { type: "Begin", data: { task: "c" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  const [, , result] = await Promise.all([
    look(world.runner(), true),
    look(world.runner(), true),
    go(parts),
  ]);
  assert.equal(result.good, true);
  const events = await history(world);
  assert.equal(count(events, "TaskReported a"), 1);
  for (const task of ["b", "c"])
    assert.equal(count(events, `TaskReturned ${task}`), 1, events.join(", "));
  assert.deepEqual((await look(parts, true)).left, []);
});
