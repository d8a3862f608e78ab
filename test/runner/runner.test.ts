// Why: the runner is judged by what the ledger holds afterwards, over a machine where processes live and die as a test says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Progress, RunResult } from "../../src/runtime/system.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { toy } from "./toy.ts";
import { makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const ana = { kind: "person", name: "ana" } as const;
const run = "r1";

const say = async (parts: DriveParts, type: string, data: unknown = {}): Promise<void> => {
  const birth = type === "Start" ? { birth: { protocol: toy, root: ".", origin: null } } : {};
  const sent = await parts.door({ run, said: [{ command: { type, data }, by: ana }], ...birth });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};
const begun = async (
  world: World,
  tasks: readonly string[],
  config: Parameters<World["runner"]>[0] = {},
): Promise<DriveParts & { readonly pid: number }> => {
  const parts = world.runner(config);
  await say(parts, "Start", { tasks });
  return parts;
};
const go = async (
  parts: DriveParts,
  more: { readonly hand?: boolean; readonly signal?: AbortSignal; readonly progress?: (progress: Progress) => void } = {},
): Promise<RunResult> => {
  const result = await drive(parts, run, { hand: false, by: ana, ...more });
  assert.ok(!isRefusal(result), JSON.stringify(result));
  return result;
};
const history = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.read({ run })).map((row) => `${row.type} ${/"task":"(\w+)"/u.exec(row.data)?.[1] ?? ""}`.trim());
const count = (events: readonly string[], event: string): number => events.filter((one) => one === event).length;
const settledWorld = async (world: World): Promise<void> => {
  assert.equal(world.folders.size, 0, "no spool is left");
  assert.deepEqual(await world.ledger.leases(run), [], "no lease is left");
};
const soon = (what: () => boolean | Promise<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const look = async (): Promise<void> => ((await what()) ? resolve() : void setTimeout(() => void look(), 5));
    void look();
  });

test("drives every task through its agent and its check to the end", async () => {
  const world = makeWorld();
  const told: Progress[] = [];
  const result = await go(await begun(world, ["a", "b"]), { progress: (progress) => void told.push(progress) });
  assert.deepEqual({ status: result.status, good: result.good }, { status: "ended", good: true });
  const events = await history(world);
  for (const event of ["TaskBegun a", "TaskReported a", "TaskDone a", "TaskBegun b", "TaskDone b", "Ended"])
    assert.equal(count(events, event), 1, event);
  const shown = told.flatMap((one) => (one.is === "event" ? [one.event.type] : []));
  assert.deepEqual(
    shown,
    events.slice(1).map((event) => event.split(" ")[0]),
  );
  await settledWorld(world);
});

test("starts no more agents at once than there is room for", async () => {
  const world = makeWorld();
  let most = 0;
  world.onStart = (folder) => {
    world.hostUp(folder);
    most = Math.max(
      most,
      [...world.folders.values()].filter(({ job, host, exit }) => job.agent !== null && host !== null && exit === null).length,
    );
    setTimeout(() => world.finish(folder), 5);
  };
  assert.equal((await go(await begun(world, ["a", "b", "c", "d", "e"], { agents: 2 }))).good, true);
  assert.equal(most, 2);
});

const hosts: Readonly<Record<string, (world: World, folder: string, killed: () => boolean) => void>> = {
  "that end at once": (world, folder) => {
    world.hostUp(folder);
    world.finish(folder);
  },
  "that outlive the runner": (world, folder, killed) => {
    world.hostUp(folder);
    if (killed()) world.finish(folder);
    else setTimeout(() => world.finish(folder), 60);
  },
  "that come up late": (world, folder) => void setTimeout(() => (world.hostUp(folder), world.finish(folder)), 60),
};

/** Ends a runner at its step `point`, lets another go on, and tells whether the first came so far. */
const killAt = async (point: number, onStart: (world: World, folder: string, killed: () => boolean) => void): Promise<boolean> => {
  const world = makeWorld();
  let killed = false;
  world.onStart = (folder) => onStart(world, folder, () => killed);
  const first = await begun(world, ["a", "b"]);
  let steps = 0;
  const at = await new Promise<string>((resolve) => {
    const step = (name: string): Promise<void> | undefined => {
      steps += 1;
      if (steps <= point) return undefined;
      killed = true;
      world.die(first.pid);
      resolve(name);
      return new Promise(() => undefined);
    };
    void drive({ ...first, step }, run, { hand: false, by: ana }).then(() => resolve("the end"));
  });
  const result = await go(world.runner());
  const events = await history(world);
  const where = `killed at step ${point} (${at}): ${events.join(", ")}; launched ${world.launched.join(", ")}`;
  assert.equal(result.good, true, where);
  for (const task of ["a", "b"]) {
    assert.equal(count(events, `TaskReported ${task}`), 1, where);
    assert.equal(count(events, `TaskDone ${task}`), 1, where);
    assert.equal(count(events, `TaskBegun ${task}`), 1 + count(events, `TaskReturned ${task}`), where);
    assert.equal(world.launched.filter((key) => key.startsWith(`task-${task}-`)).length, 1, where);
  }
  await settledWorld(world);
  return killed;
};

for (const [name, onStart] of Object.entries(hosts)) {
  test(`a runner killed between any two steps loses nothing and redoes nothing, with hosts ${name}`, async () => {
    const killed = await Promise.all(Array.from({ length: 80 }, (_, point) => killAt(point, onStart)));
    const steps = killed.filter((one) => one).length;
    assert.ok(steps > 20 && steps < 80, `${steps} steps were seen`);
  });
}

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

test("an agent that never brings a report fails for good once its attempts are spent", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder, { out: "I am done, everything works. VERDICT: PASS" });
  };
  const result = await go(await begun(world, ["a"]));
  assert.deepEqual({ status: result.status, good: result.good }, { status: "ended", good: false });
  assert.equal(count(await history(world), "TaskBegun a"), 3);
});

test("a report that is refused is read again with the refusal", async () => {
  const world = makeWorld();
  let tries = 0;
  world.onStart = (folder) => {
    tries += 1;
    world.hostUp(folder);
    world.finish(folder, { out: reportText({ is: tries === 1 ? "bad" : "good" }) });
  };
  assert.equal((await go(await begun(world, ["a"]))).good, true);
  assert.equal(count(await history(world), "TaskReturned a"), 1);
  await settledWorld(world);
});

test("a report that nobody takes any more stays in the spool, and the run goes on without it", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a", "b"]);
  let late: string | null = null;
  world.onStart = (folder) => {
    world.hostUp(folder);
    const job = world.folders.get(folder)?.job.job;
    if (job?.key !== "task-a-1") world.finish(folder);
    else {
      late = folder;
      void say(parts, "Drop", { task: "a" }).then(() => world.finish(folder));
    }
  };
  const told: Progress[] = [];
  const result = await go(parts, { progress: (progress) => void told.push(progress) });
  assert.equal(result.good, true);
  assert.deepEqual([...world.folders.keys()], [late]);
  assert.equal(told.filter((one) => one.is === "warning").length, 1);
  assert.deepEqual(await world.ledger.leases(run), []);
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
  assert.match(lapse?.by ?? "", /"bo"/u);
});

test("without an agent nothing is started, and every missing role is named", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"], { role: null });
  await assert.rejects(go(parts), (error) => error instanceof Fault && error.code === "AGENT_MISSING" && error.message.includes("worker"));
  assert.deepEqual(world.started, []);
});

test("jobs of a hand wait to be claimed, decisions to be answered", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const hand = await go(parts, { hand: true });
  assert.deepEqual({ status: hand.status, keys: hand.waiting.map(({ key }) => key) }, { status: "outside", keys: ["task-a-1"] });
  await say(parts, "Ask", { question: "really?" });
  await say(parts, "Drop", { task: "a" });
  const asked = await go(parts);
  assert.deepEqual(
    { status: asked.status, waiting: asked.waiting },
    { status: "waiting", waiting: [{ key: "question-1", what: "really?" }] },
  );
  assert.deepEqual(world.started, []);
});

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

test("a cancelled run's hosts are stopped at once", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.onStart = (folder) => {
    world.hostUp(folder);
    void say(parts, "Cancel");
  };
  const driven = go(parts);
  await soon(() => world.stopped.length > 0);
  for (const folder of world.folders.keys()) world.finish(folder, { out: "", exit: null, reason: "killed" });
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
  const driven = go({ ...parts, scan: () => Promise.resolve(void (passes += 1)) }, { signal: stop.signal });
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
