// Pinned paths in a clean checkout: as the base has them, and back, whatever the work made of them.
import assert from "node:assert/strict";
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ana, contentOf, scene } from "./scene.ts";

test("changed, removed, added, a folder for a file and a file for a folder: all are as in the base, and then as in the work", async (t) => {
  const files = {
    "a.txt": "a\n",
    "test/one": "1\n",
    "test/two": "2\n",
    "test/deep/x": "x\n",
    ".gitignore": "made/\n",
  };
  const { base, places, site } = await scene(t, files);
  const folder = await places.open(site, "u", base, true);
  writeFileSync(join(folder, "a.txt"), "other\n");
  writeFileSync(join(folder, "test/one"), "changed\n");
  rmSync(join(folder, "test/two"));
  mkdirSync(join(folder, "test/two"));
  writeFileSync(join(folder, "test/two/inner"), "added\n");
  rmSync(join(folder, "test/deep"), { recursive: true });
  writeFileSync(join(folder, "test/deep"), "a file\n");
  symlinkSync("../a.txt", join(folder, "test/ünïcode"));
  const taken = await places.take(site, "u", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  const at = await places.checkout(site, "check", taken.work.commit);
  mkdirSync(join(at, "made"));
  writeFileSync(join(at, "made/kept"), "by setup\n");
  const before = contentOf(at);
  const tree = await places.pin(site, "check", { paths: ["test/**"], commit: base });
  assert.notEqual(tree, taken.work.tree);
  const pinned = { ...files, "a.txt": "other\n", "made/kept": "by setup\n" };
  assert.deepEqual(contentOf(at), pinned);
  assert.deepEqual(await places.settle(site, "check", null), { changed: [], beside: [] });
  // What a check leaves is seen and put back under a pin, too.
  writeFileSync(join(at, "test/one"), "by the check\n");
  writeFileSync(join(at, "test/three"), "by the check\n");
  const strayed = await places.settle(site, "check", { changed: [], beside: [] });
  assert.deepEqual(strayed, { changed: ["test/one"], beside: ["test/three"] });
  assert.deepEqual(contentOf(at), pinned);
  assert.equal(await places.pin(site, "check", null), taken.work.tree);
  assert.deepEqual(contentOf(at), before);
  assert.equal(await places.pin(site, "nobody", null), null);
});

test("a check's link in a folder's place, with the same files behind it, is seen and put back, ignored or not", async (t) => {
  const files = { "lib/a.txt": "a\n", "src/b.txt": "b\n", ".gitignore": "lib\n!lib/\n" };
  const { base, places, site, top } = await scene(t, files);
  const at = await places.checkout(site, "check", base);
  const before = contentOf(at);
  for (const name of ["lib", "src"]) {
    const copy = join(top, `copy-${name}`);
    cpSync(join(at, name), copy, { recursive: true, preserveTimestamps: true });
    rmSync(join(at, name), { recursive: true });
    symlinkSync(copy, join(at, name));
  }
  writeFileSync(join(at, "src/b.txt"), "b\n");
  chmodSync(join(at, ".gitignore"), 0o755);
  const strayed = await places.settle(site, "check", { changed: [], beside: [] });
  assert.deepEqual(strayed.changed.toSorted(), [".gitignore", "lib/a.txt", "src/b.txt"]);
  assert.deepEqual(strayed.beside, ["src"]);
  assert.deepEqual(contentOf(at), before);
});

test("attributes of the work, or ones that a check left, don't bend the bytes of pinned files", async (t) => {
  const files = {
    "test/a.sh": "good $Id$\n",
    "test/b.txt": "b\n",
    "w.txt": "w\n",
    ".gitignore": "",
  };
  for (const left of [false, true]) {
    const { base, places, site } = await scene(t, files);
    const folder = await places.open(site, "u", base, true);
    const attributes = "* ident\n*.sh eol=crlf\ntest/b.txt working-tree-encoding=UTF-16\n";
    writeFileSync(
      join(folder, left ? ".gitignore" : ".gitattributes"),
      left ? ".gitattributes\n" : attributes,
    );
    writeFileSync(
      join(folder, "test/b.txt"),
      left ? "other\n" : Buffer.from("\ufeffother\n", "utf16le"),
    );
    writeFileSync(join(folder, "test/a.sh"), "evil\n");
    const taken = await places.take(site, "u", base, ana, "work\n");
    assert.ok(taken.is === "taken");
    const at = await places.checkout(site, "check", taken.work.commit);
    if (left) writeFileSync(join(at, ".gitattributes"), attributes);
    const before = await places.settle(site, "check", null);
    await places.pin(site, "check", { paths: ["test/**"], commit: base });
    const { "test/a.sh": a, "test/b.txt": b } = contentOf(at);
    assert.deepEqual([a, b], ["good $Id$\n", "b\n"]);
    assert.deepEqual(await places.settle(site, "check", before), { changed: [], beside: [] });
    assert.deepEqual(
      [contentOf(at)["test/a.sh"], contentOf(at)["test/b.txt"]],
      ["good $Id$\n", "b\n"],
    );
    await places.pin(site, "check", null);
    assert.match(contentOf(at)["test/a.sh"] ?? "", /^evil\r?\n$/u);
  }
});
