// Eighty runners that are killed at calls of git: no landed commit is lost, and nothing stands on the branch that wasn't proved.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ways } from "./git-ways.ts";
import { killAtGit } from "./landing-kills.ts";

test("runs in places whose runners die at one git call after the other, in each of four ways, end like those that never did", async (t) => {
  const sum = await killAtGit(80, 1, 2, () => {});
  assert.ok(sum.kills >= 80, `only ${sum.kills} died`);
  for (const way of ways) assert.ok(sum[way] > 12, `only ${sum[way]} died ${way} their git`);
  assert.equal(sum.landings, 2 * sum.stories);
  t.diagnostic(JSON.stringify(sum));
});
