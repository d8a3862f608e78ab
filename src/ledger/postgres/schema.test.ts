// Tests of a project's tables: made before anything is read, never by a server older than 14.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT } from "../format.ts";
import type { Line } from "./line.ts";
import { openSchema } from "./schema.ts";

const lineTo = (version: number): Pick<Line, "ask" | "hint"> => ({
  ask: (text) =>
    text.includes("pg_class")
      ? Promise.resolve([{ version, filled: false }])
      : Promise.reject(Object.assign(new Error("no such table"), { code: "42P01" })),
  hint: () => assert.fail("nothing is asked of a server that is too old"),
});
const schemaOf = (version: number) => openSchema(lineTo(version), "cairn", "postgres://db/work");

test("a server older than 14 is refused before anything is made", async () => {
  for (const version of [90_624, 130_011]) {
    const schema = schemaOf(version);
    for (const work of [schema.there(), schema.make()])
      await assert.rejects(work, {
        code: "LEDGER_UNSUPPORTED",
        message: /is PostgreSQL (9|13); a ledger needs 14 or later/,
      });
  }
  assert.equal(await schemaOf(140_000).there(), false);
});

test("reads beside the making of the tables wait for it", async () => {
  const failure = Promise.withResolvers<void>();
  const success = Promise.withResolvers<void>();
  const makings = [failure.promise, success.promise];
  let made = false;
  const ask: Line["ask"] = async (text) => {
    if (text.startsWith("do $make$")) {
      await makings.shift();
      made = true;
    } else if (text.includes("pg_class")) return [{ version: 140_000, filled: made }];
    else if (!made) throw Object.assign(new Error("no such table"), { code: "42P01" });
    return [{ version: 140_000, format: String(FORMAT), now: "2026-10-01T12:00:00.000Z" }];
  };
  const line = { ask, hint: () => Promise.resolve(null) };
  const schema = openSchema(line, "cairn", "postgres://db/work");
  const look = async () => [await schema.there(), made];

  const refusal = assert.rejects(schema.make(), /no room/);
  const without = look();
  failure.reject(new Error("no room"));
  await refusal;
  assert.deepEqual(await without, [false, false]);

  const making = schema.make();
  const within = look();
  success.resolve();
  await making;
  assert.deepEqual(await within, [true, true]);
});
