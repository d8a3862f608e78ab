// Tests of an iterative run with its runner killed between any two steps: no pass counts twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { ana, endedAt, go, run, settledWorld } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const unit = (id: string, depends: readonly string[]) => ({
  id,
  title: id,
  criteria: ["3 checks pass"],
  files: [`${id}.ts`],
  depends,
});

const worldOf = (): World => {
  const world = makeWorld();
  world.protocols = { iterative };
  return world;
};

const wordsOf = (about: Readonly<Record<string, unknown>>): unknown => {
  const id = about["unit"];
  if (about["is"] === "review") return { verdict: "REVIEW_PASS", checked: "all", issues: [] };
  if (about["kind"] === "verification")
    return { unit: id, verdict: "VERIFIED", criteria: [{ n: 1, met: true, how: "ran" }], gaps: [] };
  return { unit: id, status: "done", did: "it", remaining: "None" };
};
const works = (world: World, folder: string): void => {
  const about = world.folders.get(folder)?.job.job.about;
  world.hostUp(folder);
  world.finish(folder, { out: reportText(wordsOf(isRecord(about) ? about : {})) });
};

const begin = async (parts: DriveParts): Promise<void> => {
  const settings = {
    gates: [{ name: "tests", argv: ["true"] }],
    test_pass: "off",
    interviewer: "hand",
    planner: "hand",
  };
  const brief = { outcome: "people log in", done_when: ["the login test passes"] };
  const say = async (type: string, data: unknown, birth = false): Promise<void> => {
    const sent = await parts.door({
      run,
      said: [{ command: { type, data }, by: ana }],
      ...(birth ? { birth: { protocol: iterative, root: ".", origin: null } } : {}),
    });
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  };
  await say(
    "Start",
    { request: "Add login by email", slug: "add-login", run, brief, settings },
    true,
  );
  await say("ProposePlan", { units: [unit("T1", []), unit("T2", ["T1"])] });
  await say("ApprovePlan", {});
};

const typesOf = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.read({ run })).map(({ type }) => type);
const count = (all: readonly string[], ...types: readonly string[]): number =>
  all.filter((one) => types.includes(one)).length;

/** Ends a runner at its step `point`, lets another go on, and tells whether the first came so far. */
const killAt = async (point: number): Promise<boolean> => {
  const world = worldOf();
  world.onStart = (folder) => works(world, folder);
  const first = world.runner();
  await begin(first);
  const { at, killed } = await endedAt(world, first, point);
  const result = await go(world.runner());
  const where = `killed at step ${point} (${at}), launched ${world.launched.join(", ")}`;
  assert.deepEqual([result.status, result.good], ["ended", true], `${where}: ${result.summary}`);
  const all = await typesOf(world);
  assert.equal(
    count(all, "PassBegun"),
    count(all, "PassEnded", "PassVoided", "VerdictGiven"),
    where,
  );
  assert.deepEqual(
    [
      count(all, "UnitSettled"),
      count(all, "ReviewGiven"),
      count(all, "RunArchived"),
      count(all, "UnitStuck"),
    ],
    [2, 1, 1, 0],
    where,
  );
  assert.match(
    result.summary,
    /^2 of 2 units done; 2 passes, 2 confirmations, 2 verifications/u,
    where,
  );
  assert.deepEqual(
    [...world.folders.values()].map(({ job }) => job.job.key),
    [],
    where,
  );
  await settledWorld(world);
  return killed;
};

test("a runner killed between any two steps counts no pass twice and comes to the same end", async () => {
  const killed: boolean[] = [];
  for (let point = 0; killed.at(-1) !== false && point < 400; point += 1)
    killed.push(await killAt(point));
  assert.ok(killed.length > 60 && killed.length < 400, `${killed.length} steps were seen`);
});

test("two passes that say nothing and change nothing make a question, whatever their agent is sure of", async () => {
  const world = worldOf();
  world.onStart = (folder) => {
    if (world.folders.get(folder)?.job.job.subject !== "T1") return works(world, folder);
    world.hostUp(folder);
    return world.finish(folder, { out: "I am sure that all is done." });
  };
  const parts = world.runner();
  await begin(parts);
  const result = await go(parts);
  assert.deepEqual(
    [result.status, result.waiting.map(({ key, what }) => `${key} ${what}`.slice(0, 24))],
    ["waiting", ["unit-T1-1 T1 T1: no prog"]],
  );
  assert.deepEqual(count(await typesOf(world), "PassBegun", "PassEnded", "UnitStuck"), 5);
});
