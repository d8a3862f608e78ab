// A runner that is killed at calls of git spread over a run: nothing that landed is lost, and nothing lands twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ways } from "./git-ways.ts";
import { dieAtGit, type Kind } from "./landing-deaths.ts";

/** By kind: the first call that ends a life, and how many lie between two; `npm run crash -- --at git` takes one call after the other. */
const calls: Readonly<Record<Kind, readonly [first: number, apart: number]>> = {
  apart: [3, 14],
  meeting: [6, 13],
  kept: [4, 14],
};
const told: Readonly<Record<Kind, string>> = {
  apart: "of two tasks with a file each",
  meeting: "of two tasks that write the same line",
  kept: "in a folder without git, which holds what landed at the end",
};

for (const kind of ["apart", "meeting", "kept"] as const)
  test(`a run ${told[kind]}, whose runner dies at git calls, in each of four ways, ends like one that never did`, async (t) => {
    const [first, apart] = calls[kind];
    const died = await dieAtGit(kind, (life) => ({
      at: first + life * apart,
      way: ways[life % ways.length] ?? "before",
      ms: life % 4,
    }));
    t.diagnostic(JSON.stringify(died));
    assert.ok(ways.every((way) => died[way] > 0) && died.landings === 2, JSON.stringify(died));
  });
