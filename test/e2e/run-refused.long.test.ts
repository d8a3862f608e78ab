// What can't be served here is refused by name before a run is made, and `init` says so before that.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Desk } from "./desk.ts";
import { auto, configure, criterion, report, shop } from "./places-shop.ts";
import { git } from "./ground.ts";

type Case = {
  readonly code: string;
  readonly make: (here: Desk) => void;
  readonly words?: readonly string[];
  /** Whether `init` says it, too. */
  readonly early?: boolean;
};

const commit = (here: Desk, message: string, ...paths: readonly string[]): void => {
  git(here, "add", ...paths);
  git(here, "commit", "-qm", message);
};

const cases: readonly Case[] = [
  {
    code: "REPOSITORY_FILTERED",
    early: true,
    make: (here) => {
      writeFileSync(join(here.root, ".gitattributes"), "*.key filter=git-crypt\n");
      commit(here, "with git-crypt", ".gitattributes");
    },
  },
  {
    code: "REPOSITORY_ELSEWHERE",
    early: true,
    make: (here) => void git(here, "config", "core.worktree", here.folder),
  },
  {
    code: "LFS_MISSING",
    early: true,
    make: (here) => {
      git(here, "lfs", "install", "--local");
      writeFileSync(join(here.root, ".gitattributes"), "*.bin filter=lfs diff=lfs merge=lfs\n");
      writeFileSync(join(here.root, "a.bin"), "\0".repeat(300));
      commit(here, "with LFS", ".gitattributes", "a.bin");
      rmSync(join(here.root, ".git/lfs/objects"), { recursive: true });
    },
  },
  {
    code: "GIT_OLD",
    early: true,
    make: ({ folder }) => {
      const old = join(folder, "old");
      mkdirSync(old);
      const whole = `#!/bin/sh\ncase "$*" in *version*) echo git version 2.30.1;; *) exec /usr/bin/git "$@";; esac\n`;
      writeFileSync(join(old, "git"), whole);
      chmodSync(join(old, "git"), 0o755);
      process.env["PATH"] = `${old}:${process.env["PATH"] ?? ""}`;
    },
  },
  {
    code: "CHECKOUT_UNFINISHED",
    words: ["--with-changes"],
    make: (here) => {
      git(here, "checkout", "-q", "--", "README.md");
      for (const [branch, text] of [
        ["other", "one"],
        ["main", "two"],
      ] as const) {
        git(here, "checkout", "-q", ...(branch === "main" ? ["-"] : ["-b", branch]));
        writeFileSync(join(here.root, "README.md"), `${text}\n`);
        commit(here, text, "README.md");
      }
      assert.throws(() => git(here, "merge", "other"));
    },
  },
  {
    code: "PROGRAM_MISSING",
    make: (here) => configure(here, { setup: { argv: ["no-such-program"] } }),
  },
  {
    code: "FOLDER_OBSTRUCTED",
    early: true,
    make: ({ folder }) => {
      writeFileSync(join(folder, "file"), "");
      process.env["CAIRN_PLACES"] = join(folder, "file", "places");
    },
  },
];

for (const { code, make, words = [], early = false } of cases)
  test(`${code}: no run is made, nothing is left behind, and the next step is said`, async (t) => {
    const here = shop(t, { "1": [report("1")] }, [criterion("1", "test -e one.txt")]);
    const { PATH } = process.env;
    t.after(() => void (process.env["PATH"] = PATH));
    make(here);
    if (early) assert.match((await here.cairn("init")).out, /no run can begin here: /u);
    const { exit, err } = await here.cairn([...auto, ...words]);
    assert.equal(exit, code === "CHECKOUT_UNFINISHED" ? 2 : 1, err);
    assert.match(err, new RegExp(`^${code}: .*\\n {2}no run was made[;:] .`, "mu"));
    assert.equal(existsSync(join(here.root, ".git/cairn/ledger.db")), false);
    assert.equal(git(here, "for-each-ref", "refs/cairn*"), "");
    assert.match((await here.cairn("status")).out, /^no runs here yet/u);
  });
