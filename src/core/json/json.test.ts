// Tests of the JSON parser: same values as JSON.parse, with positions and duplicate keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { atPointer, type JsonNode, member, placeOf, plain, readJson } from "./json.ts";
import { isRefusal } from "../refusal.ts";

const read = (text: string): JsonNode => {
  const found = readJson(text);
  assert.ok(!isRefusal(found), isRefusal(found) ? found.text : "");
  return found;
};
const broken = (text: string): string => {
  const found = readJson(text);
  assert.ok(isRefusal(found), `read as ${JSON.stringify(found)}`);
  assert.equal(found.code, "FILE_BROKEN");
  return `${found.line}:${found.column} ${found.text}`;
};

test("every value is read as JSON.parse reads it, and its text is where its positions say", () => {
  const check = (text: string): void => {
    const node = read(text);
    assert.deepEqual(plain(node), JSON.parse(text));
    const visit = (one: JsonNode): void => {
      assert.deepEqual(plain(one), JSON.parse(text.slice(one.at, one.end)));
      if (one.is === "array") for (const item of one.items) visit(item);
      if (one.is === "object")
        for (const { key, keyAt, value } of one.members) {
          assert.ok(text.startsWith('"', keyAt), key);
          visit(value);
        }
    };
    visit(node);
  };
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2, "\t"), (text, indent) =>
      check(JSON.stringify(JSON.parse(text), null, indent)),
    ),
    { numRuns: 2_000 },
  );
  check('{"a\\"\\\\":"\\u00e9\\n\\\\","b":[1e3,-0.5,{"__proto__":1}], "": null}');
});

test("what JSON.parse refuses is refused, and what it takes is taken, but for keys that stand twice", () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'{}[]",:\\ \n\r\t0123456789eE+-.truefalsn\u0000é'.split("")),
    maxLength: 24,
  });
  fc.assert(
    fc.property(letters, (text) => {
      let expected: { readonly value: unknown } | null;
      try {
        expected = { value: JSON.parse(text) };
      } catch {
        expected = null;
      }
      const found = readJson(text);
      if (!isRefusal(found)) assert.deepEqual({ value: plain(found) }, expected);
      else if (expected !== null) assert.match(found.text, /stands twice/);
    }),
    { numRuns: 20_000 },
  );
});

test("each mistake is named with its line and column", () => {
  assert.match(
    broken('{\n  "a": 1,\n  "b": tru\n}'),
    /^3:8 .*a value must stand here, but "t" stands/,
  );
  assert.match(broken('{"a": 1'), /^1:8 .*, or } must follow here, but the file ends/);
  assert.match(broken("[1,]"), /^1:4 .*a value must stand here, but "\]" stands/);
  assert.match(broken('{"a": 1,\r\n "a": 2}'), /^2:2 .*the key "a" stands twice/);
  assert.match(broken("{'a': 1}"), /^1:2 .*a key in double quotes/);
  assert.match(broken('"a\nb"'), /^1:1 .*line break/);
  assert.match(broken('["a]'), /^1:2 .*closing quote is missing/);
  assert.match(broken(""), /^1:1 .*the file ends/);
  assert.match(broken("{} x"), /^1:4 .*nothing may follow/);
  assert.match(broken("\u{feff}{} x"), /^1:4 /);
});

test("a byte order mark is passed over, in the column too", () => {
  assert.deepEqual(plain(read('\u{feff}{"a":1}')), { a: 1 });
  assert.deepEqual(placeOf("\u{feff}ab", 2), { line: 1, column: 2 });
  assert.deepEqual(placeOf("a\r\nb\rc\nd", 7), { line: 4, column: 1 });
});

test("a hundred levels are read, ten thousand and a million are refused by their place, and long texts are no trouble", () => {
  const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  read(deep(100));
  for (const levels of [101, 10_000, 1_000_000])
    assert.match(broken(deep(levels)), /^1:101 .*deeper than 100 levels/);
  assert.match(broken('{"a":'.repeat(10_000)), /deeper than 100 levels/);
  const long = "x\\n".repeat(3_000_000);
  assert.equal(member(read(`{"a":"${long}"}`), "a")?.end, long.length + 7);
  assert.match(broken(`["${"\\".repeat(1_000_001)}"`), /closing quote is missing/);
});

test("pointers lead to values", () => {
  const node = read('{"a/b":[{"~":1},2],"":3}');
  assert.equal(atPointer(node, "/a~1b/1")?.at, 16);
  assert.deepEqual(
    [atPointer(node, "/a~1b/0/~0"), atPointer(node, "/"), atPointer(node, "")].map(
      (one) => one && plain(one),
    ),
    [1, 3, plain(node)],
  );
  assert.deepEqual(
    ["/a", "/a~1b/-1", "/a~1b/x", "/a~1b/2", "/a~1b/1/0"].map((pointer) =>
      atPointer(node, pointer),
    ),
    [null, null, null, null, null],
  );
});
