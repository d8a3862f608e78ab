// Tests of words for spans, moments, counts and links.
import { howMany, span } from "../../src/core/words/how-many.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, farWords, isLink, lastPart, moment, sentence } from "./words.ts";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test("a span is told in the two largest units", () => {
  const spans = [
    -5,
    0,
    59 * second,
    minute,
    59 * minute,
    hour,
    hour + 12 * minute,
    day - 1,
    day,
    3 * day + 2 * hour,
  ];
  assert.deepEqual(spans.map(span), [
    "0 s",
    "0 s",
    "59 s",
    "1 min",
    "59 min",
    "1 h",
    "1 h 12 min",
    "23 h 59 min",
    "1 d",
    "3 d 2 h",
  ]);
  assert.deepEqual([4_999, 5_000].map(ago), ["just now", "5.0 s ago"]);
});

test("one is one, and a thousand is read at a look", () => {
  assert.deepEqual(
    [
      howMany(0, "event"),
      howMany(1, "event"),
      howMany(12_000, "event"),
      howMany(2, "story", "stories"),
    ],
    ["0 events", "1 event", "12,000 events", "2 stories"],
  );
});

test("today has no date, another day has", () => {
  const at = new Date(2026, 10, 21, 9, 5, 7);
  assert.equal(moment(at.toISOString(), at.getTime() + minute), "09:05:07");
  assert.equal(moment(at.toISOString(), at.getTime() + 2 * day), "2026-11-21 09:05:07");
  assert.equal(moment("soon", 0), "soon");
});

test("what the server says ends as one sentence does", () => {
  assert.deepEqual(["it is away", "The ledger is away.", "`cairn doctor` tells"].map(sentence), [
    "It is away.",
    "The ledger is away.",
    "`cairn doctor` tells.",
  ]);
});

test("only whole web addresses may become links", () => {
  assert.deepEqual(["https://a.example/x?y#z", "http://127.0.0.1:80"].map(isLink), [true, true]);
  const others = [
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example",
    "https://",
    "see https://a.example",
    "HTTP:/x",
    "https://a b",
    "https://bank.example@evil.example/x",
    "https://:word@evil.example",
    "",
  ];
  for (const text of others) assert.equal(isLink(text), false, text);
});

test("a folder is named by its last part", () => {
  assert.deepEqual(["/srv/shop/", "shop", "/"].map(lastPart), ["shop", "shop", "/"]);
});

test("what is planned is told as planned", () => {
  assert.equal(farWords({ done: 0, of: 0, begun: false }), "nothing planned yet");
  assert.equal(farWords({ done: 0, of: 1, begun: false }), "1 task planned, not begun");
  assert.equal(farWords({ done: 0, of: 3, begun: false }), "3 tasks planned, none begun");
  assert.equal(farWords({ done: 1, of: 3, begun: true }), "1 of 3 done");
});
