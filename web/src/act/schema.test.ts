// Tests of forms that are read from JSON Schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asObject, fieldsOf, initialData, itemsOf, kindOf, placesIn } from "./schema.ts";

const criteria = {
  type: "array",
  items: {
    anyOf: [
      { type: "string" },
      {
        type: "object",
        properties: { exit: { type: "integer" }, text: { type: "string" } },
        required: ["text"],
      },
    ],
  },
};
const form = {
  type: "object",
  properties: {
    about: { anyOf: [{ type: "string", maxLength: 16_384 }, { type: "null" }] },
    n: { type: "integer", examples: [1] },
    met: { type: "boolean" },
    tier: { enum: ["light", "heavy"] },
    files: { type: "array", items: { type: "string" } },
    "a/b": { type: "object", properties: { id: { type: "string" } } },
    criteria,
    any: { type: "object", additionalProperties: { type: "string" } },
  },
  required: ["criteria", "n"],
};

test("each field has its kind, those that must be said come first, and what no field can show is told apart", () => {
  assert.deepEqual(
    fieldsOf(form).map(({ name, schema }) => [name, kindOf(schema)]),
    [
      ["n", "number"],
      ["criteria", "list"],
      ["about", "lines"],
      ["met", "choice"],
      ["tier", "choice"],
      ["files", "texts"],
      ["a/b", "object"],
      ["any", "other"],
    ],
  );
  assert.deepEqual(fieldsOf({}), []);
});

test("a form begins with what its schema proposes", () =>
  assert.deepEqual(initialData(form), { n: 1 }));

test("a bare text in a list is the one field that must be said", () =>
  assert.deepEqual(asObject(itemsOf(criteria), "it runs"), { text: "it runs" }));

test("an error within a list has a place beside its own field", () => {
  const places = placesIn(form, { criteria: [{ text: "" }] });
  for (const at of ["/n", "/criteria/0/text", "/a~1b/id"]) assert.ok(places.includes(at), at);
});
