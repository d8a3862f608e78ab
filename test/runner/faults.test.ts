// Tests of the runner on operator's faults: one plain message, no endless retries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, refuse } from "../../src/core/refusal.ts";
import { begun, go, history, run, settledWorld, soon } from "./story.ts";
import { makeWorld } from "./world.ts";
import { nowhere } from "../fixtures/nowhere.ts";

test("without an agent nothing is started, and every missing role is named", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"], { role: null });
  await assert.rejects(
    go(parts),
    (error) =>
      error instanceof Fault && error.code === "AGENT_MISSING" && error.message.includes("worker"),
  );
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
  await assert.rejects(
    go(await begun(world, ["a"])),
    (error) => error instanceof Fault && error.code === "AGENT_UNSTARTABLE",
  );
  assert.deepEqual(await history(world), ["Started", "TaskBegun a", "TaskReturned a"]);
  await settledWorld(world);
});

test("an agent for whose start a disk has no room is told as a full disk, not as a wrong argv", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    const why =
      "cannot be started: its brief can't be written in /tmp: ENOSPC: no space left on device";
    world.finish(folder, { exit: null, unstarted: why });
  };
  await assert.rejects(go(await begun(world, ["a"])), (error) => {
    assert.ok(error instanceof Fault && error.code === "DISK_FULL", String(error));
    assert.match(`${error.message} ${error.hint}`, /written in \/tmp[^]*TMPDIR/u);
    return true;
  });
});

test("what an earlier runner couldn't start is told no more once it is mended: it is started anew", async () => {
  const world = makeWorld();
  world.onStart = (folder) => {
    world.hostUp(folder);
    const check = world.folders.get(folder)?.job.job.kind === "check";
    // The runner is stopped before it reads what its check came to.
    if (check) stop.abort();
    world.finish(
      folder,
      check ? { exit: null, unstarted: "cannot be started: spawn nosuch ENOENT" } : {},
    );
  };
  const stop = new AbortController();
  const parts = await begun(world, ["a"]);
  assert.equal((await go(parts, { signal: stop.signal })).status, "interrupted");
  assert.equal(world.folders.size, 1, "its end is left in the spool");
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  assert.equal((await go(world.runner({}))).good, true);
  await settledWorld(world);
});

test("a host that never comes up is called off, and can't launch afterwards", async () => {
  const world = makeWorld();
  world.onStart = () => undefined;
  const driven = go(await begun(world, ["a"]));
  const failed = assert.rejects(
    driven,
    (error) => error instanceof Fault && error.code === "HOST_UNSTARTABLE",
  );
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
  await assert.rejects(
    go(await begun(world, ["a"])),
    (error) => error instanceof Fault && error.code === "HOST_LOST",
  );
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
  assert.equal(
    (await go(parts)).good,
    true,
    "once it is mended another runner goes on, whatever was left",
  );
});

test("a check whose host can't be started is a fault at once, and its runner doesn't start it again and again", async () => {
  const world = makeWorld();
  let asked = 0;
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  const parts = await begun(world, ["a"]);
  const { workspace } = parts.engine;
  const processes: typeof workspace.processes = {
    ...workspace.processes,
    detach: async (...args) => {
      asked += 1;
      if (asked === 1) return workspace.processes.detach(...args);
      if (asked > 50) return new Promise(() => undefined);
      throw new Error("spawn node EMFILE");
    },
  };
  const starved = { ...parts, engine: { ...parts.engine, workspace: { ...workspace, processes } } };
  await assert.rejects(
    go(starved),
    (error) =>
      error instanceof Fault &&
      error.code === "HOST_UNSTARTABLE" &&
      error.message.includes("EMFILE"),
  );
  assert.equal(asked, 2, "the work's host, and the check's once");
  await settledWorld(world);
});

test("a ledger older than the spool beside it grants above what the spool holds, and what was left of a dead holder isn't waited for", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const holder = { name: "x", agent: null, conversation: null };
  // What a ledger holds whose newer events are gone: a lease of a dead runner, by a fence that the spool has a finished entry of.
  const job = (await parts.folds.newest(run))?.protocol.jobs(
    (await parts.folds.newest(run))?.state ?? null,
  )[0];
  assert.ok(job !== undefined);
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: job.key,
    holder,
    ms: 60_000,
    host: "here 999 s999",
  });
  assert.ok(taken.is === "granted");
  const agent = {
    name: "bot",
    config: { driver: "command", argv: ["agent"], done: "report", env: {} },
    launch: { argv: ["agent"], env: {}, stdin: null, cwd: "." },
  } as const;
  const ground = { root: "/home", place: "/home", ignores: [] };
  for (const fence of [1, 5]) {
    const lease = { ...taken.lease, fence, token: `${fence}.other` };
    const common = {
      run,
      protocol: "toy",
      ledger: "memory:",
      ground,
      job,
      lease,
      leaseMs: 1_000,
      mark: "m",
      at: "2026-01-08T12:00:00.000Z",
    };
    const folder = await parts.engine.workspace.spool.make(
      { ...common, runner: { pid: 999, start: "s999" }, agent, spot: nowhere },
      "",
    );
    world.hostUp(folder);
    world.finish(folder);
  }
  assert.equal((await go(parts)).good, true);
  assert.deepEqual(
    [...world.folders.keys()].map((folder) => folder.split("/").at(-1)),
    ["1", "5"],
    "what was refused stays for doctor",
  );
  assert.ok(
    world.started.every((folder) => Number(folder.split("/").at(-1)) > 5),
    world.started.join(" "),
  );
  assert.deepEqual(await world.ledger.leases(run), []);
});

test("a pass that does the same again and again while the run stands still slows down, hears its signal, and ends with a fault that names it", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const { ledger } = parts.engine;
  const holder = { name: "x", agent: null, conversation: null };
  await ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder,
    ms: 60_000,
    host: "here 999 s999",
  });
  let ends = 0;
  // A ledger that acknowledges and does nothing: whatever the reason, the pass changes nothing.
  const lease: typeof ledger.lease = (asked) => {
    if (asked.do !== "end") return ledger.lease(asked);
    ends += 1;
    return Promise.resolve({ is: "ended" });
  };
  const stuck = { ...parts, engine: { ...parts.engine, ledger: { ...ledger, lease } } };
  const signal = new AbortController();
  setTimeout(() => signal.abort(), 20);
  assert.equal((await go(stuck, { signal: signal.signal })).status, "interrupted");
  ends = 0;
  let waited = 0;
  const later: NonNullable<typeof parts.later> = (ms, then) => {
    waited += ms;
    const timer = setTimeout(then, 0);
    return () => clearTimeout(timer);
  };
  await assert.rejects(
    go({ ...stuck, later }),
    (error) =>
      error instanceof Fault &&
      error.code === "RUN_STANDSTILL" &&
      error.message.includes("task-a-1"),
  );
  assert.ok(ends < 20 && waited > 5_000, `${ends} ends, ${waited} ms`);
});

test("a runner that waits for a job says within seconds that the disk is full, once, and that it is over", async () => {
  const world = makeWorld();
  world.onStart = world.hostUp;
  const parts = await begun(world, ["a"]);
  const { workspace } = parts.engine;
  let full = true;
  let asked = 0;
  const unwritable: typeof workspace.unwritable = () => {
    asked += 1;
    return Promise.resolve(
      full
        ? new Fault("DISK_FULL", "write in /home/.cairn: the disk is full (ENOSPC)", "make room")
        : null,
    );
  };
  const warned: string[] = [];
  const driven = go(
    { ...parts, engine: { ...parts.engine, workspace: { ...workspace, unwritable } } },
    { progress: (one) => void (one.is === "warning" && warned.push(one.text)) },
  );
  const passed = async (): Promise<void> => {
    const before = asked;
    world.now += 2_500;
    await soon(() => (world.hint(), asked > before));
  };
  await soon(() => world.started.length === 1);
  await passed();
  await passed();
  assert.deepEqual(warned.length, 1, warned.join("\n"));
  assert.match(
    warned[0] ?? "",
    /DISK_FULL: write in \/home\/\.cairn: the disk is full[^]*waited for/u,
  );
  full = false;
  await passed();
  await soon(() => warned.length === 2);
  assert.match(warned[1] ?? "", /again/u);
  world.onStart = (folder) => {
    world.hostUp(folder);
    world.finish(folder);
  };
  world.finish(world.started[0] ?? "");
  assert.equal((await driven).good, true);
});
