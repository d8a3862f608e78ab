// Tests of PostgreSQL outages: notices at 1 s, 30 s, each minute, and the grace for leases afterwards.
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

test("a silence is told while the connection stands, once, and counts from its beginning; where others are answered it is none", () => {
  const { contact, told, at } = world();
  at(5_000);
  contact.heard();
  at(7_000);
  contact.silent(3_000, "others were answered");
  assert.deepEqual(told, []);
  at(8_000);
  contact.silent(3_000, "no word");
  contact.silent(3_000, "no word to another");
  assert.deepEqual([told, contact.away()], [["no word"], false]);
  at(20_000);
  contact.missed("cut");
  at(36_000);
  contact.missed("31 s after its beginning");
  assert.deepEqual(told, ["no word", "31 s after its beginning"]);
  contact.heard();
  assert.deepEqual([told.at(-1), contact.grace()], [null, graceMs]);
});

test("a slow answer ends a silence, and lets nobody off", () => {
  const { contact, told, at } = world();
  at(3_000);
  contact.silent(3_000, "no word");
  at(9_000);
  contact.heard();
  assert.deepEqual([told, contact.grace()], [["no word", null], 0]);
});
