// Tests of the minimum server version: PostgreSQL older than 14 is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "./line.ts";
import { openSchema } from "./schema.ts";

const lineTo = (version: number): Line => {
  const never = (): never => assert.fail("nothing is asked of a server that is too old");
  return {
    ask: (question) => {
      const { text } = question(false);
      const missing = Object.assign(new Error("no such table"), { code: "42P01" });
      return text.includes("to_regclass")
        ? Promise.resolve([{ version, there: false, named: false, filled: false }])
        : Promise.reject(missing);
    },
    hint: never,
    together: never,
    listen: never,
    hasten: never,
    grace: never,
    close: never,
  };
};

test("a server older than 14 is refused before anything is made", async () => {
  for (const version of [90_624, 130_011]) {
    const schema = openSchema(lineTo(version), "cairn", "postgres://db/work");
    for (const asked of [schema.there(), schema.make()])
      await assert.rejects(asked, {
        code: "LEDGER_UNSUPPORTED",
        message: /is PostgreSQL (9|13); a ledger needs 14 or later/,
      });
  }
  assert.equal(await openSchema(lineTo(140_000), "cairn", "postgres://db/work").there(), false);
});
