// Tests of how a form's texts become data, or errors beside their fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  initialDraft,
  draftFrom,
  emptyDraft,
  type Draft,
  draftAt,
  withField,
  placesOf,
  readDraft,
} from "./draft.ts";
import { formOf } from "./schema.ts";

const form = formOf({
  type: "object",
  properties: {
    task: { type: "string", minLength: 2, maxLength: 8 },
    n: { type: "integer", minimum: 1, maximum: 100 },
    met: { type: "boolean" },
    tier: { enum: ["light", "heavy"] },
    which: { anyOf: [{ type: "integer" }, { type: "string" }] },
    criteria: { type: "array", minItems: 1, items: { type: "string" } },
    check: {
      type: "object",
      properties: { path: { type: "string" }, "a/b": { type: "string" } },
      required: ["path"],
    },
    about: { type: ["string", "null"] },
    more: { type: "array", items: { type: "object" } },
  },
  required: ["task", "about"],
});
const read = (draft: Draft) => readDraft(form, draft);

test("a full form says each field by its kind", () => {
  const { value, errors } = read({
    task: "t1",
    n: " 3 ",
    met: "no",
    tier: "1",
    which: "2",
    criteria: "one\n\n  two \n",
    check: { path: "a.txt" },
    about: "it",
    more: '[{"a": 1}]',
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(value, {
    task: "t1",
    n: 3,
    met: false,
    tier: "heavy",
    which: 2,
    criteria: ["one", "two"],
    check: { path: "a.txt" },
    about: "it",
    more: [{ a: 1 }],
  });
});

test("a list takes a single number where that may be said", () => {
  const shape = formOf({
    type: "object",
    properties: {
      explorers: { anyOf: [{ type: "number" }, { type: "array", items: { type: "string" } }] },
    },
  });
  const said = { explorers: ["the tests", "12 files"] };
  assert.deepEqual(readDraft(shape, draftFrom(shape, said)), { value: said, errors: [] });
  assert.deepEqual(readDraft(shape, { explorers: " 2 " }).value, { explorers: 2 });
  assert.equal(
    draftAt(draftFrom(shape, { explorers: [{ id: "exp-9", hint: "the tests" }] }), "explorers"),
    "the tests",
  );
});

test("what is left empty is left out, what may be nothing is nothing, and a text stays a text", () => {
  assert.deepEqual(read({ task: "t1", n: "", check: { path: " " }, which: "2nd" }), {
    value: { task: "t1", about: null, which: "2nd" },
    errors: [],
  });
});

test("every slip is told at its place, all at once", () => {
  const { errors } = read({ n: "101", criteria: "\n ", check: { "a/b": "x" }, more: "[{" });
  assert.deepEqual(
    errors.map(({ at }) => at),
    ["/task", "/n", "/check/path", "/more"],
  );
  const texts = (draft: Draft) =>
    read({ task: "t1", ...(typeof draft === "string" ? {} : draft) }).errors.map(
      ({ text }) => text,
    );
  assert.deepEqual(texts({ n: "1.5" }), ["Enter a whole number."]);
  assert.deepEqual(texts({ n: "x" }), ["Enter a number."]);
  assert.deepEqual(texts({ n: "0" }), ["At least 1"]);
  assert.deepEqual(texts({ task: "much too long" }), ["At most 8 characters; this has 13"]);
  assert.deepEqual(texts({ task: "x" }), ["At least 2 characters"]);
});

test("an empty form of an object is an empty object, and of a list is missing", () => {
  assert.deepEqual(readDraft(formOf({}), emptyDraft(formOf({}))), { value: {}, errors: [] });
  assert.deepEqual(
    readDraft(
      formOf({
        type: "object",
        properties: { a: { type: "array", items: { type: "string" } } },
        required: ["a"],
      }),
      {},
    ),
    {
      value: { a: [] },
      errors: [],
    },
  );
});

test("a field changes alone, and its place is a pointer", () => {
  assert.deepEqual(withField({ a: "1" }, "b", "2"), { a: "1", b: "2" });
  assert.deepEqual(withField("", "b", "2"), { b: "2" });
  assert.ok(placesOf(form, undefined).includes("/check/a~1b"));
});

const planned = formOf({
  type: "object",
  properties: {
    tasks: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          files: { type: "array", items: { type: "string" } },
          criteria: {
            type: "array",
            items: {
              anyOf: [
                { type: "string" },
                {
                  type: "object",
                  properties: { text: { type: "string" }, exit: { type: "integer" } },
                  required: ["text"],
                },
              ],
            },
          },
        },
        required: ["id", "criteria"],
      },
    },
  },
  required: ["tasks"],
});

test("what is said already fills a form, lists of things and all, and comes out as it went in", () => {
  const plan = {
    tasks: [
      {
        id: "1",
        criteria: [{ text: "it runs", exit: 2 }, { text: "it ends" }],
        files: ["a.js", "b.js"],
      },
      { id: "2", criteria: [] },
    ],
  };
  const draft = draftFrom(planned, plan);
  assert.deepEqual(readDraft(planned, draft), { value: plan, errors: [] });
  const short = draftFrom(planned, { tasks: [{ id: "1", criteria: ["it runs"] }] });
  assert.deepEqual(readDraft(planned, short).value, {
    tasks: [{ id: "1", criteria: [{ text: "it runs" }] }],
  });
});

test("what is errors within a list has a place beside its own field", () => {
  const draft = draftFrom(planned, { tasks: [{ id: "1", criteria: [{ text: "", exit: 1 }] }] });
  const { errors } = readDraft(planned, draft);
  assert.deepEqual(
    errors.map(({ at }) => at),
    ["/tasks/0/criteria/0/text"],
  );
  assert.ok(placesOf(planned, draft).includes("/tasks/0/criteria/0/text"));
});

test("a form begins with what its schema proposes", () => {
  const shape = formOf({
    type: "object",
    properties: { n: { type: "integer", examples: [1] }, why: { type: "string" } },
    required: ["n"],
  });
  assert.deepEqual(initialDraft(shape), { n: "1" });
  assert.deepEqual(readDraft(shape, initialDraft(shape)), { value: { n: 1 }, errors: [] });
});
