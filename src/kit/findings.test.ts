// Tests of findings about values that don't fit a schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assignRoles } from "../steering/commands.ts";
import { findingsIn, read } from "./findings.ts";
import * as t from "./schema.ts";

const said = (schema: t.Schema, value: unknown): readonly string[] =>
  findingsIn(schema, value).map(
    ({ pointer, text, code }) =>
      `${pointer} ${text}${code === "FIELD_OVERSIZED" ? ", oversized" : ""}`,
  );

test("each misfit is told with its place: what is missing, of another kind, too large or else", () => {
  const schema = t.record({
    a: t.text,
    b: t.list(t.open({ c: t.flag })),
    d: t.most(2, t.text),
    e: t.oneOf(["x", "y"]),
    f: t.byName(t.number),
    h: t.optional(t.either(t.number, t.list(t.text))),
    i: t.optional(t.wholeFrom(1, 5)),
  });
  const value = { b: [{}, { c: null }], d: "abc", e: "z", f: [], g: 1, h: [1], i: 9 };
  assert.deepEqual(said(schema, value), [
    "/a is missing",
    "/b/0/c is missing",
    "/b/1/c must be true or false, not null",
    "/d must have at most 2 characters, has 3, oversized",
    "/e must be one of x, y",
    "/f must be an object, not an array",
    "/h/0 must be a string, not a number",
    "/i must be at most 5, not 9, oversized",
    "/g is not a field here",
  ]);
  assert.deepEqual(said(t.oneOf(["light", "standard"]), "standrad"), [
    " must be one of light, standard: did you mean `standard`?",
  ]);
  assert.deepEqual(said(t.either(t.number, t.list(t.text)), {}), [
    " must be a number or an array, not an object",
  ]);
});

test("all fields that an object doesn't have are named at once, wherever it stands", () => {
  const inner = t.record({ b: t.flag });
  const schema = t.record({ a: inner, c: t.optional(t.list(inner)) });
  const value = { x: 1, a: { b: true, y: 1, z: 2 }, "~/": null, c: [{ v: 1, w: 1 }] };
  assert.deepEqual(said(schema, value), [
    "/a/y is not a field here",
    "/a/z is not a field here",
    "/c/0/b is missing",
    "/c/0/v is not a field here",
    "/c/0/w is not a field here",
    "/x is not a field here",
    "/~0~1 is not a field here",
  ]);
  assert.deepEqual(said(t.partial(inner), { x: 1, y: 2 }), [
    "/x is not a field here",
    "/y is not a field here",
  ]);
});

test("too many roles are oversized, too", () => {
  const roles = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`r${index}`, null]));
  assert.deepEqual(said(assignRoles.schema, { roles }), [
    "/roles must have at most 100 entries, oversized",
  ]);
});

test("what is made of an object's schema reads as it says, and takes no array either", () => {
  const some = t.partial(t.record({ a: t.text, b: t.count }));
  assert.deepEqual(said(some, { b: 1 }), []);
  assert.deepEqual(said(some, []), [" must be an object, not an array"]);
  assert.deepEqual(said(t.without(t.record({ a: t.text, b: t.count }), "a"), { b: 1 }), []);
});

test("an object under any names holds what is called as a member of every object, too", () => {
  const names = { constructor: "a", prototype: "b", x: "c" };
  assert.deepEqual(read(t.byName(t.text), names), { value: names });
  assert.deepEqual(said(t.byName(t.text), { constructor: 1 }), [
    "/constructor must be a string, not a number",
  ]);
});

test("no number beyond what counts exactly, and no longer pair, gets through", () => {
  for (const one of [t.number, t.integer, t.count, t.numberFrom(0), t.wholeFrom(1)])
    assert.equal(said(one, Infinity).length, 1);
  for (const one of [t.integer, t.count, t.wholeFrom(1)])
    assert.deepEqual(said(one, 2 ** 53), [" must be a whole number, not 9007199254740992"]);
  assert.equal(said(t.pair(t.text, t.text), ["a", "b", "c"]).length, 1);
  assert.deepEqual(said(t.filled(64, 4), "  a "), [" must not be empty"]);
  assert.deepEqual(said(t.filled(64), ""), [" must not be empty"]);
});

test("a schema's own rule stands for all findings of a value and its items, not for those of fields", () => {
  const texts = t.told("must be texts", t.list(t.text), (given) => given.length > 0);
  for (const value of [1, [], ["a", 1, 2]])
    assert.deepEqual(said(texts, value), [" must be texts"]);
  assert.deepEqual(said(texts, ["a"]), []);
  const either = t.told("must be a text or {}", t.either(t.text, t.record({ a: t.text })));
  assert.deepEqual(said(either, 1), [" must be a text or {}"]);
  assert.deepEqual(said(either, { a: 1 }), ["/a must be a string, not a number"]);
});

test("an object's own words and example stand in its findings", () => {
  const schema = t.record({ a: t.text }, { unknown: (name) => `no ${name}`, like: '{"a": "b"}' });
  assert.deepEqual(said(schema, []), [' must be an object: {"a": "b"}']);
  assert.deepEqual(said(schema, { x: 1, y: 1 }), [
    '/a is missing: {"a": "b"}',
    "/x no x",
    "/y no y",
  ]);
});

test("null counts as missing where a schema says so, and published schemas don't offer it", () => {
  const schema = t.record({ b: t.unset(t.text) });
  assert.deepEqual(read(schema, { b: null }), { value: { b: undefined } });
  assert.deepEqual(said(schema, { b: 1 }), ["/b must be a string, not a number"]);
});

test("a name that is a language's own is a name as others", () => {
  const given: unknown = JSON.parse('{"__proto__": "a"}');
  assert.deepEqual(read(t.byName(t.text), given), { value: given });
});
