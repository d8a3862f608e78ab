// Front matter, as it is read from a file's beginning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frontMatter } from "./front-matter.ts";

const values = (text: string): object | null => {
  const read = frontMatter(text);
  return read === null
    ? null
    : Object.fromEntries([...read.values].map(([key, { value }]) => [key, value]));
};

test("values lose their quotes and the blanks around them; what lies below is the body", () => {
  const text = `---\nactive: true\nsession_id: \nsaid: "a: b"  \nother: 'x'\n---\n\nGo on.\n---\nMore.\n`;
  assert.deepEqual(values(text), { active: "true", session_id: "", said: "a: b", other: "x" });
  assert.equal(frontMatter(text)?.body, "\nGo on.\n---\nMore.\n");
});

test("a mark at the beginning and Windows line ends make no difference", () => {
  const text = "\u{feff}---\r\na: 1\r\nb: 2 \r\n---\r\nBody\r\n";
  assert.deepEqual(values(text), { a: "1", b: "2" });
  assert.equal(frontMatter(text)?.body, "Body\r\n");
});

test("each value knows where its line begins", () => {
  const text = "---\na: 1\nbb: 2\n---\n";
  assert.equal(frontMatter(text)?.values.get("bb")?.at, text.indexOf("bb"));
});

test("lines further down are none, nor is a beginning without an end or without a value", () => {
  for (const text of ["", "a\n---\nb: 1\n---\n", "\n---\nb: 1\n---\n", "---\na: 1\n", "---\n---\n"])
    assert.equal(frontMatter(text), null, JSON.stringify(text));
});

test("blanks inside a long value take no time", () => {
  const value = `x${" ".repeat(200_000)}y`;
  const begun = performance.now();
  assert.deepEqual(values(`---\na: ${value}\n---\n`), { a: value });
  assert.ok(performance.now() - begun < 2_000);
});
