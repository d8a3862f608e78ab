// Tests of a stigmergy project with its runner killed between any two steps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { ana, endedAt, go, run, settledWorld, soon } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const prd = "## Epic 1: Catalogue\n\n### Story 1.1: List\n\n### Story 1.2: Search\n";
const storyFile = "# Story\n\n## Acceptance Criteria\n\n- it is there\n";
/** What the roles would write lies there from the start: here only their words are played. */
const disk = {
  "docs/brief.md": "# Brief\n",
  "docs/prd.md": prd,
  "docs/architecture.md": "# A\n",
  "docs/architecture/coding-standards.md": "# S\n",
  "docs/architecture/qa-protocol.md": "## Tests\n\n- **Command:** `node check.cjs`\n",
  "docs/stories/1.1.story.md": storyFile,
  "docs/stories/1.2.story.md": storyFile,
};

const worldOf = (): World => {
  const world = makeWorld();
  world.protocols = { stigmergy };
  world.disk = disk;
  return world;
};

const done = { outcome: "done", summary: "it is done" };
const wordsOf = (about: Readonly<Record<string, unknown>>): unknown =>
  about["is"] === "review" ? { ...done, verdicts: [{ n: 1, met: true, how: "saw it" }] } : done;
const works = (world: World, folder: string): void => {
  const about = world.folders.get(folder)?.job.job.about;
  world.hostUp(folder);
  world.finish(folder, { out: reportText(wordsOf(isRecord(about) ? about : {})) });
};

const begin = async (parts: DriveParts, more: object = {}): Promise<void> => {
  const data = {
    goal: "Sell plants",
    name: "Shop",
    autonomy: "autonomous",
    run,
    root: "/work",
    ...more,
  };
  const sent = await parts.door({
    run,
    said: [{ command: { type: "Start", data }, by: ana }],
    birth: { protocol: stigmergy, root: ".", origin: null },
  });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};
const typesOf = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.read({ run })).map(({ type }) => type);
const count = (all: readonly string[], type: string): number =>
  all.filter((one) => one === type).length;

/** Ends a runner at its step `point`, lets another go on, and tells whether the first came so far. */
const killAt = async (point: number, concurrency: number): Promise<boolean> => {
  const world = worldOf();
  world.onStart = (folder) => works(world, folder);
  const first = world.runner();
  await begin(first, { settings: { concurrency } });
  const { at, killed } = await endedAt(world, first, point);
  const result = await go(world.runner());
  const where = `killed at step ${point} (${at}), launched ${world.launched.join(", ")}`;
  assert.deepEqual(
    [result.status, result.good],
    ["ended", true],
    `${where}: ${result.summary} ${JSON.stringify(result.waiting)}`,
  );
  const all = await typesOf(world);
  const types = [
    "BriefFinished",
    "PrdFinished",
    "ManifestReplaced",
    "ArchitectureFinished",
    "StoryFileRecorded",
    "WorkFinished",
    "CheckRecorded",
    "StoryReviewed",
    "StoryCompleted",
    "EpicCompleted",
    "ProjectCompleted",
    "StrikeCounted",
  ];
  assert.deepEqual(
    // The content is the same for both stories here: what passed on it is not run again.
    types.map((type) => count(all, type)),
    [1, 1, 1, 1, 2, 2, 1, 2, 2, 1, 1, 0],
    where,
  );
  // Whoever goes on after a kill is another session, and so another author; nobody else joins.
  assert.ok([2, 3].includes(count(all, "StoryStarted")), where);
  await settledWorld(world);
  return killed;
};

for (const [concurrency, how] of [
  [1, "one story after the other"],
  [2, "two stories side by side"],
] as const)
  test(`a runner killed between any two steps builds no story twice and comes to the same end, ${how}`, async () => {
    const killed: boolean[] = [];
    for (let point = 0; killed.at(-1) !== false && point < 400; point += 1)
      killed.push(await killAt(point, concurrency));
    assert.ok(killed.length > 60 && killed.length < 400, `${killed.length} steps were seen`);
  });

const isWork = (world: World, folder: string): boolean => {
  const about = world.folders.get(folder)?.job.job.about;
  return isRecord(about) && about["is"] === "work";
};

test("an agent that says nothing is tried three times, and once more after that strike; two strikes call a responder, and one who gives up stops everything", async () => {
  const world = worldOf();
  world.onStart = (folder) => {
    const about = world.folders.get(folder)?.job.job.about;
    if (isRecord(about) && about["is"] === "issue") {
      world.hostUp(folder);
      return world.finish(folder, {
        out: reportText({ outcome: "failed", summary: "no key to the shop" }),
      });
    }
    if (!isWork(world, folder)) return works(world, folder);
    world.hostUp(folder);
    return world.finish(folder, { out: "I am sure that all is done." });
  };
  const parts = world.runner();
  await begin(parts);
  const result = await go(parts);
  assert.equal(result.status, "waiting", result.summary);
  assert.match(result.waiting[0]?.key ?? "", /^halt-\d+$/u);
  const all = await typesOf(world);
  assert.deepEqual(
    [
      "AttemptCounted",
      "StrikeCounted",
      "IssueOpened",
      "IssueTaken",
      "IssueUnresolved",
      "Halted",
    ].map((type) => count(all, type)),
    [2, 2, 1, 1, 1, 1],
  );
  assert.deepEqual(
    world.launched.filter((key) => key.startsWith("work")),
    ["work-1.1-1", "work-1.1-1", "work-1.1-1", "work-1.1-2"],
  );
});

test("work that a hand began is nobody's to start, and is a failed try when its time is over", async () => {
  const world = worldOf();
  world.onStart = (folder) => works(world, folder);
  const parts = world.runner();
  await begin(parts, { settings: { roster: { james: "hand" } } });
  const waits = await go(parts);
  assert.deepEqual([waits.status, waits.waiting[0]?.key], ["outside", "work-1.1-1"]);
  const by = { kind: "file", name: "james" } as const;
  const sent = await parts.door({
    run,
    said: [{ command: { type: "StartStory", data: { story: "1.1" } }, by }],
  });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
  assert.equal((await go(parts)).status, "outside");
  world.now += 121 * 60_000;
  const late = await go(parts);
  assert.deepEqual([late.status, late.waiting[0]?.key], ["outside", "work-1.1-2"]);
  const all = await typesOf(world);
  assert.deepEqual([count(all, "StrikeCounted"), count(all, "AttemptCounted")], [1, 0]);
});

test("checks wait till the process of work that a hand has finished is gone", async () => {
  const world = worldOf();
  let james: string | null = null;
  world.onStart = (folder) => {
    if (!isWork(world, folder)) return works(world, folder);
    world.hostUp(folder);
    james ??= folder;
    return undefined;
  };
  const parts = world.runner();
  await begin(parts);
  const stop = new AbortController();
  const driven = go(parts, { signal: stop.signal });
  await soon(() => james !== null);
  const by = { kind: "file", name: "james" } as const;
  const sent = await parts.door({
    run,
    said: [{ command: { type: "FinishWork", data: { story: "1.1" } }, by }],
  });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
  world.hint();
  // Half a minute is what a job has that is no longer due.
  await soon(() => ((world.now += 1_000), world.hint(), world.stopped.length > 0));
  assert.deepEqual(
    world.launched.filter((key) => key.startsWith("check")),
    [],
  );
  world.finish(james ?? "", { reason: "killed", exit: null });
  await soon(() => (world.hint(), world.launched.some((key) => key.startsWith("check"))));
  stop.abort();
  await driven;
});
