// Tests of the cut of long outputs: it leaves no half of a credential behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepOutput } from "./kept-output.ts";

const limit = 40_000;
const kept = (text: string): string => {
  const output = keepOutput(limit);
  // An odd chunk size, so that cuts fall anywhere in the repeated text.
  for (let at = 0; at < text.length; at += 997) output.add(Buffer.from(text.slice(at, at + 997)));
  return output.text();
};

const token = `ghp_${"z".repeat(36)}`;
for (const [name, between] of [
  ["lines", "\n"],
  ["blanks alone", " "],
  ["commas alone", ","],
] as const) {
  test(`no half of a token stays at the cut where there are ${name} between them`, () => {
    for (let shift = 0; shift < 41; shift += 1) {
      const text = kept("x".repeat(shift) + between + `${token}${between}`.repeat(3_000));
      assert.match(text, /bytes left out/);
      assert.doesNotMatch(text, /z{3}/);
    }
  });
}

test("no half of a private key stays at the cut", () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n${`${"Qz".repeat(32)}\n`.repeat(25)}-----END RSA PRIVATE KEY-----\n`;
  for (let shift = 0; shift < 1_700; shift += 130) {
    const text = kept(`${"x".repeat(shift)}\n${key.repeat(60)}`);
    assert.match(text, /bytes left out/);
    assert.doesNotMatch(text, /Qz/);
  }
});

test("what is short stays whole, and what is long says how much is missing", () => {
  assert.equal(kept("short\n"), "short\n");
  const line = `${"word ".repeat(10)}\n`;
  const text = kept(line.repeat(2_000));
  const missing = Number(/\[(\d+) bytes left out\]/.exec(text)?.[1]);
  assert.equal(
    missing + text.replace(/\n\[\d+ bytes left out\]\n/, "").length,
    line.length * 2_000,
  );
});
