// What an agent made and mustn't land: it is left out by name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put } from "../../workspace-folder.ts";
import { ana, scene } from "../scene.ts";
import { after, commit, commitsOf, edit, files } from "./deed.ts";

test("large files, pipes and likely secrets are named and left out, committed or not", async (t) => {
  const letters = "abcDEF123456ghiJKL789012mnoPQR345678";
  const { changed, taken } = await after(t, ({ place }) => {
    put(place, "big.bin", "");
    truncateSync(join(place, "big.bin"), 11 * 1024 * 1024);
    put(place, "key.txt", `ghp_${letters}\n`);
    rmSync(join(place, "src/b.txt"));
    execFileSync("mkfifo", [join(place, "src/b.txt")]);
    edit(place);
  });
  assert.deepEqual(changed, ["a.txt"]);
  assert.deepEqual(
    [...taken.left].toSorted((one, other) => one.path.localeCompare(other.path)),
    [
      { path: "big.bin", why: "large" },
      { path: "key.txt", why: "secret" },
      { path: "src/b.txt", why: "special" },
    ],
  );
});

test("what a commit brought and a later one removed is found: one squashed commit without it", async (t) => {
  const letters = "abcDEF123456ghiJKL789012mnoPQR345678";
  const { changed, taken, places, root } = await after(t, ({ place }) => {
    put(place, "key.txt", `ghp_${letters}\n`);
    put(place, ".ai/state.json", "{}\n");
    edit(place);
    commit(place, "with a key");
    rmSync(join(place, "key.txt"));
    rmSync(join(place, ".ai"), { recursive: true });
    commit(place, "without");
  });
  assert.deepEqual([changed, commitsOf(taken)], [["a.txt"], 1]);
  assert.deepEqual(taken.left, [
    { path: "key.txt", why: "secret" },
    { path: ".ai/state.json", why: "document" },
  ]);
  const store = await places.store(root);
  assert.ok(taken.is === "taken");
  assert.ok(!gitIn(store, "log", "-p", taken.work.commit).includes("ghp_"));
});

test("documents of the run never enter what is taken or merged, also where the user tracks them", async (t) => {
  const { places, site, base } = await scene(t, { ...files, ".ai/state.json": "{}\n" });
  const place = await places.open(site, "k", base, true);
  put(place, ".ai/state.json", '{"mine":1}\n');
  put(place, ".ai/new.json", "{}\n");
  assert.deepEqual(await places.take(site, "k", base, ana, "m\n"), { is: "nothing", left: [] });
  edit(place);
  commit(place, "git add -A");
  const taken = await places.take(site, "k", base, ana, "m\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual(
    (await places.changes(site, base, taken.work.commit)).map(({ path }) => path),
    ["a.txt"],
  );
  const all = { ...site, documents: [] };
  const raw = await places.take(all, "k", base, ana, "m\n");
  assert.ok(raw.is === "taken");
  const merged = await places.merge(site, base, raw.work.commit, "m\n");
  assert.ok(merged.is === "merged");
  assert.deepEqual(
    (await places.changes(site, base, merged.merged.commit)).map(({ path }) => path),
    ["a.txt"],
  );
});

test("an encoding that a file isn't in stops nobody", async (t) => {
  const { changed } = await after(t, ({ place }) => {
    put(place, ".gitattributes", "*.rc working-tree-encoding=UTF-16\n");
    put(place, "x.rc", "plain");
    edit(place);
  });
  assert.deepEqual(changed, [".gitattributes", "a.txt", "x.rc"]);
});

test("a large file that was committed and removed again is named, and isn't copied", async (t) => {
  const { changed, taken, places, root } = await after(t, ({ place }) => {
    put(place, "big.bin", "");
    truncateSync(join(place, "big.bin"), 11 * 1024 * 1024);
    edit(place);
    commit(place, "with a large file");
    gitIn(place, "rm", "-q", "big.bin");
    commit(place, "without");
  });
  assert.deepEqual(
    [changed, commitsOf(taken), taken.left],
    [["a.txt"], 1, [{ path: "big.bin", why: "large" }]],
  );
  const sizes = gitIn(
    await places.store(root),
    "cat-file",
    "--batch-all-objects",
    "--batch-check=%(objectsize)",
  );
  assert.ok(sizes.split("\n").every((size) => Number(size) < 10_000));
});

test("a repository within that an agent commits is named and left out, also where a later commit took it away", async (t) => {
  for (const later of [false, true]) {
    const { changed, taken } = await after(t, ({ place }) => {
      gitIn(place, "init", "-q", "lib");
      put(place, "lib/x.txt", "x\n");
      commit(join(place, "lib"));
      commit(place, "only the link");
      edit(place);
      commit(place);
      if (!later) return;
      gitIn(place, "rm", "-q", "--cached", "lib");
      rmSync(join(place, "lib"), { recursive: true });
      gitIn(place, "commit", "-qm", "without");
    });
    assert.deepEqual(
      [changed, commitsOf(taken), taken.left],
      [["a.txt"], 1, [{ path: "lib", why: "nested" }]],
    );
  }
});

test("files of the ledger's folder never enter what is taken or merged", async (t) => {
  const { places, site, base } = await scene(t, files);
  const place = await places.open(site, "k", base, true);
  put(place, ".cairn/anchors/r9", "forged\n");
  edit(place);
  gitIn(place, "add", "-f", ".cairn");
  commit(place);
  const head = gitIn(place, "rev-parse", "HEAD");
  const taken = await places.take(site, "k", base, ana, "m\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual(taken.left, [{ path: ".cairn/anchors/r9", why: "document" }]);
  gitIn(await places.store(site.root), "fetch", "-q", place, head);
  for (const work of [taken.work.commit, head]) {
    const merged = await places.merge({ ...site, documents: [] }, base, work, "m\n");
    assert.ok(merged.is === "merged");
    assert.deepEqual(
      (await places.changes(site, base, merged.merged.commit)).map(({ path }) => path),
      ["a.txt"],
    );
  }
});

test("a commit whose message holds a secret is named: what was done is one commit with another message", async (t) => {
  const { changed, taken, places, root } = await after(t, ({ place }) => {
    edit(place);
    commit(place, "key ghp_abcDEF123456ghiJKL789012mnoPQR345678");
  });
  assert.ok(taken.is === "taken");
  assert.deepEqual(
    [changed, commitsOf(taken), taken.left.map(({ why }) => why)],
    [["a.txt"], 1, ["message"]],
  );
  assert.equal(
    gitIn(await places.store(root), "log", "-1", "--format=%s", taken.work.commit),
    "left",
  );
});
