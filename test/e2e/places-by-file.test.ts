// Whoever tells of his work by the run's files alone worked in the user's checkout: what lies there lands on proof.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, criterion, envOf, git, shop } from "./places-shop.ts";

const tasks = [criterion("1", "test -e one.txt"), { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] }];

test("ultrawork: tasks are claimed and told as done in their files, and land; one whose check is red doesn't", async (t) => {
  const here = shop(t, {}, tasks);
  const go = (...words: readonly string[]) => here.cairn(words, envOf(here));
  await go(...auto, "--hand");
  const file = (task: string): string => join(here.folder, `sessions/shop/sessions/s/tasks/${task}.json`);
  const read = (task: string) => JSON.parse(readFileSync(file(task), "utf8"));
  const edit = (task: string, change: object): void => writeFileSync(file(task), JSON.stringify({ ...read(task), ...change }));
  const landed = (): string =>
    git(here, "log", "--format=%s", "--first-parent", git(here, "branch", "--list", "--format=%(refname)", "cairn/*").trim());

  edit("1", { status: "resolved", worker_agent_id: "eve" });
  await go("run", "s", "--hand");
  assert.equal(read("1").status, "open", "nothing was there");
  edit("1", { status: "in_progress", worker_agent_id: "eve" });
  await go("status", "s");
  writeFileSync(join(here.root, "one.txt"), "1\n");
  edit("1", { status: "resolved" });
  const driven = await go("run", "s", "--hand");
  assert.equal(read("1").status, "resolved", driven.out + driven.err);
  assert.match(landed(), /^Land 1: Two files$/mu);
  writeFileSync(join(here.root, "two.txt"), "2\n");
  edit("2", { status: "resolved", worker_agent_id: "eve" });
  await go("run", "s", "--hand");
  assert.match(landed(), /^Land 2: Two files\nLand 1: Two files$/mu);
  assert.deepEqual(git(here, "status", "--short").trim().split("\n"), ["M README.md", "?? notes.txt", "?? one.txt", "?? two.txt"]);
});
