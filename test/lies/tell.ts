// Tells each lie of some roads to the real program: none counts, each is reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted } from "./counted.ts";
import { begin, iterativeSetting } from "./iterative-setting.ts";
import { hostsWithin } from "../e2e/desk.ts";
import type { Lie } from "./lie.ts";
import { isPlayerSetting, play } from "./player-setting.ts";
import { roads } from "./table.ts";
import { openScene } from "./scene.ts";
import { bring } from "./setting.ts";

const told = async ({ at, options, sees, counts, kept, links, tell }: Lie): Promise<void> => {
  const scene = await openScene(
    `${at} ${JSON.stringify(options ?? null)}`,
    (system, keep, root) => {
      if (at === iterativeSetting) return begin(system, root);
      return isPlayerSetting(at) ? play(system, at, root) : bring(system, at, keep, options);
    },
  );
  const seen = scene.plain(await tell(scene));
  assert.ok(seen.includes(sees), `the user reads\n  ${seen}\nand not\n  ${sees}`);
  if (counts === "found") {
    assert.equal((await scene.cairn(["verify"])).exit, 5);
    return;
  }
  if (kept === true) {
    const aside = Object.values(scene.aside());
    assert.ok(scene.written.size > 0, "something was written");
    for (const [path, text] of scene.written)
      assert.ok(aside.includes(text), `the bytes of ${path} are kept`);
  }
  const { run, before } = scene;
  const after = await scene.with(async (system) => ({
    files: await system.files(run),
    rows: await system.rows(run),
    counted: counts === "nothing" ? await counted(system, run) : null,
  }));
  for (const [path, text] of Object.entries(after.files))
    if (links !== path) assert.equal(scene.text(path), text, `${path} says what the ledger says`);
  assert.deepEqual(after.rows.slice(0, before.rows.length), before.rows, "history is as it was");
  if (after.counted !== null) assert.deepEqual(after.counted, before.counted);
};

/** By work of agents whole runs are told: half of the time, and a process of its own. */
const byWork = new Set(["Through places", "From within the fence"]);

export const tellLies = (ofWork: boolean): void => {
  hostsWithin();
  for (const lie of roads.flatMap(({ road, lies }) => (byWork.has(road) === ofWork ? lies : [])))
    if (lie.open === undefined) test(lie.lie, () => told(lie));
    else
      test(`open: ${lie.lie}`, () =>
        assert.rejects(
          told(lie),
          { message: /^the user reads/u },
          "it is found by now: take `open` from it",
        ));
};
