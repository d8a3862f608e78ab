// Tests of files from random iterative runs: sound for `check`, and read back unchanged.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { check } from "../../src/protocols/iterative/check/check.ts";
import { write } from "../../src/protocols/iterative/files.ts";
import { fileSchemas } from "../../src/protocols/iterative/files/schemas.ts";
import { readPlan } from "../../src/protocols/iterative/markdown/plan.ts";
import { readProgress } from "../../src/protocols/iterative/markdown/progress.ts";
import { sayable } from "../fixtures/iterative-chance.ts";
import { openStory, unitOf } from "../fixtures/iterative-story.ts";
import { misfits } from "./fits.ts";

const word = fc.record({
  pick: fc.nat(9_999),
  raw: fc.nat(9),
  rare: fc.nat(14),
  ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
  edit: fc.boolean(),
  holder: fc.nat(4),
});

test("the files of every run are sound", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 20, maxLength: 100, size: "max" }), (words) => {
      const run = openStory();
      run.plan([unitOf("T1", { max: 9 }), unitOf("T2", { max: 4, depends: ["T1"] })], {
        workers: 2,
        caps: { unsettled: 2, rejected: 1 },
      });
      for (const one of words) {
        const all = sayable(run, one);
        const chosen = all[one.pick % Math.max(1, all.length)];
        if (chosen === undefined) continue;
        if (one.edit && chosen.type === "EndPass")
          run.world.edit({ "src/t1.ts": String(one.pick % 7) });
        run.send(chosen.type, chosen.data, chosen.by);
      }
      const files = write(run.state(), run.log);
      assert.deepEqual(
        (check(files, "add-login") ?? []).map(
          ({ code, path, message }) => `${code} ${path} ${message}`,
        ),
        [],
      );
      assert.deepEqual(
        misfits(fileSchemas[0]?.schema(), JSON.parse(files["state.json"] ?? "")),
        [],
      );
      const { units, unknown } = readPlan(files["tasks.md"] ?? "");
      assert.deepEqual(unknown, []);
      assert.deepEqual(
        units.map(({ id, criteria, max, depends }) => ({ id, criteria, max, depends })),
        run.state().units.map(({ id, criteria, max, depends }) => ({ id, criteria, max, depends })),
      );
      const { entries } = readProgress(files["progress.md"] ?? "");
      const headings = entries.map(({ heading }) => heading.replace(/ - [^-]*-[^-]*-[^-]*$/u, ""));
      const kept = run.state().units.flatMap(({ pass }) => pass?.entries ?? []).length;
      const own = headings.slice(0, headings.length - kept);
      assert.deepEqual(
        own.filter((heading, index) => own.indexOf(heading) !== index),
        [],
        "no two entries of one name",
      );
    }),
    { numRuns: 60, seed: 11 },
  );
});
