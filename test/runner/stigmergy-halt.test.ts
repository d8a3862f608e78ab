// Tests of work finished during a stigmergy halt: handed in afterwards, never built again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { ana, count, go, run, settledWorld, soon } from "./story.ts";
import { landing, makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const done = { outcome: "done", summary: "it is done" };
const doneWith = { ...done, verdicts: [{ n: 1, met: true, how: "saw it" }] };

/** Everybody's words are there but those of whoever builds. */
const building = async (): Promise<{
  readonly world: World;
  readonly parts: DriveParts;
  readonly james: () => string | null;
}> => {
  const world = makeWorld();
  world.protocols = { stigmergy };
  world.disk = {
    "docs/brief.md": "# Brief\n",
    "docs/prd.md": "## Epic 1: Catalogue\n\n### Story 1.1: List\n",
    "docs/architecture.md": "# A\n",
    "docs/architecture/coding-standards.md": "# S\n",
    "docs/architecture/qa-protocol.md": "- **Command:** `node check.cjs`\n",
    "docs/stories/1.1.story.md": "# Story\n\n## Acceptance Criteria\n\n- it is there\n",
  };
  let at: string | null = null;
  world.onStart = (folder) => {
    const about = world.folders.get(folder)?.job.job.about;
    const is = isRecord(about) ? about["is"] : "";
    world.hostUp(folder);
    if (is === "work" && at === null) at = folder;
    else world.finish(folder, { out: reportText(is === "review" ? doneWith : done) });
  };
  const parts = world.runner();
  const data = { goal: "Sell plants", name: "Shop", autonomy: "autonomous", run, root: "/work" };
  const sent = await parts.door({
    run,
    said: [{ command: { type: "Start", data }, by: ana }],
    birth: { protocol: landing(stigmergy), root: ".", origin: null },
  });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
  return { world, parts, james: () => at };
};
const say = async (parts: DriveParts, type: string, data: object): Promise<void> => {
  const sent = await parts.door({ run, said: [{ command: { type, data }, by: ana }] });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};
const builtOnce = async (world: World): Promise<void> => {
  const all = (await world.ledger.read({ run })).map(({ type }) => type);
  assert.deepEqual(
    [count(all, "WorkFinished"), count(all, "AttemptCounted"), count(all, "StoryCompleted")],
    [1, 0, 1],
  );
  assert.equal(
    world.launched.filter((key) => key.startsWith("work")).length,
    1,
    "work was begun once more",
  );
  await settledWorld(world);
};

test("work that is finished during a halt is handed in by the runner that comes after it", async () => {
  const { world, parts, james } = await building();
  const driven = go(parts);
  await soon(() => james() !== null);
  await say(parts, "Halt", { reason: "wait" });
  world.finish(james() ?? "", { out: reportText(done) });
  world.hint();
  assert.match((await driven).waiting[0]?.key ?? "", /^halt-/u);
  await say(parts, "Unhalt", { choice: "retry" });
  assert.deepEqual((await go(world.runner())).status, "ended");
  await builtOnce(world);
});

test("the runner that saw it refused hands it in, too, once the halt is over", async () => {
  const { world, parts, james } = await building();
  const seen: string[] = [];
  const stop = new AbortController();
  // Somebody else at work keeps the runner there.
  const driven = go(parts, {
    signal: stop.signal,
    progress: (one) => {
      if (one.is !== "job" || one.what !== "refused") return;
      seen.push(one.key);
      void say(parts, "Unhalt", { choice: "retry" }).then(() => world.hint());
    },
  });
  await soon(() => james() !== null);
  await say(parts, "Halt", { reason: "wait" });
  world.finish(james() ?? "", { out: reportText(done) });
  world.hint();
  const result = await driven;
  assert.deepEqual(seen, ["work-1.1-1"]);
  if (result.status !== "ended") assert.equal((await go(parts)).status, "ended");
  await builtOnce(world);
});
