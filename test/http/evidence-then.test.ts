// Tests of evidence at a past version: criteria as proved then, not since.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";

test("criteria as they were at a version, and none before the run was", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}/evidence`;
  const now = at((await get(address)).json(), "criteria");
  assert.ok(Array.isArray(now) && now.length > 0);
  const first = (await get(`${address}?at=1`)).json();
  assert.equal(at(first, "version"), 1);
  const then = at(first, "criteria");
  assert.ok(
    Array.isArray(then) &&
      then.length < now.length &&
      then.every((criterion) => at(criterion, "status") === "bare"),
  );
  const beyond = (await get(`${address}?at=100000`)).json();
  assert.deepEqual(at(beyond, "criteria"), now);
  const early = await get(`${address}?at=2001-01-01T00:00:00.000Z`);
  assert.equal(early.status, 404);
  assert.equal(at(early.json(), "refusal", "code"), "VERSION_UNKNOWN");
});
