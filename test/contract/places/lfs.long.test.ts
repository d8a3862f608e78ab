// Repositories with Git LFS: real git and git-lfs, from a place to the user's checkout and back.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { git } from "../../../src/workspace/git/git.ts";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

/** As `git lfs install --local` sets them, so that the test needs nothing of the machine's. */
const install = (folder: string): void => {
  gitIn(folder, "lfs", "install", "--local", "--force");
};
const oidOf = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
const pointer = (bytes: Buffer | string, size = Buffer.from(bytes).length): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(bytes)}\nsize ${size}\n`;
const objectIn = (root: string, bytes: Buffer | string): string =>
  join(root, ".git/lfs/objects", oidOf(bytes).slice(0, 2), oidOf(bytes).slice(2, 4), oidOf(bytes));
const big = (letter: string, mib = 2): Buffer => Buffer.alloc(mib * 1024 * 1024, letter);

const lfsScene = async (t: TestContext) => {
  const here = await scene(t);
  install(here.root);
  gitIn(here.root, "lfs", "track", "*.bin");
  put(here.root, "one.bin", big("1"));
  put(here.root, "sub/two.bin", "second\0");
  gitIn(here.root, "add", "-A");
  gitIn(here.root, "commit", "-qm", "with lfs");
  await here.places.base(here.site, { changes: false });
  return { ...here, base: here.head() };
};
type Here = Awaited<ReturnType<typeof lfsScene>>;

const take = async ({ places, site, base }: Here) => {
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken", JSON.stringify(taken));
  return taken;
};
/** What a tree has at a path. */
const stored = (root: string, commit: string, path: string): string =>
  `${gitIn(root, "show", `${commit}:${path}`)}\n`;

/** The user's own git-lfs finds nothing to be done, and all contents in its store. */
const isWell = (root: string): void => {
  assert.equal(gitIn(root, "status", "--porcelain"), "");
  assert.match(gitIn(root, "lfs", "fsck"), /Git LFS fsck OK/u);
};

test("files of LFS from the user's checkout through a place and back", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  assert.equal(await places.unfit(root), null);
  assert.deepEqual((await places.customs(site, base)).unmet, []);
  const place = await places.open(site, "k", base, true);
  assert.ok(readFileSync(join(place, "one.bin")).equals(big("1")));
  assert.equal(statSync(join(place, "one.bin")).nlink, 1, "never the user's own object");
  assert.equal(gitIn(place, "status", "--porcelain"), "");
  put(place, "one.bin", big("2"));
  put(place, "a.txt", "changed\n");
  gitIn(place, "add", "-A");
  gitIn(place, "-c", "user.name=b", "-c", "user.email=b@cairn.invalid", "commit", "-qm", "mine");
  put(place, "new.bin", big("3", 1));
  gitIn(place, "rm", "-q", "sub/two.bin");
  const { work, left } = await take(here);
  assert.deepEqual(left, []);
  assert.equal(stored(place, "HEAD", "a.txt"), "changed\n");
  const checkout = await places.checkout(site, "c", work.commit);
  assert.ok(readFileSync(join(checkout, "one.bin")).equals(big("2")));
  assert.ok(readFileSync(join(checkout, "new.bin")).equals(big("3", 1)));
  assert.equal(existsSync(objectIn(root, big("2"))), false, "what isn't proved stays out");
  await places.keep(site, 1, work.commit);
  assert.equal((await places.deliver(site, work.commit, "merge\n")).is, "merged");
  assert.ok(readFileSync(join(root, "one.bin")).equals(big("2")));
  assert.equal(existsSync(join(root, "sub/two.bin")), false);
  assert.equal(stored(root, "HEAD", "new.bin"), pointer(big("3", 1)));
  isWell(root);
  const step = { from: base, to: work.commit, branch: "cairn/r1", base };
  assert.equal((await places.undo(site, step)).is, "undone");
  assert.ok(readFileSync(join(root, "one.bin")).equals(big("1")));
  assert.equal(readFileSync(join(root, "sub/two.bin"), "utf8"), "second\0");
  isWell(root);
  const next = await places.checkout(site, "c", base);
  assert.ok(readFileSync(join(next, "one.bin")).equals(big("1")), "in the same slot again");
});

test("what is wrong with contents in a place is named, and doesn't land", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  const place = await places.open(site, "k", base, true);
  put(place, "nowhere.bin", pointer("nobody has this"));
  put(place, "key.bin", `token = "ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}"\n`);
  put(place, "huge.bin", big("4", 11));
  put(place, "known.bin", big("1"));
  put(place, "pointed.bin", pointer(big("1")));
  symlinkSync("one.bin", join(place, "link.bin"));
  const { work, left } = await take(here);
  assert.deepEqual(left.map(({ path, why }) => `${path} ${why}`).toSorted(), [
    "huge.bin large",
    "key.bin secret",
    "nowhere.bin pointer",
  ]);
  const names = gitIn(root, "--git-dir", await places.store(root), "ls-tree", "-r", work.commit);
  assert.match(
    names,
    /^100644 blob (\S+)\tknown\.bin\n120000 .*link\.bin\n100644 blob \S+\tone\.bin\n100644 blob \1\tpointed\.bin$/mu,
  );
});

test("without .gitattributes files are what git takes them for", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  const place = await places.open(site, "k", base, true);
  rmSync(join(place, ".gitattributes"));
  put(place, "new.bin", "plain\n");
  const { work } = await take(here);
  await places.keep(site, 1, work.commit);
  assert.equal(stored(root, work.commit, "new.bin"), "plain\n");
  assert.equal(stored(root, work.commit, "one.bin"), pointer(big("1")), "nobody changed it");
  const checkout = await places.checkout(site, "c", work.commit);
  assert.equal(readFileSync(join(checkout, "one.bin"), "utf8"), pointer(big("1")));
});

test("missing contents are named with what fetches them, before a run is made", async (t) => {
  const { places, root, base, site } = await lfsScene(t);
  const object = objectIn(root, big("1"));
  writeFileSync(object, "short");
  const refusal = await places.unfit(root);
  assert.equal(refusal?.code, "LFS_MISSING");
  assert.match(refusal.text, /lacks the contents of 1 file of Git LFS: one\.bin$/u);
  assert.match(refusal.fits ?? "", /git lfs fetch/u);
  await assert.rejects(places.open(site, "k", base, true), { code: "LFS_MISSING" });
  put(root, "one.bin", pointer(big("1"), 6));
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-qm", "of a wrong size");
  assert.equal((await places.unfit(root))?.code, "LFS_MISSING");
});

test("through a linked worktree; contents in a store of another name are refused", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base, top } = here;
  gitIn(root, "config", "lfs.storage", join(top, "large"));
  assert.equal((await places.unfit(root))?.code, "LFS_MISSING");
  gitIn(root, "config", "--unset", "lfs.storage");
  gitIn(root, "worktree", "add", "-q", "-b", "side", join(top, "side"));
  const there = { ...site, root: join(top, "side") };
  assert.equal(await places.unfit(there.root), null);
  const place = await places.open(there, "k", base, true);
  put(place, "one.bin", big("2"));
  const { work } = await take({ ...here, site: there });
  await places.keep(there, 1, work.commit);
  assert.equal((await places.deliver(there, work.commit, "merge\n")).is, "merged");
  assert.ok(readFileSync(join(there.root, "one.bin")).equals(big("2")));
  isWell(there.root);
});

test("uncommitted files of LFS: unchanged ones count for nothing, changed ones hold a merge up", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  // The same content anew: git alone takes it for changed.
  put(root, "one.bin", big("1"));
  assert.equal((await places.base(site, { changes: true })).commit, base);
  assert.equal((await places.base(site, { changes: false })).uncommitted, 0);
  const place = await places.open(site, "k", base, true);
  put(place, "one.bin", big("2"));
  put(place, "sub/two.bin", "2");
  const { work } = await take(here);
  await places.keep(site, 1, work.commit);
  put(root, "sub/two.bin", "mine");
  const before = here.user();
  assert.deepEqual(await places.deliver(site, work.commit, "merge\n"), {
    is: "touches",
    files: ["sub/two.bin"],
  });
  assert.equal(here.user(), before);
  put(root, "sub/two.bin", "2");
  assert.equal((await places.deliver(site, work.commit, "merge\n")).is, "merged");
  assert.ok(readFileSync(join(root, "one.bin")).equals(big("2")));
  isWell(root);
  put(root, "one.bin", big("5"));
  const start = await places.base(site, { changes: true });
  assert.equal(start.uncommitted, 1);
  assert.equal(
    gitIn(root, "--git-dir", await places.store(root), "show", `${start.commit}:one.bin`),
    pointer(big("5")).trimEnd(),
  );
});

test("a merge that dies after any call of git is made whole when it is repeated", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  // Git alone takes this for changed.
  put(root, "one.bin", big("1"));
  const place = await places.open(site, "k", base, true);
  put(place, "one.bin", big("2"));
  put(place, "new.bin", "new\0");
  const { work } = await take(here);
  await places.keep(site, 1, work.commit);
  let done = null;
  for (let calls = 12; done === null; calls += 1) {
    let used = 0;
    const dying = openPlaces({
      git: async (call) => {
        if (used >= calls) throw new Error("killed");
        used += 1;
        const answer = await git(call);
        if (used >= calls) throw new Error("killed");
        return answer;
      },
    });
    done = await dying.deliver(site, work.commit, "merge\n").catch((error: unknown) => {
      assert.ok(error instanceof Error && error.message === "killed", String(error));
      return null;
    });
  }
  assert.ok(done.is === "merged" || done.is === "nothing", JSON.stringify(done));
  assert.ok(readFileSync(join(root, "one.bin")).equals(big("2")));
  assert.equal(readFileSync(join(root, "new.bin"), "utf8"), "new\0");
  isWell(root);
});

test("a conflict between contents goes back to its agent, who may write the file anew", async (t) => {
  const here = await lfsScene(t);
  const { places, site, root, base } = here;
  for (const [key, letter] of [
    ["other", "6"],
    ["k", "7"],
  ] as const) {
    const place = await places.open(site, key, base, true);
    put(place, "one.bin", big(letter));
    if (key === "other") put(place, "third.bin", "third\0");
  }
  const other = await places.take(site, "other", base, ana, "other\n");
  assert.ok(other.is === "taken");
  await places.keep(site, 1, other.work.commit);
  const mine = await take(here);
  const merged = await places.merge(site, other.work.commit, mine.work.commit, "both\n");
  assert.deepEqual(merged, { is: "conflict", files: ["one.bin"] });
  assert.deepEqual(await places.handBack(site, "k", mine.work.commit, other.work.commit), [
    "one.bin",
  ]);
  const place = places.folder(site, "k");
  const { path } = (await place) ?? { path: "" };
  assert.equal(readFileSync(join(path, "third.bin"), "utf8"), "third\0");
  put(path, "one.bin", big("8"));
  const mended = await places.take(site, "k", mine.work.commit, ana, "mended\n");
  assert.ok(mended.is === "taken", JSON.stringify(mended));
  const again = await places.merge(site, other.work.commit, mended.work.commit, "both\n");
  assert.ok(again.is === "merged");
  await places.keep(site, 2, again.merged.commit);
  assert.equal((await places.deliver(site, again.merged.commit, "m\n")).is, "merged");
  assert.ok(readFileSync(join(root, "one.bin")).equals(big("8")));
  isWell(root);
});

test("checks find contents, also pinned ones, and put back what they wrote", async (t) => {
  const here = await lfsScene(t);
  const { places, site, base } = here;
  const place = await places.open(site, "k", base, true);
  put(place, "one.bin", big("2"));
  put(place, "sub/two.bin", "22");
  const { work } = await take(here);
  const checkout = await places.checkout(site, "c", work.commit);
  const was = await places.settle(site, "c", null);
  assert.deepEqual(was, { changed: [], beside: [] });
  put(checkout, "one.bin", "written by a check");
  put(checkout, "sub/two.bin", "22");
  assert.deepEqual(await places.settle(site, "c", was), { changed: ["one.bin"], beside: [] });
  assert.ok(readFileSync(join(checkout, "one.bin")).equals(big("2")));
  await places.pin(site, "c", { paths: ["sub/**", "one.bin"], commit: base });
  assert.equal(readFileSync(join(checkout, "sub/two.bin"), "utf8"), "second\0");
  assert.ok(readFileSync(join(checkout, "one.bin")).equals(big("1")));
  await places.pin(site, "c", null);
  assert.equal(readFileSync(join(checkout, "sub/two.bin"), "utf8"), "22");
  assert.ok(readFileSync(join(checkout, "one.bin")).equals(big("2")));
  assert.deepEqual(await places.settle(site, "c", null), { changed: [], beside: [] });
});
