// Fuzz tests of reading ultrawork folders: always a finding or refusal with a place, never an exception.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefusal } from "../../src/core/refusal.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { isSettled } from "../../src/work/unit.ts";
import { example, readOf, takeOver, working } from "./folders.ts";

const seeds: readonly Readonly<Record<string, string>>[] = [{ "session.json": example }, working];

type Change =
  | { readonly is: "cut"; readonly at: number }
  | { readonly is: "put"; readonly at: number; readonly text: string }
  | { readonly is: "value"; readonly nth: number; readonly value: unknown }
  | { readonly is: "drop"; readonly nth: number }
  | { readonly is: "double"; readonly nth: number };

const words = fc.constantFrom(
  "",
  "1",
  "2",
  "verify",
  "../x",
  "__proto__",
  "constructor",
  "COMPLETE",
  "resolved",
  "done",
  "\u0000",
  "a|b",
  "[waived by x] y",
  "2026-01-08T12:00:00Z",
  "\ud800",
);
const value = fc.oneof(
  words,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 2 }),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ is: fc.constant("cut" as const), at: fc.nat(4_000) }),
  fc.record({
    is: fc.constant("put" as const),
    at: fc.nat(4_000),
    text: fc.constantFrom("{", "}", ",", '"', "\\", "[", "\r\n", "\u{feff}", "null", "1e999"),
  }),
  fc.record({ is: fc.constant("value" as const), nth: fc.nat(200), value }),
  fc.record({ is: fc.constant("drop" as const), nth: fc.nat(200) }),
  fc.record({ is: fc.constant("double" as const), nth: fc.nat(200) }),
);

/** Every place in a value that may be changed. */
const holders = (value: unknown): readonly (readonly [object, string])[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.keys(value).flatMap((key) => [
        [value, key] as const,
        ...holders(Reflect.get(value, key)),
      ]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const changed = (text: string, one: Change): string => {
  if (one.is === "cut") return text.slice(0, one.at);
  if (one.is === "put") return `${text.slice(0, one.at)}${one.text}${text.slice(one.at)}`;
  const root = parsed(text);
  const places = holders(root);
  const [holder, key] = places[one.nth % Math.max(1, places.length)] ?? [null, ""];
  if (holder === null) return text;
  if (one.is === "value") Reflect.set(holder, key, one.value);
  else if (one.is === "drop") Reflect.deleteProperty(holder, key);
  else if (Array.isArray(holder)) holder.push(Reflect.get(holder, key));
  return JSON.stringify(root, null, 2);
};

const folder = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(20), change), { minLength: 1, maxLength: 4 }),
  )
  .map(([files, changes]) => {
    const paths = Object.keys(files);
    let all = files;
    for (const [nth, one] of changes) {
      const path = paths[nth % paths.length] ?? "session.json";
      all = { ...all, [path]: changed(all[path] ?? "", one) };
    }
    return all;
  });

test("any folder is judged, each finding with a place in its document", () =>
  fc.assert(
    fc.asyncProperty(folder, async (files) => {
      for (const { path, line, column, message } of (await ultrawork.check(files)) ?? []) {
        const lines = (files[path] ?? "").split(/\r\n|\n|\r/u);
        const width = lines[line - 1]?.length ?? -1;
        assert.ok(column >= 1 && column <= width + 2, `${path}:${line}:${column}`);
        assert.notEqual(message, "");
      }
    }),
    { numRuns: 3_000 },
  ));

test("any folder is taken over or refused; nothing found is proof, and what is written is sound", () =>
  fc.assert(
    fc.asyncProperty(folder, async (files) => {
      const read = await readOf(files);
      if (read === null) return;
      if (isRefusal(read)) return void assert.match(read.code, /^[A-Z_]+$/);
      const run = await takeOver(files);
      if (isRefusal(run)) return;
      for (const [path, text] of Object.entries(run.files()))
        if (path.endsWith(".json")) JSON.parse(text);
      const { units } = run.state();
      assert.ok(units.every(({ criteria }) => criteria.every(({ proof }) => proof === null)));
      if (run.phase() === "COMPLETE")
        assert.ok(units.every((unit) => unit.kind !== "task" || isSettled(unit)));
    }),
    { numRuns: 1_500 },
  ));
