// Two runners of one run deal with what a job came to one after the other: the first gives its place away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../src/runtime/runner/drive.ts";
import { begun, go, run, settledWorld } from "./story.ts";
import { makeWorld } from "./world.ts";

test("what one runner takes in, another at work on the same run doesn't look at meanwhile", async () => {
  const world = makeWorld();
  const first = await begun(world, ["a"]);
  const steps: string[] = [];
  const at = Promise.withResolvers<undefined>();
  const on = Promise.withResolvers<undefined>();
  const slow = drive(
    {
      ...first,
      async step(name) {
        steps.push(`first: ${name}`);
        if (name !== "outcome read") return;
        at.resolve(undefined);
        await on.promise;
      },
    },
    run,
    { hand: false },
  );
  await at.promise;
  const second = world.runner();
  const { spool } = second.engine.workspace;
  const hold: typeof spool.hold = async (...args) => {
    const held = await spool.hold(...args);
    if (!held) on.resolve(undefined);
    return held;
  };
  const engine = {
    ...second.engine,
    workspace: { ...second.engine.workspace, spool: { ...spool, hold } },
  };
  const step = (name: string): undefined => {
    steps.push(`second: ${name}`);
    on.resolve(undefined);
  };
  await Promise.all([slow, go({ ...second, engine, step })]);
  const during = steps.slice(0, steps.indexOf("first: spool removed"));
  assert.deepEqual(
    during.filter((one) => one.startsWith("second: ")),
    [],
  );
  await settledWorld(world);
});
