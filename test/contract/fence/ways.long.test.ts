// Each way around a job's limits by files: none gets through a fence, and each does without one.
import assert from "node:assert/strict";
import { join } from "node:path";
import { bothUsers } from "./scene.ts";
import { forTomorrow, toOthers, toTheRecord } from "./ways.ts";

for (const { what, there = {}, script, through, input } of [...toTheRecord, ...toOthers, ...forTomorrow])
  bothUsers(`only unfenced: ${what}`, async (scene) => {
    for (const [path, text] of Object.entries(there)) scene.put(path, text);
    const given = input === undefined ? {} : { input: join(scene.folder, input) };
    const told = await scene.run(script(scene), given);
    assert.equal(through(scene, told.out), false, `fenced: ${told.out}`);
    const free = await scene.run(script(scene), { ...given, fenced: false });
    assert.equal(through(scene, free.out), true, `unfenced: ${free.out}`);
  });
