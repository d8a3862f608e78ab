// Tests of player runs with clocks that jump a day forwards or backwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { ana, go, run, settledWorld } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";

const day = 86_400_000;
const nodes = ["N-001", "N-002a", "N-002b", "N-003"];
const template = templateOf("one", [
  skill("N-001"),
  checkpoint("CP-01", true),
  [skill("N-002a"), cli("N-002b")],
  skill("N-003"),
]);

/** At which of its steps a runner's clock jumps, and where to; all that the run says of times, in the order of its events. */
const jumping = async (
  jumps: ReadonlyMap<number, number>,
): Promise<{ readonly launched: readonly string[]; readonly steps: number }> => {
  const world = makeWorld();
  world.protocols = { player };
  world.disk = { ".workflow/templates/one.json": template };
  world.onStart = (folder) => {
    const about = world.folders.get(folder)?.job.job.about;
    const data = isRecord(about) ? about : {};
    world.hostUp(folder);
    world.finish(folder, {
      out: `It is done.\n${reportText({ node: data["node"], attempt: data["attempt"], status: "completed" })}`,
    });
  };
  const parts = world.runner();
  const data = { template: "one", context: { goal: "x" }, run, session: "WFR-one" };
  const birth = { protocol: player, root: ".", origin: null };
  assert.ok(
    !isRefusal(
      await parts.door({ run, said: [{ command: { type: "Start", data }, by: ana }], birth }),
    ),
  );
  let steps = 0;
  const step = (): undefined => {
    world.now += jumps.get((steps += 1)) ?? 1_500;
  };
  const result = await drive({ ...parts, step }, run, { hand: false });
  assert.ok(!isRefusal(result));
  assert.equal((await go(parts)).good, true);
  const rows = await world.ledger.read({ run });
  const times = rows.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
  const folded = await parts.folds.newest(run);
  assert.ok(folded !== null);
  const file: unknown = JSON.parse(
    folded.protocol.write(folded.state, [])["session-state.json"] ?? "",
  );
  assert.ok(isRecord(file));
  const states = file["node_states"];
  assert.ok(isRecord(states));
  const { created_at: created, updated_at: updated } = file;
  for (const id of nodes) {
    const node: unknown = states[id];
    assert.ok(isRecord(node));
    const order: readonly string[] = [
      created,
      node["started_at"],
      node["completed_at"],
      updated,
    ].map(String);
    assert.deepEqual(order, order.toSorted(), id);
  }
  await settledWorld(world);
  return { launched: world.launched, steps };
};

test("a clock that jumps a day forwards or backwards between any two steps plays nothing twice, and times stay in order", async () => {
  const { steps } = await jumping(new Map());
  assert.ok(steps > 15, `${steps} steps`);
  for (const ms of [day, -day])
    for (let at = 1; at <= steps; at += 1) {
      const { launched } = await jumping(new Map([[at, ms]]));
      const played = launched.map((key) => key.split(":")[1] ?? "").toSorted();
      assert.deepEqual(played, nodes, `${ms} ms at step ${at}: ${launched.join(", ")}`);
    }
});

test("a clock that jumps back and forth at every step is no other", async () => {
  const { steps } = await jumping(new Map());
  const jumps = new Map(
    Array.from({ length: steps }, (_, index) => [index + 1, index % 2 === 0 ? -day : day] as const),
  );
  const played = (await jumping(jumps)).launched.map((key) => key.split(":")[1] ?? "");
  assert.deepEqual(played.toSorted(), nodes);
});
