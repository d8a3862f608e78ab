// Cairn's own folder is one for a repository, wherever in it one stands; git itself is asked what is right.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";
import { locate, repositoryName } from "../../src/workspace/locate.ts";

const homeByGit = (folder: string): string =>
  join(resolve(realpathSync(folder), gitIn(folder, "rev-parse", "--git-common-dir")), "cairn");

test("a sub-folder, a linked path and a worktree find the repository's one home", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "shop"), { "src/deep/a.txt": "a" });
  gitIn(main, "worktree", "add", "-q", "../other");
  symlinkSync(main, join(folder, "link"));
  for (const [at, top] of [
    [main, main],
    [join(main, "src/deep"), main],
    [join(folder, "link/src"), main],
    [join(folder, "other"), join(folder, "other")],
    [join(folder, "other/src/deep"), join(folder, "other")],
  ] as const) {
    const found = locate(at);
    assert.equal(found.root, top, at);
    assert.equal(found.root, gitIn(at, "rev-parse", "--show-toplevel"));
    assert.deepEqual([found.home, found.base], [join(main, ".git/cairn"), main], at);
    assert.equal(found.home, homeByGit(at));
    assert.equal(found.git === null ? null : repositoryName(found.git), "shop");
  }
});

test("a bare repository holds the home of all its worktrees", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "seed"));
  const bare = join(folder, "shop.git");
  gitIn(folder, "clone", "-q", "--bare", main, bare);
  gitIn(bare, "worktree", "add", "-q", join(folder, "tree"), "main");
  for (const at of [bare, join(folder, "tree")]) {
    const found = locate(at);
    assert.deepEqual([found.home, found.base], [join(bare, "cairn"), bare], at);
    assert.equal(found.home, homeByGit(at));
    assert.equal(found.git === null ? null : repositoryName(found.git), "shop");
  }
  assert.equal(locate(join(folder, "tree")).root, join(folder, "tree"));
  assert.equal(locate(bare).git?.bare, true);
});

test("a submodule has a home of its own, in its git directory, also from its worktrees", (t) => {
  const folder = ownFolder(t);
  const part = repositoryIn(join(folder, "part-origin"));
  const main = repositoryIn(join(folder, "shop"));
  gitIn(main, "submodule", "add", "-q", part, "lib/part");
  const found = locate(join(main, "lib/part"));
  assert.equal(found.root, join(main, "lib/part"));
  const home = join(main, ".git/modules/lib/part/cairn");
  assert.deepEqual([found.home, found.base], [home, join(main, "lib/part")]);
  assert.equal(found.git === null ? null : repositoryName(found.git), "part");
  gitIn(join(main, "lib/part"), "worktree", "add", "-q", join(folder, "aside"));
  assert.deepEqual(
    [locate(join(folder, "aside")).home, locate(join(folder, "aside")).base],
    [home, join(main, "lib/part")],
  );
});

test("a git directory kept apart holds the home, so that its worktrees agree", (t) => {
  const folder = ownFolder(t);
  mkdirSync(join(folder, "shop"));
  gitIn(join(folder, "shop"), "init", "-q", `--separate-git-dir=${join(folder, "kept")}`);
  gitIn(join(folder, "shop"), "commit", "-q", "--allow-empty", "-m", "first");
  gitIn(join(folder, "shop"), "worktree", "add", "-q", "../other");
  for (const at of ["shop", "other"]) {
    const { home, base } = locate(join(folder, at));
    assert.deepEqual([home, base], [join(folder, "kept/cairn"), join(folder, "kept")], at);
  }
});

test("a record from before the folder was a repository is no second one, and said from every worktree", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "shop"));
  gitIn(main, "worktree", "add", "-q", "../other");
  mkdirSync(join(main, ".cairn"));
  // Another program's folder of that name, say.
  assert.equal(locate(main).home, join(main, ".git/cairn"));
  put(main, ".cairn/ledger.db", "a record");
  for (const at of [main, join(folder, "other")])
    assert.throws(() => locate(at), {
      code: "HOME_BEFORE_GIT",
      hint: `while nothing uses it, move it to where it is safe from \`git clean\`: mv ${join(main, ".cairn")} ${join(main, ".git/cairn")}`,
    });
  renameSync(join(main, ".cairn"), join(main, ".git/cairn"));
  assert.equal(locate(main).home, join(main, ".git/cairn"));
});

test("without git the nearest folder upward that has .cairn or a configuration, else the present one", (t) => {
  const folder = ownFolder(t);
  mkdirSync(join(folder, "plain/deep"), { recursive: true });
  const deep = join(folder, "plain/deep");
  const home = join(deep, ".cairn");
  assert.deepEqual(locate(deep), { root: deep, home, base: deep, git: null });
  put(folder, "plain/cairn.config.json", "{}");
  assert.equal(locate(deep).root, join(folder, "plain"));
  assert.equal(locate(deep, ".").root, deep, "a root that is named is the root");
  mkdirSync(join(deep, ".cairn"));
  assert.equal(locate(deep).root, deep);
});

test("a folder that only looks like git's is passed over, and a missing root is a fault", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "shop"), { "src/a.txt": "a" });
  mkdirSync(join(main, "src/.git"));
  assert.equal(locate(join(main, "src")).root, main);
  assert.equal(locate(folder, "shop/src").root, main);
  assert.throws(() => locate(folder, "nowhere"), { code: "ROOT_MISSING" });
});

test("a .git that leads nowhere is refused by name, and nothing is begun beside it", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "shop"), { "src/a.txt": "a" });
  gitIn(main, "worktree", "add", "-q", "../other");
  renameSync(main, join(folder, "moved"));
  const other = join(folder, "other");
  const hint = new RegExp(`git worktree repair ${other}`, "u");
  for (const at of [other, join(other, "src")])
    assert.throws(() => locate(at), { code: "GIT_BROKEN", hint });
  assert.throws(() => locate(folder, "other"), { code: "GIT_BROKEN", hint });
  gitIn(join(folder, "moved"), "worktree", "repair", other);
  assert.equal(locate(other).root, other);
  put(folder, "moved/src/.git", "gitdir: /nowhere\n");
  assert.throws(() => locate(join(folder, "moved/src")), { code: "GIT_BROKEN", hint: /remove/u });
  assert.equal(locate(join(folder, "moved")).root, join(folder, "moved"), "above it all is well");
  for (const [name, make] of [
    ["text", (at: string) => put(at, ".git", "what?")],
    ["link", (at: string) => symlinkSync("/nowhere/at/all", join(at, ".git"))],
    ["part", (at: string) => put(at, ".git/objects/pack/a", "")],
    ["kept", (at: string) => [put(at, ".git", "gitdir: x"), put(at, ".cairn/git/HEAD", "")]],
  ] as const) {
    const at = join(folder, name);
    mkdirSync(at);
    make(at);
    assert.throws(() => locate(at), { code: "GIT_BROKEN" }, name);
  }
  put(folder, "masked/.git/hooks/a", "");
  assert.equal(locate(join(folder, "masked")).git, null, "git passes over it, too");
});

test(
  "what somebody else put where everybody may write is no place of ours",
  { skip: process.geteuid?.() !== 0 },
  (t) => {
    for (const name of [".cairn", ".git", "cairn.config.json"]) {
      const open = join(ownFolder(t), "tmp");
      const from = join(open, "mine/deep");
      mkdirSync(from, { recursive: true });
      if (name === ".git") repositoryIn(open);
      else put(open, name === ".cairn" ? ".cairn/name" : name, "{}");
      assert.equal(locate(from).root, open, "a folder that others can't write in");
      chmodSync(open, 0o1777);
      assert.equal(locate(from).root, open, `${name} is of whoever asks`);
      chownSync(join(open, name), 61_234, 61_234);
      const home = join(from, ".cairn");
      assert.deepEqual(locate(from), { root: from, home, base: from, git: null }, name);
    }
  },
);

test("what a job that works in the checkout may write leads to no other home", (t) => {
  const folder = ownFolder(t);
  const main = repositoryIn(join(folder, "shop"));
  gitIn(main, "worktree", "add", "-q", "../other");
  const home = join(main, ".git/cairn");
  mkdirSync(join(home, "anchors"), { recursive: true });
  for (const path of ["deep/fake/objects", "deep/fake/refs", "deep/fake/cairn/anchors"])
    mkdirSync(join(main, path), { recursive: true });
  put(main, "deep/fake/HEAD", "ref: refs/heads/main\n");
  put(main, ".git/commondir", "../deep/fake\n");
  assert.equal(locate(main).home, home);
  put(main, ".git/worktrees/other/commondir", "../../../deep/fake\n");
  assert.equal(locate(join(folder, "other")).home, home);
  rmSync(join(main, ".git/worktrees/other/commondir"));
  rmSync(join(main, ".git/HEAD"));
  mkdirSync(join(main, ".cairn/anchors"), { recursive: true });
  assert.throws(() => locate(main), { code: "GIT_BROKEN" });
});
