// Tests of document comparison: by value, regardless of key order, spaces and spelling.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonical, pairLists } from "./difference.ts";
import { type JsonNode, readJson } from "../../core/json/json.ts";
import { isRefusal } from "../../core/refusal.ts";

const node = (text: string): JsonNode => {
  const read = readJson(text);
  if (isRefusal(read)) assert.fail(read.text);
  return read;
};
const pair = (before: string, after: string) => pairLists([...before], [...after]);

test("order of keys, spaces and spellings of one value say nothing; all else does", () => {
  const one = node('{"a": 1, "b": ["x", null]}');
  for (const same of ['{"b":["x",null],"a":1.0}', '{"b":["\\u0078",null],"a":1}'])
    assert.equal(canonical(one), canonical(node(same)));
  for (const other of [
    '{"a":1}',
    '{"a":1,"b":[null,"x"]}',
    '{"a":"1","b":["x",null]}',
    '{"a":1,"b":{}}',
    '{"a":1,"c":["x",null]}',
  ])
    assert.notEqual(canonical(one), canonical(node(other)));
});

test("a number that none can hold is no null", () =>
  assert.notEqual(canonical(node("1e999")), canonical(node("null"))));

test("a longer list keeps what it had, wherever the new entries stand", () => {
  assert.deepEqual(pair("ab", "abc"), {
    kept: [
      [0, 0],
      [1, 1],
    ],
    changed: [],
    added: [2],
    gone: [],
    moved: null,
  });
  assert.deepEqual(pair("ab", "xayb").added, [0, 2]);
  assert.deepEqual(pair("", "ab").added, [0, 1]);
});

test("what is gone, rewritten or moved is told apart", () => {
  assert.deepEqual(pair("abc", "ac").gone, [1]);
  assert.deepEqual(pair("abc", "axc").changed, [[1, 1]]);
  for (const [before, after] of [
    ["ab", "ba"],
    ["abc", "cba"],
    ["abcd", "bcda"],
  ] as const) {
    const { changed, added, gone, moved } = pair(before, after);
    assert.deepEqual([changed, added, gone, moved], [[], [], [], 0], after);
  }
  assert.deepEqual(pair("aa", "a").gone, [1]);
  assert.deepEqual(pair("a", "").gone, [0]);
});

test("any two lists are walked to their ends, and every entry is told of once", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { kept, changed, added, gone, moved } = pairLists(before, after);
      for (const [old, now] of kept) assert.equal(before[old], after[now]);
      if (moved === null) {
        assert.equal(kept.length + changed.length + gone.length, before.length);
        assert.equal(kept.length + changed.length + added.length, after.length);
      }
      assert.equal(
        JSON.stringify(before) === JSON.stringify(after),
        changed.length + added.length + gone.length === 0 && moved === null,
      );
    }),
    { seed: 3, numRuns: 2_000 },
  );
});
