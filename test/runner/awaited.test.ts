// Tests of the runner's messages about waiting for another machine: once per lease.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { makeSystem } from "../../src/runtime/system/make.ts";
import { begun, go, run } from "./story.ts";
import { makeWorld } from "./world.ts";

const holder = { name: "x", agent: null, conversation: null };
const far = "there/ab12cd 7 s7";

test("a runner that only waits says once for each lease of another machine that lasts where its job is, and again when that falls silent", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder,
    ms: 60_000,
    host: far,
  });
  assert.ok(taken.is === "granted");
  const { token } = taken.lease;
  const pass = (ms: number): void => void (world.now += ms);
  const over = new AbortController();
  const deeds: (() => Promise<unknown> | void)[] = [
    () => pass(3_000),
    () => pass(34_000),
    () => pass(5_000),
    () => world.ledger.lease({ do: "renew", run, token, ms: 60_000 }),
    () => pass(1_000),
    () => pass(50_000),
    () => undefined,
    () => over.abort(),
  ];
  const step = async (point: string): Promise<void> => {
    if (point !== "lease tended") return;
    await deeds.shift()?.();
    world.hint();
  };
  const told: string[] = [];
  const result = await go(
    { ...parts, step },
    {
      signal: over.signal,
      progress: (one) =>
        void told.push(one.is === "job" ? `${one.key} ${one.what}: ${one.note}` : one.is),
    },
  );
  assert.equal(result.status, "interrupted");
  // The notes say that jobs of this world are unfenced, where work lands, and that nothing checks it.
  assert.deepEqual(told, [
    "note",
    "note",
    "note",
    "event",
    "task-a-1 waits: in hand on there/ab12cd; its lease ends in 57 s unless it is renewed",
    "task-a-1 waits: in hand on there/ab12cd, which is silent; its lease ends in 23 s unless it is renewed",
    "task-a-1 waits: in hand on there/ab12cd, which is silent; its lease ends in 9.0 s unless it is renewed",
  ]);
});

test("a job of another machine tells since when it is at work there, and who looks from here sees which machine that is", async () => {
  const world = makeWorld();
  const { engine, ...parts } = await begun(world, ["a"]);
  const over = new AbortController();
  world.onStart = (folder) => (world.hostUp(folder), over.abort());
  await go(
    {
      ...parts,
      engine: { ...engine, machine: () => "there/ab12cd", isHere: (one) => one === "there/ab12cd" },
    },
    { signal: over.signal },
  );
  const began = new Date(world.now).toISOString();
  world.now += 45_000;
  const spool = {
    ...engine.workspace.spool,
    list: () => Promise.resolve({ entries: [], broken: [] }),
  };
  const system = makeSystem(
    { ...engine, shared: true, workspace: { ...engine.workspace, spool } },
    { elapsed: () => 0, later: () => () => undefined },
  );
  const picture = await system.picture(run);
  assert.ok(!isRefusal(picture));
  const { since, on } = picture.jobs[0] ?? {};
  assert.deepEqual(
    { since, on },
    { since: began, on: { machine: "there/ab12cd", leftMs: 15_000, silent: true } },
  );
});
