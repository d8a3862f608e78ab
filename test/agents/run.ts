// Why: drivers are only as good as what they do with the real programs; `npm run test:agents` tells the same stories with each of them, and names in its arguments choose.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findProgram } from "./find.ts";
import type { Program } from "./program.ts";
import { programs } from "./programs.ts";
import { scene } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { greet, reportByShell, scriptFor } from "./story.ts";

const chosen = process.argv.slice(2);
const whole = ["run", "ultrawork", "Greet in hello.txt", "--auto", "--session", "s"];

const typesOf = async (here: Scene): Promise<readonly string[]> => (await here.events()).map(({ type }) => type);
const times = (types: readonly string[], type: string): number => types.filter((one) => one === type).length;
const seenBy = (here: Scene): string =>
  here.server.requests
    .map(({ path, marker, results, resumed, misfit }) => `${path} ${marker} ${results}${resumed ? " resumed" : ""} ${misfit ?? ""}`)
    .join("\n");

const tell = (program: Program, path: string): void => {
  const options = { timeout: 180_000 };

  test(`${program.driver}: a whole task, from exploring to the verdict`, options, async (t) => {
    const here = await scene(t, program, path, scriptFor([...greet, ...reportByShell]));
    const done = await here.cairn(...whole);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here));
    const types = await typesOf(here);
    assert.equal(times(types, "TaskResolved"), 1, types.join(" "));
    assert.equal(readFileSync(join(here.root, "hello.txt"), "utf8"), "hello\n");
    assert.deepEqual(
      here.server.requests.filter(({ misfit }) => misfit !== null),
      [],
    );
    assert.deepEqual(here.left(), []);
  });
};

for (const program of programs.filter(({ driver }) => chosen.length === 0 || chosen.includes(driver))) {
  const found = findProgram(program);
  if ("path" in found) tell(program, found.path);
  else {
    console.error(`\nNOT TESTED: ${program.driver}: ${found.skip}\n`);
    test(`${program.driver}: is driven`, { skip: found.skip }, () => undefined);
  }
}
