// What a schema refuses of a document, by the program's own validator; a keyword that it doesn't read is a failure, never a pass.
import assert from "node:assert/strict";
import { readJson } from "../../src/core/json/json.ts";
import { isRecord } from "../../src/core/json/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { misfitsOf } from "../../src/kit/json/schema-fit.ts";

const told = "$schema $id title description deprecated";
const judged =
  "type properties required additionalProperties propertyNames items minItems allOf anyOf oneOf enum const pattern minLength maxLength minimum";
const known = new Set(`${told} ${judged}`.split(" "));
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isRead = (schema: unknown): void => {
  assert.ok(isRecord(schema), "what isn't written as an object isn't read");
  const { properties, items, additionalProperties, propertyNames, allOf, anyOf, oneOf } = schema;
  assert.deepEqual(
    Object.keys(schema).filter((key) => !known.has(key)),
    [],
  );
  const one = [items, additionalProperties, propertyNames].filter((inner) => inner !== undefined);
  for (const inner of [
    ...one,
    ...Object.values(isRecord(properties) ? properties : {}),
    ...[allOf, anyOf, oneOf].flatMap(list),
  ])
    isRead(inner);
};

/** What doesn't fit, each with its place; none: it fits. */
export const misfits = (schema: unknown, value: unknown, at = ""): readonly string[] => {
  isRead(schema);
  const root = readJson(JSON.stringify(value));
  assert.ok(!isRefusal(root) && isRecord(schema));
  return misfitsOf(schema, root).map(({ pointer, message }) => `${at}${pointer}: ${message}`);
};
