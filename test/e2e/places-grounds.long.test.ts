// Repositories of other kinds than a plain clone: jobs work in places there, and what is proved is merged.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import { auto, criterion, git, report, shop } from "./places-shop.ts";

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

test("submodules: they stay at their commit, filled in places; one that is changed in the checkout is left out and told", async (t) => {
  const here = shop(t, { "1": [{ run: ["test", "-e", "lib/part.txt"] }, ...steps] }, [
    criterion("1", "test -f lib/part.txt"),
  ]);
  const part = join(here.folder, "part");
  mkdirSync(part);
  for (const words of [
    ["init", "-q"],
    ["config", "user.name", "Ana"],
    ["config", "user.email", "a@example.org"],
  ])
    execFileSync("git", words, { cwd: part });
  writeFileSync(join(part, "part.txt"), "a part\n");
  execFileSync("git", ["add", "."], { cwd: part });
  execFileSync("git", ["commit", "-qm", "a part"], { cwd: part });
  git(here, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", part, "lib");
  git(here, "commit", "-qm", "with a part");
  git(here, "-C", "lib", "commit", "-q", "--allow-empty", "-m", "mine");
  const moved = git(here, "-C", "lib", "rev-parse", "HEAD").trim();
  const was = git(here, "rev-parse", "HEAD:lib");
  const begun = await here.ends(0, [...auto, "--with-changes"]);
  assert.match(
    begun.out,
    /warning lib isn't taken along: it is a submodule, and stays at its commit; /u,
  );
  assert.doesNotMatch(begun.out, /lie empty/u);
  await here.ends(0, "merge");
  assert.equal(readFileSync(join(here.root, "one.txt"), "utf8"), "1\n");
  assert.equal(git(here, "rev-parse", "HEAD:lib"), was);
  assert.equal(git(here, "-C", "lib", "rev-parse", "HEAD").trim(), moved, "it is the user's");
  assert.equal(readFileSync(join(here.root, "lib/part.txt"), "utf8"), "a part\n");
});

test("a sparse checkout with files of Git LFS", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "in/new.bin", text: "new\0" } }, ...steps] }, [
    criterion("1", "grep -q first in/old.bin"),
  ]);
  git(here, "lfs", "install", "--local");
  git(here, "lfs", "track", "*.bin");
  for (const folder of ["in", "out"]) {
    mkdirSync(join(here.root, folder));
    writeFileSync(join(here.root, folder, "old.bin"), `first ${folder}`);
  }
  git(here, "add", ".gitattributes", "in", "out");
  git(here, "commit", "-qm", "with lfs");
  git(here, "sparse-checkout", "set", "in");
  await lands(here);
  assert.equal(readFileSync(join(here.root, "in/new.bin"), "utf8"), "new\0");
  assert.match(git(here, "show", "HEAD:in/new.bin"), /^version https:\/\/git-lfs/u);
  assert.match(git(here, "show", "HEAD:out/old.bin"), /^version https:\/\/git-lfs/u);
  assert.equal(existsSync(join(here.root, "out")), false);
  assert.equal(git(here, "status", "--porcelain", "--", "in", "out"), "");
  assert.match(git(here, "lfs", "fsck"), /fsck OK/u);
});
