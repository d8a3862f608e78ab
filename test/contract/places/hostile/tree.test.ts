// Agents that hide files, lead out of their place or name them oddly: all is taken, and the next job gets the slot as it is to be.
import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put, repositoryIn } from "../../workspace-folder.ts";
import { after } from "./deed.ts";

test("its place is gone, or is a link to somebody else's folder: nothing is taken, nothing there is touched", async (t) => {
  const gone = await after(t, ({ place }) => rmSync(place, { recursive: true }));
  assert.deepEqual(gone.taken, { is: "nothing", left: [] });
  const linked = await after(t, ({ place, top }) => {
    put(top, "elsewhere/a.txt", "theirs\n");
    rmSync(place, { recursive: true });
    symlinkSync(join(top, "elsewhere"), place);
  });
  assert.deepEqual(linked.taken, { is: "nothing", left: [] });
  assert.equal(readFileSync(join(linked.top, "elsewhere/a.txt"), "utf8"), "theirs\n");
});

test("bits by which git overlooks files, mtimes put back and core.trustctime hide nothing", async (t) => {
  const { changed } = await after(t, ({ place }) => {
    gitIn(place, "update-index", "--skip-worktree", "a.txt");
    gitIn(place, "update-index", "--assume-unchanged", "src/b.txt");
    gitIn(place, "config", "core.trustctime", "false");
    gitIn(place, "config", "core.checkStat", "minimal");
    gitIn(place, "sparse-checkout", "set", "--no-cone", "/a.txt");
    put(place, "src/b.txt", "b\n");
    const { mtime } = lstatSync(join(place, "a.txt"));
    put(place, "a.txt", "A\n");
    utimesSync(join(place, "a.txt"), mtime, mtime);
    put(place, "src/b.txt", "B\n");
  });
  assert.deepEqual(changed, ["a.txt", "src/b.txt"]);
});

test("a repository within is named and left out; one around tracked files is looked through", async (t) => {
  const { changed, taken } = await after(t, ({ place }) => {
    repositoryIn(join(place, "nested"), { "n.txt": "n\n" });
    gitIn(mkdirSync(join(place, "empty")) ?? join(place, "empty"), "init", "-q");
    put(place, "empty/e.txt", "e\n");
    put(place, "src/new.txt", "new\n");
    gitIn(join(place, "src"), "init", "-q");
  });
  assert.deepEqual(changed, ["src/new.txt"]);
  assert.deepEqual(taken.left, [
    { path: "empty", why: "nested" },
    { path: "nested", why: "nested" },
  ]);
});

test("a folder that was moved out and linked back hides nothing, and the next job doesn't write through it", async (t) => {
  const { changed, top, places, site, base } = await after(t, ({ place, top }) => {
    renameSync(join(place, "src"), join(top, "outside"));
    symlinkSync(join(top, "outside"), join(place, "src"));
  });
  assert.deepEqual(changed, ["src", "src/b.txt"]);
  const next = await places.open(site, "n", base, true);
  put(next, "src/b.txt", "mine\n");
  assert.equal(readFileSync(join(top, "outside/b.txt"), "utf8"), "b\n");
});

test("links out of the tree are taken as links and never followed", async (t) => {
  const { changed, taken, places, site } = await after(t, ({ place, top }) => {
    put(top, "secret.txt", "not yours\n");
    symlinkSync(join(top, "secret.txt"), join(place, "link"));
    rmSync(join(place, "a.txt"));
    symlinkSync(join(top, "secret.txt"), join(place, "a.txt"));
  });
  assert.deepEqual(changed, ["a.txt", "link"]);
  assert.ok(taken.is === "taken");
  assert.ok(
    !(await places.patch(site, `${taken.work.commit}^`, taken.work.commit)).includes("not yours"),
  );
});

test("names in other encodings, with line breaks, differing in case, and odd modes come through", async (t) => {
  const { changed } = await after(t, ({ place }) => {
    const name = Buffer.concat([Buffer.from(`${place}/odd-`), Buffer.from([0xff, 0xfe])]);
    writeFileSync(name, "bytes\n");
    mkdirSync(Buffer.concat([Buffer.from(`${place}/dir-`), Buffer.from([0xe4])]));
    writeFileSync(
      Buffer.concat([Buffer.from(`${place}/dir-`), Buffer.from([0xe4]), Buffer.from("/x")]),
      "x\n",
    );
    put(place, "line\nbreak.txt", "1\n");
    put(place, "A.txt", "other case\n");
    put(place, " :(glob)*", "pathspec\n");
    put(place, "-flag", "flag\n");
    put(place, "ro/x.txt", "x\n");
    chmodSync(join(place, "ro"), 0o555);
    chmodSync(join(place, "src"), 0o500);
  });
  assert.deepEqual(changed.toSorted(), [
    " :(glob)*",
    "-flag",
    "A.txt",
    "dir-\u{fffd}/x",
    "line\nbreak.txt",
    "odd-\u{fffd}\u{fffd}",
    "ro/x.txt",
  ]);
});
