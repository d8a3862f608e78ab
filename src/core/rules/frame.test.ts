// Tests of the refusal for archived runs: it names the way back only if one may exist.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lifeWrong } from "./frame.ts";

test("of a run in the archive it is said how it comes out, if it can", () => {
  const refused = lifeWrong("Pause", undefined, "archived");
  assert.equal(refused?.code, "RUN_ARCHIVED");
  assert.doesNotMatch(refused.text, /archive first/u);
  assert.match(refused.fits ?? "", /cairn archive --back`, if its protocol/u);
  assert.equal(lifeWrong("Pause", undefined, "live"), null);
});
