// A runner that is killed at calls of git spread over a run: nothing that landed is lost, and nothing lands twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ways } from "./git-ways.ts";
import { dieAtGit } from "./landing-deaths.ts";

test("a run in places whose runner dies at git calls ends like one that never did", async () => {
  const died = await dieAtGit("meeting", (life) => ({
    at: 3 + life * 4,
    way: ways[life % ways.length] ?? "before",
    ms: life % 4,
  }));
  assert.ok(ways.every((way) => died[way] > 0) && died.landings === 2, JSON.stringify(died));
});

test("and so does one in a folder without git, which holds what landed at the end", async () => {
  const died = await dieAtGit("kept", (life) => ({
    at: 3 + life * 5,
    way: ways[life % ways.length] ?? "before",
    ms: life % 4,
  }));
  assert.ok(ways.every((way) => died[way] > 0) && died.landings === 2, JSON.stringify(died));
});
