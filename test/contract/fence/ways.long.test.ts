// Each way around a job's limits by files: none gets through a fence, and each does without one.
import assert from "node:assert/strict";
import { join } from "node:path";
import { bothUsers } from "./scene.ts";
import { forTomorrow, toOthers, toTheRecord } from "./ways.ts";

/** Where there are no places a job writes its user's checkout, and the git directory in it. */
const inCheckout = toTheRecord.map((way) => ({
  ...way,
  what: `${way.what}, by a job that works in the checkout`,
  checkout: true,
}));

for (const { what, there = {}, script, through, input, checkout = false } of [
  ...toTheRecord,
  ...inCheckout,
  ...toOthers,
  ...forTomorrow,
])
  bothUsers(`only unfenced: ${what}`, async (scene) => {
    for (const [path, text] of Object.entries(there)) scene.put(path, text);
    const given = {
      ...(input === undefined ? {} : { input: join(scene.folder, input) }),
      writable: checkout ? [scene.root] : [],
    };
    const told = await scene.run(script(scene), given);
    assert.equal(through(scene, told.out), false, `fenced: ${told.out}`);
    const free = await scene.run(script(scene), { ...given, fenced: false });
    assert.equal(through(scene, free.out), true, `unfenced: ${free.out}`);
  });
