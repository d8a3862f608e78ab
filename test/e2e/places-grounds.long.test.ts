// Repositories of other kinds than a plain clone: jobs work in places there, and what is proved is merged.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import { auto, criterion, report, shop } from "./places-shop.ts";
import { git } from "./ground.ts";

hostsWithin();

const steps = [
  { run: ["git", "log", "--oneline"] },
  { write: { path: "one.txt", text: "1\n" } },
  { run: ["git", "add", "one.txt"] },
  { run: ["git", "-c", "user.name=Bo", "-c", "user.email=bo@example.org", "commit", "-qm", "one"] },
  report("1"),
];

/** Puts a clone of the shop in its place. */
const cloned = (here: Desk, ...flags: readonly string[]): void => {
  const whole = `${here.root}.whole`;
  renameSync(here.root, whole);
  execFileSync("git", ["clone", "-q", ...flags, `file://${whole}`, here.root]);
  for (const name of ["plan.json", "cairn.config.json"])
    writeFileSync(join(here.root, name), readFileSync(join(whole, name)));
  git(here, "config", "user.name", "Ana");
  git(here, "config", "user.email", "ana@example.org");
};
const lands = async (here: Desk): Promise<void> => {
  await here.ends(0, [...auto]);
  await here.ends(0, "merge");
  assert.equal(readFileSync(join(here.root, "one.txt"), "utf8"), "1\n");
};

test("a shallow clone", async (t) => {
  const here = shop(t, { "1": steps }, [criterion("1", "test -e one.txt")]);
  git(here, "commit", "-qam", "second");
  git(here, "commit", "-q", "--allow-empty", "-m", "third");
  cloned(here, "--depth=1");
  await lands(here);
  assert.equal(git(here, "fsck", "--no-dangling").trim(), "");
  git(here, "fetch", "-q", "--unshallow");
  assert.equal(existsSync(join(here.root, ".git/shallow")), false);
  await here.ends(0, "undo");
  assert.equal(existsSync(join(here.root, "one.txt")), false);
});
