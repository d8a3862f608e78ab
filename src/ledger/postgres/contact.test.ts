// Why: whoever waits for a server must be told so, not too often; and what others couldn't do while it was away must not count against them at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createContact, graceMs } from "./contact.ts";

const world = () => {
  let now = 0;
  const told: (string | null)[] = [];
  const contact = createContact(
    (outage) => void told.push(outage?.why ?? null),
    () => now,
  );
  return { contact, told, at: (ms: number) => void (now = ms) };
};

test("an outage is told after a second, after half a minute, then each minute, and when it is over", () => {
  const { contact, told, at } = world();
  for (let s = 0; s <= 180; s += 0.5) {
    at(s * 1000);
    contact.missed(`${s}`);
  }
  assert.deepEqual(told, ["1", "30", "60", "120", "180"]);
  assert.equal(contact.away(), true);
  contact.heard();
  assert.deepEqual(told.at(-1), null);
  assert.equal(contact.away(), false);
});

test("what is shorter is told to nobody, and lets nobody off", () => {
  const { contact, told, at } = world();
  contact.missed("a");
  at(900);
  contact.missed("b");
  contact.heard();
  assert.deepEqual(told, []);
  assert.equal(contact.grace(), 0);
});

test("after a long one nothing counts as lapsed for a while", () => {
  const { contact, at } = world();
  contact.missed("a");
  at(600_000);
  assert.equal(contact.grace(), 0);
  contact.heard();
  assert.equal(contact.grace(), graceMs);
  at(600_000 + graceMs - 1);
  assert.equal(contact.grace(), 1);
  at(600_000 + graceMs);
  assert.equal(contact.grace(), 0);
});
