// Tests of a run's current values in a form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { requiredNow, withNow } from "./current-values.ts";
import { formOf } from "./schema.ts";

const options = formOf({
  type: "object",
  properties: {
    options: {
      type: "object",
      properties: {
        mode: { type: "string" },
        pinned: { type: "boolean" },
        explorers: { type: "array", items: { type: "string" } },
        note: { type: "string" },
      },
    },
  },
  required: ["options"],
});

test("each field that may be left out shows what it is now, and none of it is sent unasked", () => {
  const now = { options: { mode: "auto", pinned: false, explorers: [] } };
  const shape = withNow(options, now);
  assert.ok(shape.is === "object" && shape.fields[0]?.shape.is === "object");
  assert.deepEqual(
    shape.fields[0].shape.fields.map(({ name, now: text }) => [name, text]),
    [
      ["mode", "auto"],
      ["pinned", "no"],
      ["explorers", "none"],
      ["note", undefined],
    ],
  );
  assert.equal(requiredNow(options, now), undefined);
});

test("what must be said is filled in with what it is now", () => {
  const goal = formOf({
    type: "object",
    properties: { goal: { type: "string" } },
    required: ["goal"],
  });
  assert.deepEqual(requiredNow(goal, { goal: "A shop" }), { goal: "A shop" });
  assert.equal(requiredNow(goal, undefined), undefined);
});
