// Tests of the code parts of a text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitCode } from "./ticked.ts";

test("what stands between backticks on one line is code, a lone backtick is itself", () => {
  assert.deepEqual(splitCode("Set `checks`, then `setup`."), [
    { code: false, text: "Set " },
    { code: true, text: "checks" },
    { code: false, text: ", then " },
    { code: true, text: "setup" },
    { code: false, text: "." },
  ]);
  assert.deepEqual(splitCode("a ` b"), [{ code: false, text: "a ` b" }]);
  assert.deepEqual(splitCode("`a\nb`"), [{ code: false, text: "`a\nb`" }]);
  assert.deepEqual(splitCode(""), []);
});
