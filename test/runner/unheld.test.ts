// Tests of leases in the runner: dead hosts, lapsed leases, two runners on one run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../../src/core/refusal.ts";
import { run, begun, go, history, count, settledWorld, soon } from "./story.ts";
import { toy } from "./toy.ts";
import { makeWorld } from "./world.ts";

test("a host that dies is lost: what it left behind is swept, and the task begins anew", async () => {
  const world = makeWorld();
  let first = true;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const host = world.folders.get(folder)?.host;
    if (first && host?.is === "host")
      setTimeout(() => (world.die(host.process.pid), world.hint()), 5);
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
  for (const task of ["a", "b", "c"])
    assert.equal(count(events, `TaskBegun ${task}`), 1, events.join(", "));
  await settledWorld(world);
});

test("a lease whose taker died before it made a spool is freed at once; one that lives is waited for", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const holder = { name: "x", agent: null, conversation: null };
  await world.ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder,
    ms: 60_000,
    host: "here 999 s999",
  });
  assert.equal((await go(parts)).good, true);
  assert.ok((await history(world)).includes("TaskDone a"));
  // It may have had a spool that somebody took away: whatever it had started must not go on beside the next.
  assert.deepEqual(world.swept, [`${run}.1`]);
});

test("a job that began and left neither lease nor spool is told as lost, once, and begins anew", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await parts.door({
    run,
    said: [
      { command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
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

test("a job that can't be told as lost isn't told again without rest: its runner says so and rests", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  await parts.door({
    run,
    said: [
      { command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine" } },
    ],
  });
  let asked = 0;
  const door: typeof parts.door = (ask) => {
    if (ask.said.every(({ command }) => command.type !== "Fail")) return parts.door(ask);
    asked += 1;
    if (asked > 50) throw new Error("it asks without rest");
    return Promise.resolve(refuse("SENDER_WRONG", "somebody else ends it"));
  };
  assert.deepEqual((await go({ ...parts, door })).status, "waiting");
  assert.deepEqual([world.launched, await world.ledger.leases(run)], [[], []]);
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
        said: [
          {
            command: { type: "Check", data: { task: "a", passed: "yes" } },
            by: { kind: "engine", name: "engine" },
          },
        ],
      });
    }
    return ledger.lease(asked);
  };
  assert.equal(
    (await go({ ...parts, engine: { ...parts.engine, ledger: { ...ledger, lease } } })).good,
    true,
  );
  assert.deepEqual(world.launched, ["task-a-1"]);
  await settledWorld(world);
});

test("a claim from outside that ran out is told as lapsed, and the job is due again", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const holder = { name: "bo", agent: "hand", conversation: null };
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder,
    ms: 60_000,
    host: "here",
  });
  assert.ok(taken.is === "granted");
  const { fence } = taken.lease;
  await parts.door({
    run,
    said: [
      {
        command: { type: "Begin", data: { task: "a" } },
        by: { kind: "engine", name: "engine", job: "task-a-1", fence },
      },
    ],
  });
  const outside = await go(parts);
  assert.deepEqual(
    { status: outside.status, keys: outside.waiting.map(({ key }) => key) },
    { status: "outside", keys: ["task-a-1"] },
  );
  world.now += 61_000;
  assert.equal((await go(parts)).good, true);
  const events = await history(world);
  assert.equal(count(events, "TaskReturned a"), 1);
  const lapse = (await world.ledger.read({ run })).find((row) => row.type === "TaskReturned");
  assert.match(lapse?.by ?? "", /"kind":"engine".*"job":"task-a-1","fence":1/u);
});

test("a claimed job whose time ran out while nobody reached the server is timed out only when its holder could have spoken", async () => {
  const world = makeWorld();
  const deadline = new Date(world.now + 60_000).toISOString();
  const jobs: typeof toy.jobs = (state) =>
    toy
      .jobs(state)
      .map((job) =>
        job.key === "task-a-1"
          ? { ...job, outside: true, ...(job.begun ? { deadline } : {}) }
          : job,
      );
  world.protocols = { [toy.name]: { ...toy, jobs } };
  const parts = await begun(world, ["a"]);
  const holder = { name: "bo", agent: "hand", conversation: null };
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder,
    ms: 1_800_000,
    host: "here",
  });
  assert.ok(taken.is === "granted");
  const { fence } = taken.lease;
  await parts.door({
    run,
    said: [
      {
        command: { type: "Begin", data: { task: "a" } },
        by: { kind: "engine", name: "engine", job: "task-a-1", fence },
      },
    ],
  });
  world.now += 120_000;
  const until = new Date(world.now + 10_000).toISOString();
  const other = world.runner();
  const cut = {
    ...other,
    engine: { ...other.engine, ledger: { ...world.ledger, grace: async () => until } },
  };
  assert.equal((await go(cut)).status, "outside");
  assert.equal(count(await history(world), "TaskReturned a"), 0);
  world.now += 10_000;
  await go(cut);
  assert.equal(count(await history(world), "TaskReturned a"), 1);
});

test("a lease that lapsed while its runner prepared is renewed before anything begins, and then nobody ends it", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    setTimeout(() => world.finish(folder), 150);
  };
  const slow = await begun(world, ["a"]);
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let arrived: () => void = () => undefined;
  const prepared = new Promise<void>((resolve) => (arrived = resolve));
  const first = go({
    ...slow,
    step: (point) => (point === "job prepared" ? (arrived(), held) : undefined),
  });
  await prepared;
  // As after a laptop's sleep: the other runner has just seen the lapsed lease when the first goes on.
  world.now += 61_000;
  const quick = world.runner();
  const now = async (): Promise<string> => {
    const seen = await world.ledger.now();
    goOn();
    await soon(() => world.started.length > 0);
    return seen;
  };
  const second = go({ ...quick, engine: { ...quick.engine, ledger: { ...world.ledger, now } } });
  assert.deepEqual(
    (await Promise.all([first, second])).map(({ good }) => good),
    [true, true],
  );
  const events = await history(world);
  assert.deepEqual(
    [count(events, "TaskBegun a"), count(events, "TaskReported a")],
    [1, 1],
    events.join(", "),
  );
  await settledWorld(world);
});

test("a runner whose lease went to another while it prepared begins nothing", async () => {
  const world = makeWorld();
  const slow = await begun(world, ["a"]);
  const stop = new AbortController();
  let taken = false;
  const step = async (point: string): Promise<void> => {
    if (point !== "spool made" || taken) return;
    taken = true;
    world.now += 61_000;
    const holder = { name: "bo", agent: "hand", conversation: null };
    assert.equal(
      (
        await world.ledger.lease({
          do: "take",
          run,
          job: "task-a-1",
          holder,
          ms: 60_000,
          host: "here",
        })
      ).is,
      "granted",
    );
    stop.abort();
  };
  await go({ ...slow, step }, { signal: stop.signal });
  assert.deepEqual(
    { started: world.started, folders: world.folders.size },
    { started: [], folders: 0 },
  );
  assert.deepEqual(await history(world), ["Started"]);
});

test("finished work whose lease another runner ended by mistake is taken all the same, once", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  let ended = false;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const token = world.folders.get(folder)?.job.lease.token;
    if (ended || token === undefined) return world.finish(folder);
    ended = true;
    void world.ledger.lease({ do: "end", run, token }).then(() => world.finish(folder));
  };
  assert.deepEqual(
    (await Promise.all([go(parts), go(world.runner())])).map(({ good }) => good),
    [true, true],
  );
  const events = await history(world);
  assert.deepEqual(
    [count(events, "TaskBegun a"), count(events, "TaskReported a")],
    [1, 1],
    events.join(", "),
  );
  await settledWorld(world);
});
