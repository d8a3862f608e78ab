// Tests of the page's advice after a refusal.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pageAdvice } from "./page-advice.ts";

test("what the form beside it has a field for is said in its own words, else the server's advice stands", () => {
  assert.equal(
    pageAdvice("REASON_MISSING", "--reason WHY, in words of your own"),
    "Say why, in your own words.",
  );
  assert.equal(
    pageAdvice("CHECK_INVALID", "a program and its arguments"),
    "a program and its arguments",
  );
  assert.equal(pageAdvice("CHECK_INVALID", undefined), null);
});

test("each code is one that is documented", () => {
  const reference = readFileSync(
    new URL("../../../docs/reference/refusals.md", import.meta.url),
    "utf8",
  );
  const source = readFileSync(new URL("./page-advice.ts", import.meta.url), "utf8");
  for (const [, code] of source.matchAll(/\["([A-Z_]+)"/gu))
    assert.ok(reference.includes(`\`${code ?? ""}\``), code);
});
