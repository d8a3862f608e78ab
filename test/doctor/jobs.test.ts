// Tests of doctor on leases, hosts and spools: each finding, mended or left to a person.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { begun, count, go, history, run, say } from "../runner/story.ts";
import { makeWorld, type World } from "../runner/world.ts";
import { holder, hostOf, launched, look } from "./hosted.ts";

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

/** Told as long as nobody drives the run, and gone once a runner did. */
const goes = async (world: World, parts: DriveParts, kind: string): Promise<void> => {
  for (const fix of [false, true])
    assert.deepEqual(await look(parts, fix), { left: [`${kind}, a person's`], fixed: [] });
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  assert.equal((await go(parts)).good, true);
  assert.deepEqual((await look(parts)).left, []);
};
const says = (parts: DriveParts, type: string, task: string) =>
  parts.door({
    run,
    said: [{ command: { type, data: { task } }, by: { kind: "engine", name: "engine" } }],
  });

test("LEASE_STALE: one that lapsed before anything began, and one whose taker died", async () => {
  for (const host of ["here 999 s999", "here"]) {
    const world = makeWorld();
    const parts = await begun(world, ["a"]);
    const ask = { run, job: "task-a-1", holder, ms: 60_000, host } as const;
    await world.ledger.lease({ do: "take", ...ask });
    if (host === "here") {
      assert.deepEqual((await look(parts)).left, [], "claimed and alive");
      world.now += 61_000;
    }
    await goes(world, parts, "warning LEASE_STALE");
  }
});

test("JOB_IN_DOUBT: it began and nobody holds it; its host died", async () => {
  for (const dies of [false, true]) {
    const world = makeWorld();
    const parts = await begun(world, ["a"]);
    if (dies) world.die(hostOf(world, await launched(world, parts)));
    else await says(parts, "Begin", "a");
    await goes(world, parts, "error JOB_IN_DOUBT");
    assert.equal(count(await history(world), "TaskReturned a"), 1);
  }
});

test("JOB_SILENT: what somebody outside claimed and lost touch with is left to people", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await world.ledger.lease({ do: "take", run, job: "task-a-1", holder, ms: 60_000, host: "here" });
  await says(parts, "Begin", "a");
  assert.deepEqual((await look(parts)).left, []);
  world.now += 61_000;
  const theirs = "error JOB_SILENT, a person's";
  assert.deepEqual((await look(parts)).left, [theirs]);
  assert.deepEqual(await look(parts, true), { left: [theirs], fixed: [] });
  assert.equal((await world.ledger.leases(run)).length, 1, "it may still be renewed");
});

test("SPOOL_UNREAD: finished work that no runner was there to read", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.finish(await launched(world, parts));
  await goes(world, parts, "warning SPOOL_UNREAD");
});

test("SPOOL_REFUSED: what is refused twice stays, and is told", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  const folder = await launched(world, parts);
  world.finish(folder);
  // Done by other means meanwhile: its report comes too late.
  await says(parts, "Fail", "a");
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

test("JOB_LEFT: a job of a run that is over is ended, and what it came to is read", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const folder = await launched(world, parts);
  const pid = hostOf(world, folder);
  await say(parts, "Cancel");
  const ending = {
    ...parts,
    later: (_ms: number, then: () => void) => {
      if (world.folders.has(folder))
        world.finish(folder, { reason: "killed", exit: null, out: "" });
      queueMicrotask(then);
      return () => undefined;
    },
  };
  assert.deepEqual((await look(ending)).left, ["error JOB_LEFT"]);
  assert.deepEqual(world.stopped, []);
  assert.deepEqual(await look(ending, true), { left: [], fixed: ["error JOB_LEFT"] });
  assert.deepEqual(world.stopped, [pid]);
  assert.equal(world.folders.size, 0);
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
