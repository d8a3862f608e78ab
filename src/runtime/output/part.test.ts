// Tests of partial output: credentials removed wherever a part ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { partOf } from "./part.ts";

const readerOf = (text: string) => {
  const bytes = Buffer.from(text);
  return { size: bytes.byteLength, read: (from: number, to: number) => bytes.subarray(from, to) };
};
/** Reads it as it grows by that many bytes at a time. */
const followed = (
  text: string,
  step: number,
): { readonly text: string; readonly parts: number } => {
  const bytes = Buffer.from(text);
  let [shown, from, parts] = ["", 0, 0];
  for (let size = step; ; size = Math.min(bytes.byteLength, size + step)) {
    const over = size >= bytes.byteLength;
    const reader = {
      size: Math.min(size, bytes.byteLength),
      read: (begin: number, end: number) => bytes.subarray(begin, end),
    };
    for (let last = -1; last !== from;) {
      last = from;
      const part = partOf(reader, from, over);
      shown += part.text;
      from = part.next;
      parts += 1;
    }
    if (over) return { text: shown, parts };
  }
};

const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n".repeat(20)}-----END PRIVATE KEY-----`;
const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const output = `begin\nenv GITHUB_TOKEN=${token} done\nä line of ümlauts\n${key}\nafter the key\nthe end`;

test("whatever size the pieces have, the parts make the same text, without its credentials", () => {
  const whole = partOf(readerOf(output), 0, true);
  assert.equal(whole.next, Buffer.byteLength(output));
  assert.ok(!whole.text.includes(token) && !whole.text.includes("MIIEvQ"), whole.text);
  assert.match(whole.text, /^begin\n[^]*ä line of ümlauts\n[^]*after the key\nthe end$/u);
  for (const step of [1, 7, 40, 64, 200, 1_000]) {
    const { text } = followed(output, step);
    assert.ok(!text.includes(token), `the token, in pieces of ${step}`);
    assert.ok(!text.includes("MIIEvQ"), `the key, in pieces of ${step}: ${text}`);
    assert.ok(
      text.startsWith("begin\n") && text.endsWith("after the key\nthe end"),
      `in pieces of ${step}: ${text}`,
    );
  }
});

test("a line that isn't at its end yet waits, and one that is too long for a part doesn't wait for ever", () => {
  const half = readerOf("one\ntwo");
  assert.deepEqual(partOf(half, 0, false), { text: "one\n", next: 4 });
  assert.deepEqual(partOf(half, 4, false), { text: "", next: 4 });
  assert.deepEqual(partOf(half, 4, true), { text: "two", next: 7 });
  assert.deepEqual(partOf(half, 900, true), { text: "", next: 7 });
  const long = readerOf("word ".repeat(200_000));
  const first = partOf(long, 0, false);
  assert.ok(first.text.endsWith(" ") && first.next > 200_000, String(first.next));
  assert.equal(followed("word ".repeat(200_000), 300_000).text, "word ".repeat(200_000));
});
