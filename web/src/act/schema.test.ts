// Tests of the shapes of forms that are read from JSON Schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Field, formOf } from "./schema.ts";

const fieldOf = (schema: unknown, required = true): Field => {
  const form = formOf({
    type: "object",
    properties: { it: schema },
    required: required ? ["it"] : [],
  });
  const [field] = form.is === "object" ? form.fields : [];
  assert.ok(field);
  return field;
};

test("each kind of schema has its kind of field", () => {
  const shapes: readonly (readonly [unknown, unknown])[] = [
    [{ type: "string" }, { is: "text", long: false, min: 0, max: null }],
    [
      { type: "string", maxLength: 16_384, minLength: 1 },
      { is: "text", long: true, min: 1, max: 16_384 },
    ],
    [
      { type: "integer", exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { is: "number", whole: true, min: 1, max: null },
    ],
    [
      { type: "number", minimum: 0.5, maximum: 2 },
      { is: "number", whole: false, min: 0.5, max: 2 },
    ],
    [{ type: "boolean" }, { is: "boolean" }],
    [
      { enum: ["a", 2] },
      {
        is: "choice",
        options: [
          { label: "a", value: "a" },
          { label: "2", value: 2 },
        ],
      },
    ],
    [{ const: true }, { is: "choice", options: [{ label: "true", value: true }] }],
    [
      { type: "array", items: { type: "string" }, minItems: 1 },
      { is: "texts", min: 1 },
    ],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { is: "mixed" }],
    [
      { anyOf: [{ enum: ["a"], type: "string" }, { type: "string" }] },
      { is: "text", long: false, min: 0, max: null },
    ],
    [
      { anyOf: [{ type: "number" }, { type: "array", items: { type: "string" } }] },
      { is: "texts", min: 0, orNumber: true },
    ],
    [
      { type: "object", additionalProperties: { type: "integer" } },
      { is: "json", sketch: '{ "…": 1 }' },
    ],
    [{ oneOf: [] }, { is: "json", sketch: '"…"' }],
  ];
  for (const [schema, shape] of shapes) assert.deepEqual(fieldOf(schema).shape, shape);
});

test("what may be nothing is its other kind, and says so", () => {
  const text = { is: "text", long: false, min: 0, max: null };
  for (const schema of [
    { type: ["string", "null"] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
  ]) {
    const { nullable, shape } = fieldOf(schema);
    assert.deepEqual([nullable, shape], [true, text]);
  }
  assert.equal(fieldOf({ type: "string" }).nullable, false);
});

test("a list of objects has a form for each; where one may be a bare text, that is its one field that must be said", () => {
  const whole = {
    type: "object",
    properties: { unit: { type: "string" }, n: { type: "integer" } },
    required: ["unit"],
  };
  const { shape } = fieldOf({ type: "array", minItems: 1, items: whole });
  assert.ok(shape.is === "list");
  assert.deepEqual(
    [shape.min, shape.text, shape.of.fields.map(({ name }) => name)],
    [1, null, ["unit", "n"]],
  );
  const either = fieldOf({ type: "array", items: { anyOf: [{ type: "string" }, whole] } }).shape;
  assert.equal(either.is === "list" && either.text, "unit");
});

test("a list of things that differ is JSON, and shows what they hold", () => {
  const one = (name: string) => ({
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  });
  const { shape } = fieldOf({ type: "array", items: { anyOf: [one("a"), one("b")] } });
  assert.deepEqual(shape, { is: "json", sketch: '[ { "a": "…" } ]' });
});

test("what must be said comes first, and what has a default need not be", () => {
  const form = formOf({
    type: "object",
    properties: {
      a: { type: "string" },
      b: { type: "string", description: "the b" },
      c: { type: "string", default: "x" },
    },
    required: ["b", "c"],
  });
  assert.ok(form.is === "object");
  assert.deepEqual(
    form.fields.map(({ name, required, means, fallback }) => [name, required, means, fallback]),
    [
      ["b", true, "the b", null],
      ["a", false, "", null],
      ["c", false, "", '"x"'],
    ],
  );
});

test("no schema is a form without fields, and a whole that is no object is JSON", () => {
  for (const schema of [undefined, null, {}, { type: "object", properties: {} }])
    assert.deepEqual(formOf(schema), { is: "object", fields: [] });
  assert.equal(formOf({ type: "array", items: { type: "object" } }).is, "json");
});
