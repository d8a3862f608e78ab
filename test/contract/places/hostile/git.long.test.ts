// Agents that break their repository on purpose: what they did is taken all the same, and nothing of theirs is run.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put, repositoryIn } from "../../workspace-folder.ts";
import { after, commit, commitsOf, edit } from "./deed.ts";

test("checkout of another branch, with a commit there", async (t) => {
  const { changed, taken } = await after(t, ({ place }) => {
    gitIn(place, "checkout", "-q", "-b", "other");
    edit(place);
    commit(place);
  });
  assert.deepEqual([changed, commitsOf(taken)], [["a.txt"], 1]);
});

test("reset --hard to nothing of its own, branches deleted and packed", async (t) => {
  const { changed, taken } = await after(t, ({ place, base }) => {
    edit(place);
    commit(place);
    gitIn(place, "reset", "-q", "--hard", base);
    gitIn(place, "checkout", "-q", "--detach");
    gitIn(place, "branch", "-D", "work");
    put(place, "c.txt", "c\n");
    commit(place);
    gitIn(place, "branch", "packed");
    gitIn(place, "checkout", "-q", "packed");
    gitIn(place, "pack-refs", "--all");
    gitIn(place, "gc", "-q");
  });
  assert.deepEqual([changed, commitsOf(taken)], [["c.txt"], 1]);
});

test("history rewritten to roots of its own: one squashed commit", async (t) => {
  const { changed, taken, base, root, places } = await after(t, ({ place }) => {
    gitIn(place, "checkout", "-q", "--orphan", "new");
    edit(place);
    commit(place, "rewritten");
    put(place, "d.txt", "d\n");
    commit(place, "again");
  });
  assert.deepEqual([changed, commitsOf(taken)], [["a.txt", "d.txt"], 1]);
  assert.ok(taken.is === "taken");
  assert.equal(
    gitIn(await places.store(root), "log", "-1", "--format=%an %s %P", taken.work.commit),
    `ana left ${base}`,
  );
});

for (const [name, act] of Object.entries<(own: string, top: string) => void>({
  gone: (own) => rmSync(own, { recursive: true }),
  "a file": (own) => {
    rmSync(own, { recursive: true });
    writeFileSync(own, "gitdir: /nowhere\n");
  },
  "a link to another repository": (own, top) => {
    rmSync(own, { recursive: true });
    symlinkSync(join(repositoryIn(join(top, "theirs")), ".git"), own);
  },
  "without HEAD": (own) => rmSync(join(own, "HEAD")),
  "with a HEAD that leads out": (own) =>
    writeFileSync(join(own, "HEAD"), "ref: refs/../../../../../secret\n"),
  "without objects": (own) => rmSync(join(own, "objects"), { recursive: true }),
  "with a corrupt object": (own) => {
    const id = gitIn(join(own, ".."), "rev-parse", "HEAD");
    chmodSync(join(own, "objects", id.slice(0, 2), id.slice(2)), 0o644);
    writeFileSync(join(own, "objects", id.slice(0, 2), id.slice(2)), "rubbish");
  },
  "with an object under another's name": (own) => {
    const [tree, head] = ["rev-parse HEAD^{tree}", "rev-parse HEAD"].map((words) =>
      gitIn(join(own, ".."), ...words.split(" ")),
    );
    const at = (id: string): string => join(own, "objects", id.slice(0, 2), id.slice(2));
    rmSync(at(tree ?? ""), { force: true });
    linkSync(at(head ?? ""), at(tree ?? ""));
  },
})) {
  test(`its repository is ${name}: the tree is taken as one commit`, async (t) => {
    const { changed, taken } = await after(t, ({ place, top }) => {
      edit(place);
      commit(place, "lost");
      put(place, "more.txt", "more\n");
      act(join(place, ".git"), top);
    });
    assert.deepEqual([changed, commitsOf(taken)], [["a.txt", "more.txt"], 1]);
  });
}

test("alternates and a HEAD that name another private repository bring no commit of that", async (t) => {
  const { changed, taken, root, places, top } = await after(t, ({ place, top }) => {
    const theirs = repositoryIn(join(top, "private"), { "key.txt": "private\n" });
    writeFileSync(join(place, ".git/objects/info/alternates"), `${join(theirs, ".git/objects")}\n`);
    writeFileSync(join(place, ".git/HEAD"), `${gitIn(theirs, "rev-parse", "HEAD")}\n`);
    edit(place);
  });
  assert.deepEqual([changed, commitsOf(taken)], [["a.txt"], 1]);
  const id = gitIn(join(top, "private"), "rev-parse", "HEAD");
  for (const repository of [root, await places.store(root)])
    assert.throws(() => gitIn(repository, "cat-file", "-e", id));
});

test("folders of objects that are links aren't followed", async (t) => {
  const { changed, taken } = await after(t, ({ place, top }) => {
    edit(place);
    commit(place);
    renameSync(join(place, ".git/objects"), join(top, "moved"));
    symlinkSync(join(top, "moved"), join(place, ".git/objects"));
  });
  assert.deepEqual([changed, commitsOf(taken)], [["a.txt"], 1]);
});

test("a merge left half done, and locks: what lies there is taken", async (t) => {
  const { changed } = await after(t, ({ place }) => {
    gitIn(place, "checkout", "-q", "-b", "side");
    edit(place);
    commit(place);
    gitIn(place, "checkout", "-q", "work");
    put(place, "a.txt", "other\n");
    commit(place);
    assert.throws(() => gitIn(place, "merge", "side"));
    put(place, ".git/index.lock", "");
    put(place, ".git/HEAD.lock", "");
  });
  assert.deepEqual(changed, ["a.txt"]);
});

test("hooks, filters, monitors and replaced objects that it plants are never run or believed", async (t) => {
  const { changed, top } = await after(t, ({ place, top, base }) => {
    const ran = join(top, "ran");
    put(top, "evil", `#!/bin/sh\ntouch ${ran}\ncat\n`);
    chmodSync(join(top, "evil"), 0o755);
    for (const hook of [
      "post-checkout",
      "pre-commit",
      "reference-transaction",
      "post-index-change",
      "post-merge",
    ])
      symlinkSync(
        join(top, "evil"),
        join(
          place,
          ".git",
          mkdirSync(join(place, ".git/hooks"), { recursive: true }) ? "hooks" : "hooks",
          hook,
        ),
      );
    put(place, ".gitattributes", "* filter=evil diff=evil merge=evil\n");
    edit(place);
    const evil = gitIn(
      place,
      "-c",
      "core.hooksPath=/dev/null",
      "commit-tree",
      "-m",
      "evil",
      "HEAD^{tree}",
    );
    gitIn(place, "-c", "core.hooksPath=/dev/null", "replace", base, evil);
    for (const name of [
      "filter.evil.clean",
      "filter.evil.smudge",
      "core.fsmonitor",
      "merge.evil.driver",
      "diff.evil.textconv",
    ])
      gitIn(place, "config", name, join(top, "evil"));
    for (const name of [
      "remote.origin.uploadpack",
      "core.alternateRefsCommand",
      "uploadpack.packObjectsHook",
    ])
      gitIn(place, "config", name, join(top, "evil"));
    gitIn(place, "config", "extensions.partialClone", "origin");
    gitIn(place, "config", "remote.origin.url", top);
    gitIn(place, "config", "remote.origin.promisor", "true");
    rmSync(ran, { force: true });
  });
  assert.deepEqual(changed, [".gitattributes", "a.txt"]);
  assert.equal(existsSync(join(top, "ran")), false);
});
