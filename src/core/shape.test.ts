// Why: a report that is nearly right must be told everything that is wrong with it, at once and at its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { either, list, oneOf, record, text, whole, yesNo } from "./shape.ts";

const story = record(
  { title: text({ min: 1, max: 10 }), size: whole(1, 5) },
  { tags: list(oneOf(["a", "b"]), 2), "a/b": yesNo },
);

test("a fitting value has no findings, optional keys may be absent or null, others pass unread", () => {
  assert.deepEqual(story.check({ title: "x", size: 1 }), []);
  assert.deepEqual(story.check({ title: "x", size: 5, tags: null, remark: { free: true } }), []);
  assert.equal(story.fits({ title: "x", size: 1, tags: ["a"] }), true);
});

test("all findings come at once, each with its pointer", () => {
  const findings = story.check({ title: " ", size: 1.5, tags: ["a", "c", "b"], "a/b": 1 });
  assert.deepEqual(
    findings.map((finding) => finding.pointer),
    ["/title", "/size", "/tags", "/tags/1", "/a~1b"],
  );
  assert.match(findings[3]?.text ?? "", /one of a, b/);
});

test("what is missing, too long or of another kind is said so", () => {
  assert.deepEqual(story.check({ title: "x".repeat(11) }), [
    { pointer: "/title", text: "must have at most 10 characters, has 11" },
    { pointer: "/size", text: "is missing" },
  ]);
  assert.deepEqual(story.check([]), [{ pointer: "", text: "must be an object" }]);
  assert.deepEqual(story.check({ title: "x", size: 1, tags: "a" }), [
    { pointer: "/tags", text: "must be a list" },
  ]);
  assert.equal(story.fits(null), false);
});

test("either takes both kinds and explains by the one that was meant", () => {
  const both = either(text(), record({ criteria: text({ min: 1 }) }), (value) =>
    typeof value === "object" ? "b" : "a",
  );
  assert.equal(both.fits("x"), true);
  assert.equal(both.fits({ criteria: "x" }), true);
  assert.deepEqual(both.check({ other: 1 }), [{ pointer: "/criteria", text: "is missing" }]);
});

test("the schema says what the reader checks", () => {
  assert.deepEqual(story.schema, {
    type: "object",
    properties: {
      title: { type: "string", minLength: 1, maxLength: 10 },
      size: { type: "integer", minimum: 1, maximum: 5 },
      tags: { type: "array", maxItems: 2, items: { enum: ["a", "b"] } },
      "a/b": { type: "boolean" },
    },
    required: ["title", "size"],
  });
});
