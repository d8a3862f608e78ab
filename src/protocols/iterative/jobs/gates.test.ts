// Why: what one pass left uncommitted may be more than the system takes as arguments of one program; a gate that can't be started is red for ever.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing, unit } from "../../../../test/fixtures/iterative-rules.ts";
import { checkJobs } from "./gates.ts";

test("many paths are committed in portions, each path once, in one check's name", () => {
  const state = executing([unit("T1")]).state();
  const uncommitted = Array.from({ length: 45_000 }, (_, index) => `gen/some-rather-long-name-of-a-generated-file-${index}.txt`);
  const [gate] = checkJobs({ ...state, units: state.units.map((one) => ({ ...one, stage: "gate", uncommitted })) });
  const argvs = (gate?.checks ?? []).flatMap((check) => ("argv" in check && check.argv[0] === "git" ? [check.argv] : []));
  assert.ok(argvs.length > 2 && argvs.every((argv) => Buffer.byteLength(argv.join(" ")) < 120_000));
  const commits = argvs.filter((argv) => argv.includes("commit"));
  assert.deepEqual(
    commits.flatMap((argv) => argv.slice(argv.indexOf("--") + 1)),
    uncommitted,
  );
});
