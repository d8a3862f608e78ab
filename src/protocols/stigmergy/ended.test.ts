// Tests of the end of an archived stigmergy project whose audit is still due.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { ended, life } from "./ended.ts";

test("a complete project that is archived while its audit is due is over, and well", () => {
  const run = openDesk();
  run.execute({ audit: "always" }, {}, { Catalogue: ["List the plants"] });
  run.complete("1.1");
  assert.deepEqual([run.keys(), ended(run.state())], [["audit-1"], null]);
  run.ok("Archive", {});
  assert.equal(life(run.state()), "archived");
  assert.equal(ended(run.state())?.good, true);
});
