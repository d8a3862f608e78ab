// Tests of schema output: complete for programs, shorter for authors of reports.
import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonSchemaOf, report, reportForm } from "./json-schema.ts";
import * as t from "./schema.ts";

const story = t.open({
  title: t.filled(10),
  size: t.means("in days", t.wholeFrom(1, 5)),
  default: t.nullish(t.text),
  tags: t.nullish(t.means("of the board", t.mostOf(2, t.oneOf(["a", "b"])))),
  parts: t.nullish(t.either(t.text, t.open({ done: t.maybe(t.flag) }))),
});
const title = { type: "string", minLength: 1, maxLength: 10 };
const size = { type: "integer", minimum: 1, maximum: 5, description: "in days" };
const tags = {
  type: "array",
  items: { enum: ["a", "b"], type: "string" },
  maxItems: 2,
  description: "of the board",
};

test("what may be null says so, shortly where it is no more than a type, and no list is empty", () => {
  assert.deepEqual(jsonSchemaOf(story), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      title,
      size,
      default: { type: ["string", "null"] },
      tags: { anyOf: [tags, { type: "null" }] },
      parts: {
        anyOf: [
          {
            anyOf: [
              { type: "string" },
              {
                type: "object",
                properties: { done: { type: ["boolean", "null"] } },
                required: ["done"],
              },
            ],
          },
          { type: "null" },
        ],
      },
    },
    required: ["title", "size"],
  });
  assert.equal(jsonSchemaOf(t.open({ a: t.optional(t.flag) }))["required"], undefined);
});

test("whoever writes a report is told what to leave out, not that null says the same", () => {
  const told = {
    type: "object",
    properties: {
      title,
      size,
      default: { type: "string" },
      tags: { ...tags, items: { enum: ["a", "b"] } },
      parts: {
        anyOf: [
          { type: "string" },
          { type: "object", properties: { done: { type: "boolean" } }, required: ["done"] },
        ],
      },
    },
    required: ["title", "size"],
  };
  assert.deepEqual(reportForm(story).toJSON(), told);
  assert.deepEqual(report("clerk", "What a clerk hands in.", story).schema(), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "report/clerk",
    description: "What a clerk hands in.",
    ...told,
  });
});

test("each job of a kind is given the same schema, made once", () => {
  assert.equal(reportForm(story), reportForm(story));
  assert.equal(reportForm(story).toJSON(), reportForm(story).toJSON());
});
