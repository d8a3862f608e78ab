// Tests of resuming an agent's conversation: same work, same agent, same program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, go, run } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const good = reportText({ is: "good" });
/** What each launch says, in order; the last one again and again. Whatever isn't the report comes to nothing. */
const saying = (world: World, ...outs: readonly string[]): void => {
  let n = 0;
  world.onStart = (folder) => {
    const agent = world.folders.get(folder)?.job.agent;
    const out = agent === null ? "" : (outs[Math.min(n++, outs.length - 1)] ?? "");
    world.hostUp(folder);
    world.finish(folder, { out });
  };
};

test("what was refused or came to nothing is gone on with in its conversation, and what forgot to tell one begins afresh", async () => {
  const world = makeWorld();
  saying(
    world,
    "conversation c-1\n",
    "conversation c-1\nagain nothing",
    `conversation c-1\n${good}`,
  );
  assert.equal((await go(await begun(world, ["a"]))).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 c-1", "task-a-3 c-1"]);

  const silent = makeWorld();
  saying(silent, "conversation c-1\n", "no word of one\n", good);
  assert.equal((await go(await begun(silent, ["a"]))).good, true);
  assert.deepEqual(silent.resumed, ["task-a-1 afresh", "task-a-2 c-1", "task-a-3 afresh"]);
});

test("after its host was killed the next attempt goes on with what the program had told by then", async () => {
  const world = makeWorld();
  let first = true;
  world.onStart = (folder) => {
    world.hostUp(folder);
    if (!first) return world.finish(folder, { out: good });
    first = false;
    const found = world.folders.get(folder);
    assert.ok(found?.host?.is === "host");
    found.out = "conversation c-9\nhalf a word";
    world.die(found.host.process.pid);
    return undefined;
  };
  assert.equal((await go(await begun(world, ["a"]))).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 c-9"]);
});

test("what a person interrupted is gone on with in its conversation; where none was told, in the one before", async () => {
  const world = makeWorld();
  const outs = ["conversation c-1\nhalf a word", "nothing yet", good];
  world.onStart = (folder) => {
    const out = outs.shift() ?? good;
    world.hostUp(folder);
    world.finish(folder, out === good ? { out } : { out, exit: null, reason: "interrupted" });
  };
  assert.equal((await go(await begun(world, ["a"]))).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 c-1", "task-a-3 c-1"]);
});

test("each task has its own, and a job without a thread never goes on, though its program told one", async () => {
  const world = makeWorld();
  const told = new Map<string, number>();
  world.onStart = (folder) => {
    const key = world.folders.get(folder)?.job.job.subject ?? "";
    const agent = world.folders.get(folder)?.job.agent !== null;
    const times = (told.get(key) ?? 0) + (agent ? 1 : 0);
    told.set(key, times);
    world.hostUp(folder);
    world.finish(folder, { out: `conversation of-${key}\n${times > 1 || !agent ? good : ""}` });
  };
  assert.equal((await go(await begun(world, ["a", "b", "judge"]))).good, true);
  assert.deepEqual(world.resumed.filter((line) => !line.endsWith(" afresh")).sort(), [
    "task-a-2 of-a",
    "task-b-2 of-b",
  ]);
  assert.deepEqual([...world.conversations.keys()].sort(), [`${run} bot a`, `${run} bot b`]);
});

test("another agent that takes over never gets the conversation of the one before", async () => {
  const world = makeWorld();
  saying(world, "conversation c-1\n");
  const stop = new AbortController();
  const parts = await begun(world, ["a"]);
  const { onStart } = world;
  world.onStart = (folder) => {
    onStart(folder);
    stop.abort();
  };
  assert.equal((await go(parts, { signal: stop.signal })).status, "interrupted");
  saying(world, good);
  assert.equal((await go(world.runner({ role: "other" }))).good, true);
  assert.deepEqual(world.resumed, ["task-a-1 afresh", "task-a-2 afresh"]);
  assert.equal(world.conversations.get(`${run} bot a`), "c-1");
});
