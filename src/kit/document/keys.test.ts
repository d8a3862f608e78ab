// Tests of declared keys: writer, JSON Schema, reader and known keys say the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { printed } from "../json/print.ts";
import { findingsOf, openDoc, remarks } from "./remarks.ts";
import { withUnknown } from "./unknown-keys.ts";
import { keysOf, objectOf } from "./keys.ts";
import { seenEntries, seenObject } from "./keys-reader.ts";
import { schemaOf } from "./keys-schema.ts";

type Ship = { readonly name: string; readonly crew: number | null };
const ship = objectOf<Ship>()("a ship must be an object", {
  name: ["must", "text", ({ name }) => name, "title"],
  flag: ["should", { text: { enum: ["red"] } }, () => "red"],
  crew: ["may", "whole", ({ crew }) => crew ?? undefined],
  holds: ["should", { node: { type: "object" } }, () => ({ entries: [] })],
});

const read = (text: string) => {
  const notes = remarks();
  const doc = openDoc("ship.json", text, notes) ?? assert.fail(text);
  const spot = { doc, pointer: "", at: doc.root.at };
  const seen = seenObject(ship, doc.root, spot, notes);
  const holds = seen?.holds ?? null;
  const entries = holds === null ? null : seenEntries(holds, "holds must be an object", notes);
  const told = findingsOf(notes.list).map(({ pointer, code, message }) => [pointer, code, message]);
  return { seen, entries, told };
};

test("an object is written with its keys in order, unknown ones last, and without undefined values", () => {
  const kept = [{ file: "ship.json", pointer: "", entries: [["color", "1"]] }] as const;
  const text = printed(
    ship.written({ name: "Ana", crew: null }, withUnknown(kept, "ship.json"), ""),
  );
  assert.deepEqual(Object.entries(JSON.parse(text)), [
    ["name", "Ana"],
    ["flag", "red"],
    ["holds", {}],
    ["color", 1],
  ]);
  assert.deepEqual([...keysOf(ship)], ["name", "flag", "crew", "holds"]);
});

test("its schema requires what a file must and should have", () => {
  const { required, properties } = schemaOf(ship);
  assert.deepEqual(required, ["flag", "holds"]);
  assert.deepEqual(properties, {
    name: { type: "string" },
    flag: { enum: ["red"] },
    holds: { type: "object" },
    crew: { type: "integer" },
    title: { deprecated: true, description: "read as name" },
  });
});

test("its reader reports only a missing key that a file must have", () => {
  const { seen, told } = read('{"crew": 3, "color": "x"}');
  assert.deepEqual(told, [["", "KEY_MISSING", "the key name is missing"]]);
  assert.deepEqual([seen?.name, seen?.flag, seen?.crew, seen?.holds], [null, null, 3, null]);
  assert.deepEqual(seen?.extras, [["color", '"x"']]);
});

test("a node is returned with its place, and its entries with theirs", () => {
  const { entries, told } = read('{"title": "Ana", "holds": {"a/b": 1}}');
  assert.deepEqual(told, [["/title", "KEY_ALIASED", "title is read as name"]]);
  const [entry] = entries ?? [];
  assert.deepEqual([entry?.key, entry?.spot.pointer], ["a/b", "/holds/a~1b"]);
  assert.deepEqual(read('{"name": "Ana", "holds": []}').told, [
    ["/holds", "TYPE_WRONG", "holds must be an object"],
  ]);
});

test("what isn't an object is remarked, and not read", () => {
  const { seen, told } = read("[]");
  assert.equal(seen, null);
  assert.deepEqual(told, [["", "TYPE_WRONG", "a ship must be an object"]]);
});

test("unknown keys of nested objects are kept where their list says, by name or by place", () => {
  const mast = objectOf<object>()("a mast must be an object", { id: ["must", "text", () => "m"] });
  const fleet = objectOf<object>()("a fleet must be an object", {
    named: ["may", { list: mast, by: "id" }, () => []],
    placed: ["may", { list: mast, by: null }, () => []],
    other: ["may", { list: mast }, () => []],
    one: ["may", { object: mast }, () => ({ entries: [] })],
  });
  const list = [{ id: "a/b", color: 1 }];
  const text = JSON.stringify({ named: list, placed: list, other: list, one: list[0], color: 2 });
  const notes = remarks();
  const doc = openDoc("fleet.json", text, notes) ?? assert.fail();
  const seen = seenObject(fleet, doc.root, { doc, pointer: "", at: 0 }, notes);
  assert.deepEqual(
    seen?.kept.map(({ pointer, entries }) => [pointer, entries]),
    [
      ["", [["color", "2"]]],
      ["/named/a~1b", [["color", "1"]]],
      ["/placed/0", [["color", "1"]]],
      ["/one", [["color", "1"]]],
    ],
  );
});
