// Test of what a pull request says of proofs: what was judged is never said to have been run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { picture } from "../../../test/fixtures/picture.ts";
import { type BodyContents, bodyOf } from "./body.ts";

const made: BodyContents["made"] = {
  run: "r",
  branch: "cairn/r",
  unit: null,
  job: null,
  is: "landed",
  from: "a".repeat(40),
  to: "b".repeat(40),
  files: [],
  checkFiles: [],
  uncommitted: [],
  unmet: [],
};

test("only what commands showed is said to be proved by them", () => {
  const lineOf = (evidence: BodyContents["picture"]["evidence"]): string | undefined =>
    bodyOf({ picture: picture({ evidence }), criteria: [], made })
      .split("## What is proved\n\n")[1]
      ?.split("\n")[0];
  assert.equal(
    lineOf({ have: 2, of: 2 }),
    "2 of 2 criteria are proved: Cairn itself, not an agent, ran the command on `bbbbbbbbbbbb`, which is what this brings, and it passed.",
  );
  assert.equal(
    lineOf({ have: 2, of: 2, met: "2 met: 1 by a check, 1 judged" }),
    "2 met: 1 by a check, 1 judged. Cairn itself, not an agent, ran the checks on `bbbbbbbbbbbb`, which is what this brings.",
  );
  assert.equal(lineOf({ have: 0, of: 0 }), "No criterion has a check.");
});
