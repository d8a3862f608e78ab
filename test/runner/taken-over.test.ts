// Tests of a machine whose attempt was taken over by another: stopped, with the new holder named.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Progress } from "../../src/runtime/system.ts";
import { takenOverWords } from "../../src/runtime/runner/taken-over.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { begun, go, run } from "./story.ts";
import { makeWorld, reportText, type World } from "./world.ts";

const engine = { kind: "engine", name: "engine" } as const;
const other = { name: "task-77", agent: "bot", conversation: null };

/** Its lease lapses while it is cut off; another machine gives it up, and begins the task anew. */
const takenOver = async (world: World, door: DriveParts["door"]): Promise<void> => {
  world.now += 61_000;
  const take = async (job: string): Promise<string> => {
    const taken = await world.ledger.lease({
      do: "take",
      run,
      job,
      holder: other,
      ms: 600_000,
      host: "there/ab12cd 7 s7",
    });
    assert.ok(taken.is === "granted");
    return taken.lease.token;
  };
  const token = await take("task-a-1");
  await door({ run, said: [{ command: { type: "Fail", data: { task: "a" } }, by: engine }] });
  await world.ledger.lease({ do: "end", run, token });
  await take("task-a-2");
  await door({ run, said: [{ command: { type: "Begin", data: { task: "a" } }, by: engine }] });
};

/** A runner that was cut off while the first host of task a was at work; that one ends so. */
const back = async (
  t: TestContext,
  how: Parameters<World["finish"]>[1],
): Promise<readonly string[]> => {
  const root = await mkdtemp(join(tmpdir(), "cairn-over-"));
  t.after(() => rm(root, { recursive: true }));
  const world = makeWorld();
  const { engine: plain, ...parts } = await begun(world, ["a"]);
  const own = { ...parts, engine: { ...plain, resolve: () => root } };
  const stop = new AbortController();
  let hosts = 0;
  world.onStart = (folder) => {
    world.hostUp(folder);
    hosts += 1;
    if (hosts > 1) return world.finish(folder);
    void takenOver(world, parts.door).then(() => world.finish(folder, how));
  };
  const told: string[] = [];
  const progress = (one: Progress): void => {
    if (one.is === "warning") told.push(one.text);
    if (one.is !== "job" || one.what === "started") return;
    told.push(`${one.key} ${one.what}: ${one.note}`);
    stop.abort();
  };
  await go(own, { signal: stop.signal, progress });
  return told;
};

const now =
  "its lease ran out before it was handed in; task-a-2 is at work on it now, by task-77 on there/ab12cd";

test("an attempt that was taken over is told as stopped, with who has the work now", async (t) => {
  const told = await back(t, { reason: "killed", exit: null, out: "KeyboardInterrupt\n" });
  assert.deepEqual(told, [`task-a-1 stopped: ${now}`]);
});

test("what such an attempt reported stays where it is, and says the same", async (t) => {
  const told = await back(t, { out: reportText({ is: "good" }) });
  assert.match(told[0] ?? "", /^task-a-1 refused: TOKEN_STALE: /);
  assert.ok(told[1]?.includes(`(TOKEN_STALE): ${now}; it stays in `), told[1]);
});

test("one of which no event tells was given all the same if later ones were, and only then", async () => {
  const world = makeWorld();
  const parts = await begun(world, ["a"]);
  const words = (fence: number): Promise<string> =>
    takenOverWords(
      { ...parts, run },
      { fence, job: { job: { key: "check-a-1", role: "check", subject: "a" } } },
    );
  const take = (): Promise<unknown> =>
    world.ledger.lease({
      do: "take",
      run,
      job: "check-a-1",
      holder: other,
      ms: 60_000,
      host: "there/ab12cd 7 s7",
    });
  await take();
  world.now += 61_000;
  await take();
  assert.equal(
    await words(1),
    "its lease ran out before it was handed in; check-a-1 is at work on it now, by task-77 on there/ab12cd",
  );
  assert.equal(await words(3), "its lease was not handed over");
});
