// Tests of the minimum server version: PostgreSQL older than 14 is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
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
    for (const asked of [schema.there(), schema.make()])
      await assert.rejects(asked, {
        code: "LEDGER_UNSUPPORTED",
        message: /is PostgreSQL (9|13); a ledger needs 14 or later/,
      });
  }
  assert.equal(await schemaOf(140_000).there(), false);
});
