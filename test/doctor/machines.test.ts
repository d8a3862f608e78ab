// Tests of doctor where several machines share a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, count, history, run } from "../runner/story.ts";
import { makeWorld } from "../runner/world.ts";
import { holder, hostOf, launched, look, mends } from "./hosted.ts";

test("SPOOL_UNREAD: a host's death that another machine noticed and settled is nobody's doubt any more", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  world.die(hostOf(world, await launched(world, parts)));
  assert.deepEqual((await look(parts)).left, ["error JOB_IN_DOUBT"]);
  world.now += 61_000;
  const take = async (job: string): Promise<void> => {
    const taken = await world.ledger.lease({
      do: "take",
      run,
      job,
      holder,
      ms: 60_000,
      host: "there 7 s7",
    });
    assert.ok(taken.is === "granted");
    const type = job.endsWith("1") ? "Fail" : "Begin";
    await parts.door({
      run,
      said: [{ command: { type, data: { task: "a" } }, by: { kind: "engine", name: "engine" } }],
    });
    if (type === "Fail") await world.ledger.lease({ do: "end", run, token: taken.lease.token });
  };
  await take("task-a-1");
  await take("task-a-2");
  await mends(parts, "warning SPOOL_UNREAD");
  assert.equal(world.folders.size, 0);
  assert.equal(count(await history(world), "TaskReturned a"), 1);
});
