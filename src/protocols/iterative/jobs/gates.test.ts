// Test of gate arguments: a file name that begins with a dash stays a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing, unit } from "../../../../test/fixtures/iterative-rules.ts";
import { checkJobs } from "./gates.ts";

test("a file whose name begins like an option is a file to a gate's program", () => {
  const files = ["--test-name-pattern=none", "-x", "src/a.ts"];
  const gates = [{ name: "tests", argv: ["run", "{files}", "--of={files}"], scope: "unit" }];
  const state = executing([unit("T1", { files })], { settings: { gates } }).state();
  const [gate] = checkJobs({
    ...state,
    units: state.units.map((one) => ({ ...one, stage: "gate" as const })),
  });
  assert.deepEqual(
    gate?.checks?.map((check) => ("argv" in check ? check.argv : [])),
    [
      [
        "run",
        "./--test-name-pattern=none",
        "./-x",
        "src/a.ts",
        "--of=./--test-name-pattern=none,./-x,src/a.ts",
      ],
    ],
  );
});
