// Each keyword of the validator, with what it lets pass and what it finds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../../core/json/json.ts";
import { isRefusal } from "../../core/refusal.ts";
import { misfitsOf } from "./schema-fit.ts";

const codes = (schema: Readonly<Record<string, unknown>>, text: string): readonly string[] => {
  const root = readJson(text);
  assert.ok(!isRefusal(root));
  return misfitsOf(schema, root).map(({ pointer, code }) => `${pointer} ${code}`);
};

const rows: readonly (readonly [
  schema: Readonly<Record<string, unknown>>,
  fits: string,
  not: string,
  found: string,
])[] = [
  [{ type: "integer" }, "1", "1.5", " TYPE_WRONG"],
  [{ type: ["string", "null"] }, "null", "1", " TYPE_WRONG"],
  [{ enum: ["a", 1] }, "1", '"b"', " VALUE_UNKNOWN"],
  [{ const: null }, "null", "[]", " VALUE_UNKNOWN"],
  [{ minimum: 2 }, "2", "1", " FIELD_INVALID"],
  [{ minLength: 1 }, '"a"', '""', " FIELD_INVALID"],
  [{ maxLength: 1 }, '"\u{1f600}"', '"ab"', " FIELD_OVERSIZED"],
  [{ pattern: "^a" }, '"ab"', '"ba"', " FIELD_INVALID"],
  [{ minItems: 1 }, "[1]", "[]", " FIELD_INVALID"],
  [{ items: { type: "string" } }, '["a"]', '["a", 1]', "/1 TYPE_WRONG"],
  [{ required: ["a"] }, '{ "a": 1 }', '{ "b": 1 }', " KEY_MISSING"],
  [{ properties: { a: { type: "null" } } }, '{ "b": 1 }', '{ "a": 1 }', "/a TYPE_WRONG"],
  [
    { properties: { a: {} }, additionalProperties: { type: "null" } },
    '{ "a": 1 }',
    '{ "b": 1 }',
    "/b TYPE_WRONG",
  ],
  [{ propertyNames: { pattern: "^a" } }, '{ "a": 1 }', '{ "b": 1 }', "/b FIELD_INVALID"],
  [{ allOf: [{ minimum: 1 }, { minimum: 3 }] }, "3", "2", " FIELD_INVALID"],
  [{ anyOf: [{ type: "null" }, { minimum: 3 }] }, "null", "2", " TYPE_WRONG"],
  [{ oneOf: [{ const: 1 }, { type: "string" }] }, '"a"', "2", " VALUE_UNKNOWN"],
];
for (const [schema, fits, not, found] of rows)
  test(JSON.stringify(schema), () => {
    assert.deepEqual(codes(schema, fits), []);
    assert.deepEqual(codes(schema, not), [found]);
  });
