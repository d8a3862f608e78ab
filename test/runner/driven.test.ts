// Tests of the runner from first job to end, over a machine of plain values.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Progress } from "../../src/runtime/system.ts";
import { run, say, begun, go, history, count, settledWorld } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";

test("drives every task through its agent and its check to the end", async () => {
  const world = makeWorld();
  const told: Progress[] = [];
  const result = await go(await begun(world, ["a", "b"]), {
    progress: (progress) => void told.push(progress),
  });
  assert.deepEqual({ status: result.status, good: result.good }, { status: "ended", good: true });
  const events = await history(world);
  for (const event of [
    "TaskBegun a",
    "TaskReported a",
    "TaskDone a",
    "TaskBegun b",
    "TaskDone b",
    "Ended",
  ])
    assert.equal(count(events, event), 1, event);
  const shown = told.flatMap((one) =>
    one.is === "event" && one.event.type !== "BaseSet" ? [one.event.type] : [],
  );
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
      [...world.folders.values()].filter(
        ({ job, host, exit }) => job.agent !== null && host !== null && exit === null,
      ).length,
    );
    setTimeout(() => world.finish(folder), 5);
  };
  assert.equal((await go(await begun(world, ["a", "b", "c", "d", "e"], { agents: 2 }))).good, true);
  assert.equal(most, 2);
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

test("jobs of a hand wait to be claimed, decisions to be answered", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const hand = await go(parts, { hand: true });
  assert.deepEqual(
    { status: hand.status, keys: hand.waiting.map(({ key }) => key) },
    { status: "outside", keys: ["task-a-1"] },
  );
  await say(parts, "Ask", { question: "really?" });
  await say(parts, "Drop", { task: "a" });
  const asked = await go(parts);
  assert.deepEqual(
    { status: asked.status, waiting: asked.waiting },
    { status: "waiting", waiting: [{ key: "question-1", what: "really?" }] },
  );
  assert.deepEqual(world.started, []);
});
