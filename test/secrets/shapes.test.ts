// Tests of token recognition by issuer prefix, in any setting and bounded time.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { redact } from "../../src/core/secrets/redact.ts";
import { withoutIssued } from "../../src/core/secrets/redact/issued.ts";
import { tokenTable } from "../../src/core/secrets/redact/token-table.ts";
import { issuedTokens } from "../../src/core/secrets/redact/tokens.ts";
import { taken } from "../fixtures/taken.ts";
import { harmless, inLines, shapes } from "./shapes.ts";

test("every token is taken out, alone, in a setting, in an address, in JSON and behind an escaped line break", () => {
  const left = Object.entries(shapes).filter(([, token]) =>
    [
      `before ${token} after`,
      `"${token}",`,
      `(${token})`,
      `?x=${token}&y=1`,
      JSON.stringify({ out: `line\n${token}\n` }),
    ].some((text) => redact(text).includes(token.slice(-12))),
  );
  assert.deepEqual(
    left.map(([name]) => name),
    [],
  );
  assert.ok(Object.keys(shapes).length + Object.keys(inLines).length >= 73);
  for (const token of Object.values(shapes))
    assert.equal(redact(`before ${token} after`), "before [redacted] after");
  assert.equal(
    redact(`before ${shapes["Groq"]}${"a1-B2_".repeat(500)} after`),
    "before [redacted] after",
  );
});

for (const [name, [before, secret, after]] of Object.entries(inLines))
  test(`${name}: only the password goes`, () => {
    assert.equal(redact(`first\n${before}${secret}${after}`), `first\n${before}[redacted]${after}`);
    assert.equal(redact(redact(before + secret + after)), redact(before + secret + after));
  });

test("hashes, identifiers, integrity digests, names and placeholders stay", () => {
  for (const text of harmless) assert.equal(redact(text), text);
  const lock = readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8");
  assert.equal(redact(lock), lock);
  const noise = Buffer.from(
    Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255),
  ).toString("base64");
  assert.equal(redact(noise), noise);
});

test("no beginning of a token makes hostile text slow", () => {
  const size = 32_768;
  for (const [prefixes] of [...tokenTable, ...issuedTokens])
    for (const prefix of prefixes.split(" ")) {
      for (const part of [
        prefix,
        `${prefix} `,
        `${prefix}a1B2`,
        `${prefix}${"a1B2-".repeat(60)} `,
        `${prefix}${"a1.".repeat(100)}\n`,
      ]) {
        const text = part.repeat(Math.ceil(size / part.length));
        const ms = taken(() => void withoutIssued(text));
        assert.ok(ms < 250, `${JSON.stringify(part)}: ${Math.round(ms)} ms`);
      }
    }
});

test("hostile lines are read in linear time", () => {
  for (const part of [
    "curl ",
    "curl -",
    "curl -u a",
    "curl \\\n",
    'curl -u "a:b ',
    " -u a:b",
    "curl -u ",
    "machine a login ",
    "machine a login b password",
    "default login ",
    "a:5432:",
    "a:5432:b:c:",
    ":*:",
    "\na:*:b:c:d ",
  ]) {
    const text = part.repeat(Math.ceil(1_048_576 / part.length));
    const ms = taken(() => void redact(text));
    assert.ok(ms < 2_000, `${JSON.stringify(part)}: ${Math.round(ms)} ms`);
  }
});
