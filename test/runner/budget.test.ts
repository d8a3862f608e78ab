// Tests of a run's budget across kills: each job and each question counted once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withBudget } from "../../src/budget/with-budget.ts";
import { budgetOf } from "../../src/budget/spent.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { drive, type DriveParts } from "../../src/runtime/runner/drive.ts";
import { ana, count, go, history, run, settledWorld, soon } from "./story.ts";
import { toy } from "./toy.ts";
import { landing, makeWorld, type World } from "./world.ts";

const budgeted = withBudget(toy);
const protocol = landing(budgeted);

const begun = async (
  world: World,
  tasks: readonly string[],
  budget: string,
): Promise<DriveParts & { readonly pid: number }> => {
  world.protocols = { toy: budgeted };
  const parts = world.runner();
  const commands = [
    { type: "Start", data: { tasks } },
    { type: "SetBudget", data: { budget } },
  ];
  const said = commands.map((command) => ({ command, by: ana }));
  const sent = await parts.door({ run, said, birth: { protocol, root: ".", origin: null } });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
  return parts;
};

const answer = async (parts: DriveParts, option: string, data: unknown = {}): Promise<void> => {
  const folded = await parts.folds.newest(run);
  const job = folded?.protocol.jobs(folded.state).find(({ kind }) => kind === "decision");
  assert.ok(folded !== null && job !== undefined);
  const holder = { name: "ana", agent: null, conversation: null };
  const tree = { before: null, after: null, changed: [], commits: [] };
  const commands = folded.protocol.report(job, {
    holder,
    hosted: false,
    done: "report",
    tree,
    files: {},
    is: "decided",
    option,
    note: "",
    data,
  });
  const sent = await parts.door({ run, said: commands.map((command) => ({ command, by: ana })) });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};

/** Ends a runner at its step `point`, lets another go on, and tells whether the first came so far. */
const killAt = async (point: number): Promise<boolean> => {
  const world = makeWorld();
  let killed = false;
  const first = await begun(world, ["a", "b"], "1job");
  let steps = 0;
  await new Promise<void>((resolve) => {
    const step = (): Promise<void> | undefined => {
      steps += 1;
      if (steps <= point) return undefined;
      killed = true;
      world.die(first.pid);
      resolve();
      return new Promise(() => undefined);
    };
    void drive({ ...first, step }, run, { hand: false }).then(() => resolve());
  });
  const next = world.runner();
  const asked = await go(next);
  const where = `killed at step ${point}: ${(await history(world)).join(", ")}`;
  assert.deepEqual(
    [asked.status, asked.waiting.map(({ key }) => key)],
    ["waiting", ["budget-1"]],
    where,
  );
  /** Jobs that were launched, that count, that were counted as begun and as ended. */
  const jobs = async (): Promise<readonly unknown[]> => {
    const events = await history(world);
    const budget = budgetOf((await next.folds.newest(run))?.state);
    const begun = count(events, "JobCounted");
    assert.equal(count(events, "UseCounted"), begun, where);
    assert.deepEqual(budget?.open, {}, where);
    return [world.launched.filter((key) => key.startsWith("task-")).length, budget?.spent.jobs];
  };
  assert.deepEqual(await jobs(), [1, 1], where);
  await answer(next, "raise");
  const done = await go(next);
  assert.equal(done.good, true, where);
  assert.deepEqual(await jobs(), [2, 2], where);
  await settledWorld(world);
  return killed;
};

test(
  "a runner killed between any two steps counts each job that was launched once, launches none too many, and asks once",
  { timeout: 60_000 },
  async () => {
    const killed = await Promise.all(Array.from({ length: 60 }, (_, point) => killAt(point)));
    const steps = killed.filter((one) => one).length;
    assert.ok(steps > 10 && steps < 60, `${steps} steps were seen`);
  },
);

/** The first of two jobs is under way, and its person answers. */
const midway = async (
  option: string,
): Promise<{ readonly world: World; readonly driven: ReturnType<typeof go> }> => {
  const world = makeWorld();
  world.onStart = (folder) => world.hostUp(folder);
  const parts = await begun(world, ["a", "b"], "1job");
  const driven = go(parts);
  await soon(() => world.launched.length === 1);
  await answer(parts, option);
  return { world, driven };
};
const lastOf = async (world: World, type: string): Promise<unknown> =>
  JSON.parse((await world.ledger.read({ run })).findLast((row) => row.type === type)?.by ?? "null");

test(
  "finish lets what is under way end, and then the run ends in its person's name",
  { timeout: 20_000 },
  async () => {
    const { world, driven } = await midway("finish");
    world.onStart = (folder) => (world.hostUp(folder), world.finish(folder));
    for (const folder of world.folders.keys()) world.finish(folder);
    assert.deepEqual([(await driven).status, (await driven).good], ["ended", false]);
    const events = await history(world);
    assert.deepEqual(
      [count(events, "TaskDone a"), count(events, "TaskBegun b"), count(events, "Ended")],
      [1, 0, 1],
    );
    assert.deepEqual(await lastOf(world, "Ended"), ana);
  },
);

test(
  "stop ends the run at once, and what was used till then counts",
  { timeout: 20_000 },
  async () => {
    const { world, driven } = await midway("stop");
    await soon(() => world.stopped.length > 0);
    for (const folder of world.folders.keys())
      world.finish(folder, { reason: "killed", exit: null });
    assert.deepEqual([(await driven).status, (await driven).good], ["ended", false]);
    const events = await history(world);
    assert.deepEqual(
      [count(events, "TaskReported a"), count(events, "Ended"), count(events, "UseCounted")],
      [0, 1, 1],
    );
  },
);
