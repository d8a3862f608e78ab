// A runner that is killed as it starts git, at calls spread over a run: nothing that landed is lost, and nothing lands twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dieAtGit } from "./landing-deaths.ts";

test("a run in places whose runner dies at git calls ends like one that never did", () => {
  const { died } = dieAtGit(2, 9);
  assert.ok(died > 2, `only ${died} died`);
});
