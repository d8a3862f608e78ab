// Tests of reasons: a pasted placeholder is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { reasonMissing, textsWithin } from "./reason.ts";

test("what only stands for a reason is none, also where none is needed", () => {
  for (const said of ["…", "...", "WHY", " why ", "TEXT"]) {
    assert.equal(reasonMissing(said)?.code, "REASON_MISSING", said);
    assert.equal(
      reasonMissing(said, false, "note")?.fits,
      "--note WHY, in words of your own",
      said,
    );
    assert.ok(isRefusal(textsWithin(100).reasonOf(said, false)), said);
  }
  for (const said of ["WHY not", "why?", "… and so on"])
    assert.equal(reasonMissing(said), null, said);
  assert.equal(reasonMissing(" ")?.code, "REASON_MISSING");
  assert.equal(reasonMissing(undefined, false), null);
});
