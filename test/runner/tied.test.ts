// Tests of two runs of one working tree with simultaneous leases: one begins, one yields.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { ana } from "./story.ts";
import { makeWorld } from "./world.ts";

const begin = async (parts: DriveParts, run: string): Promise<void> => {
  const say = async (type: string, data: unknown, birth = false): Promise<void> => {
    const said = [{ command: { type, data }, by: ana }];
    const sent = await parts.door({
      run,
      said,
      ...(birth ? { birth: { protocol: iterative, root: ".", origin: null } } : {}),
    });
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  };
  const brief = { outcome: "people log in", done_when: ["the login test passes"] };
  await say(
    "Start",
    {
      request: "Add login",
      slug: run,
      run,
      brief,
      settings: { interviewer: "hand", planner: "hand" },
    },
    true,
  );
  await say("ProposePlan", {
    units: [{ id: "T1", title: "T1", criteria: ["3 checks pass"], files: ["a.ts"], depends: [] }],
  });
  await say("ApprovePlan", {});
};

for (const runs of [
  ["ra", "rb"],
  ["rb", "ra"],
])
  test(`of two that hold their leases at once (${runs.join(", ")}) one begins and the other gives way`, async () => {
    const world = makeWorld();
    world.protocols = { iterative };
    const parts = runs.map(() => world.runner());
    for (const [index, run] of runs.entries()) {
      const one = parts[index];
      assert.ok(one !== undefined);
      await begin(one, run);
    }
    const stop = new AbortController();
    const told: string[] = [];
    let arrived = 0;
    let open = (): void => undefined;
    const both = new Promise<void>((resolve) => void (open = resolve));
    world.onStart = (folder) => {
      world.hostUp(folder);
      told.push(`${world.folders.get(folder)?.job.lease.run ?? ""} launched`);
    };
    const driven = runs.map((run, index) => {
      const one = parts[index];
      assert.ok(one !== undefined);
      let taken = false;
      const step = async (name: string): Promise<void> => {
        if (name !== "lease taken" || taken) return;
        taken = true;
        arrived += 1;
        if (arrived === runs.length) open();
        await both;
      };
      return drive({ ...one, step }, run, {
        hand: false,
        signal: stop.signal,
        progress: (progress) => {
          if (progress.is === "job" && progress.what === "refused") told.push(`${run} waits`);
          if (told.length === 2) stop.abort();
        },
      });
    });
    await Promise.all(driven);
    assert.deepEqual(told.toSorted(), ["ra launched", "rb waits"]);
    assert.equal((await world.ledger.leases("rb")).length, 0);
  });
