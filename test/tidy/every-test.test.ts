// The promise that each test file is run by `npm test` or by `npm run test:long`, and by one of them alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listed } from "../../scripts/generate/listed.ts";
import { longest } from "../../scripts/longest.ts";
import { processes } from "../rules/together.ts";
import { top } from "./source.ts";

const run = (long: boolean): readonly string[] => [...processes(long).values()].flat();

test("each test file is run once, by the usual tests or by the long ones", () => {
  const there = listed(top).filter((path) => path.endsWith(".test.ts"));
  assert.deepEqual([...run(false), ...run(true)].toSorted(), there.toSorted());
  assert.deepEqual(
    run(true).toSorted(),
    there.filter((path) => path.endsWith(".long.test.ts")),
  );
});

test("what begins first is there", () => {
  const files = new Set([...processes(false).keys(), ...processes(true).keys()]);
  assert.deepEqual(
    longest.filter((file) => !files.has(file)),
    [],
  );
});

test("a stranger's clone runs both, with the packages that the site's test wants", () => {
  const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  assert.equal(scripts.test, "node scripts/test.ts");
  assert.equal(scripts["test:long"], "node scripts/test.ts --long");
  assert.equal(scripts["test:all"], "node scripts/test.ts --all");
  const ci = readFileSync(join(top, ".ci/run"), "utf8");
  assert.match(ci, /^npm ci --prefix site &\nnpm ci\n[^]* set -- run test:all;/mu);
});
