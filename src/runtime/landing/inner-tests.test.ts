// Tests of tests within the file that they test: what is taken from them, and what is added.
import assert from "node:assert/strict";
import { test } from "node:test";
import { losesTests } from "./inner-tests.ts";

const files: readonly (readonly [string, string, string])[] = [
  [
    "src/lib.rs",
    "pub fn total() -> i32 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn totals() {\n        assert_eq!(super::total(), 2);\n    }\n}\n",
    "assert_eq!(super::total(), 2);",
  ],
  [
    "a.zig",
    'pub fn total() u8 {\n    return 1;\n}\ntest "total" {\n    try expect(total() == 2);\n}\n',
    "try expect(total() == 2);",
  ],
  [
    "a.d",
    "int total() {\n  return 1;\n}\nunittest {\n  assert(total() == 2);\n}\n",
    "assert(total() == 2);",
  ],
  [
    "a.ts",
    "export const total = () => {\n  return 1;\n};\nif (import.meta.vitest) {\n  it.is(total(), 2);\n}\n",
    "it.is(total(), 2);",
  ],
  ["a.py", 'def total():\n    """\n    >>> total()\n    2\n    """\n    return 1\n', "    2\n"],
  [
    "a.cc",
    'int total() {\n  return 1;\n}\nTEST_CASE("x") {\n  CHECK(total() == 2);\n}\n',
    "CHECK(total() == 2);",
  ],
];

test("a line taken from tests within a file is found; a change of the code, and a new test, aren't", () => {
  for (const [path, text, line] of files) {
    assert.ok(text.includes(line), path);
    assert.ok(losesTests(path, text, text.replace(line, "")), path);
    assert.ok(losesTests(path, text, ""), path);
    assert.ok(
      !losesTests(path, text, text.replace("return 1", "return 2").replace("    1\n", "    2\n")),
      path,
    );
    assert.ok(
      !losesTests(path, text, text.replace(line, `${line}\n        assert(more);\n`)),
      path,
    );
  }
});
