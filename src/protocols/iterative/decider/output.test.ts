// Tests of the Output rule: invisible text such as Markdown comments counts for nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outputRun } from "./output.ts";

const why = (text: string): string | null => outputRun("output", "sources/a.md", text, true).why;
const words = "a word that is read, ".repeat(10);

test("what no reader sees is no Output: comments of Markdown count for nothing, also one that isn't closed", () => {
  assert.equal(why(`# Sources\n\n${words}`), null);
  assert.match(why(`# Sources\n\n<!--\n${words}\n-->\n`) ?? "", /it has 0 words/u);
  assert.match(why(`<!-- ${words}`) ?? "", /it has 0 words/u);
  assert.equal(why(`<!-- of whom -->\n${words}\n<!-- end -->`), null);
});
