// Tests of addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withChanges, numberIn, runAddress } from "./address.ts";

test("an address made of a view reads as that view", () => {
  const view = { tab: "work", at: 12, node: "T/3 & more", decide: "plan/1", option: "approve" };
  const address = new URL(runAddress("a b", view), "http://127.0.0.1");
  assert.equal(address.pathname, "/run/a%20b");
  assert.deepEqual(Object.fromEntries(address.searchParams), { ...view, at: "12" });
  assert.equal(numberIn(address.searchParams, "at"), 12);
  assert.equal(runAddress("abc"), "/run/abc");
});

test("a moment that there can't be is now", () => {
  for (const at of ["", "-3", "1.5", "x", "1e99"])
    assert.equal(numberIn(new URLSearchParams({ at }), "at"), null, at);
});

test("what isn't named stays; null and nothing take it out", () => {
  const search = new URLSearchParams("tab=work&at=3&q=x");
  assert.equal(withChanges(search, { at: null, q: "", node: "T1" }).toString(), "tab=work&node=T1");
  assert.equal(search.toString(), "tab=work&at=3&q=x");
});
