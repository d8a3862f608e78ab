// Tests of tree digests against git settings that would hide changes.
import assert from "node:assert/strict";
import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gitIn, put } from "./workspace-folder.ts";
import { shop } from "./workspace-shop.ts";

/** The settings of whoever runs the test, until it is over. */
const ownSettings = (t: TestContext, folder: string, text: string): void => {
  put(folder, "settings", text);
  const before = process.env["GIT_CONFIG_GLOBAL"];
  process.env["GIT_CONFIG_GLOBAL"] = join(folder, "settings");
  t.after(() => {
    if (before === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
    else process.env["GIT_CONFIG_GLOBAL"] = before;
  });
};

test("whoever can write the user's own git settings hides no change by them", async (t) => {
  const { folder, root, tree } = await shop(t, {
    "a.txt": "a\n",
    "b.txt": "b\n",
    ".gitignore": "C.TXT\n",
  });
  const lines = [
    "ignoreStat = true",
    "trustctime = false",
    "checkStat = minimal",
    "splitIndex = true",
    "ignoreCase = true",
    "fileMode = false",
  ];
  ownSettings(t, folder, `[core]\n${lines.map((line) => `\t${line}\n`).join("")}`);
  const first = await tree();
  // One change: a second one of the same second, with the same size and time, is seen by no git (docs/trust.md).
  const { atime, mtime } = statSync(join(root, "a.txt"));
  writeFileSync(join(root, "a.txt"), "A\n");
  utimesSync(join(root, "a.txt"), atime, mtime);
  const second = await tree();
  assert.notEqual(second, first);
  put(root, "c.txt", "c\n");
  assert.notEqual(await tree(), second, "other letters than those of the rule");
});

test("what the user's own settings have git ignore doesn't count", async (t) => {
  const { folder, root, tree } = await shop(t);
  put(folder, "ignored", "*.swp\n");
  ownSettings(t, folder, `[core]\n\texcludesFile = ${join(folder, "ignored")}\n`);
  const first = await tree();
  put(root, "a.swp", "s\n");
  assert.equal(await tree(), first);
  put(root, "a.swq", "s\n");
  const second = await tree();
  assert.notEqual(second, first);
  put(folder, "all", "*\n");
  gitIn(root, "config", "core.excludesFile", join(folder, "all"));
  put(root, "b.swp", "s\n");
  assert.equal(
    await tree(),
    second,
    "the user's still counts where the repository's settings name another",
  );
  put(root, "b.swq", "s\n");
  assert.notEqual(await tree(), second, "and that other one counts for nothing");
});

test("neither the repository's settings nor a rule that its index alone holds hide what it tracks", async (t) => {
  const { root, tree } = await shop(t, {
    "a.txt": "a\n",
    "sub/.gitignore": "!*.txt\n",
    "sub/b.txt": "b\n",
  });
  // The last rule that fits takes the one before it back, for whom small and capital letters are the same.
  put(root, ".git/info/exclude", "a.txt\n!A.TXT\nsub/b.txt\n");
  gitIn(root, "config", "core.ignoreCase", "true");
  gitIn(root, "update-index", "--skip-worktree", "sub/.gitignore");
  rmSync(join(root, "sub/.gitignore"));
  const first = await tree();
  put(root, "a.txt", "other\n");
  const second = await tree();
  assert.notEqual(second, first);
  put(root, "sub/b.txt", "other\n");
  assert.notEqual(await tree(), second);
});

test("a repository that is made around tracked files hides none of them, and no new one beside them", async (t) => {
  const { root, tree } = await shop(t, { "a.txt": "a\n", "src/b.txt": "b\n" });
  gitIn(join(root, "src"), "init", "-q");
  for (const rules of ["*\n", "x\n"]) {
    put(root, "src/.git/info/exclude", rules);
    let last = "";
    for (const [path, text] of [
      ["a.txt", rules],
      ["src/b.txt", rules],
      ["src/c.txt", rules],
    ] as const) {
      put(root, path, text);
      const next = await tree();
      assert.notEqual(next, last, path);
      last = next;
    }
  }
});
