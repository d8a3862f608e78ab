// Tests of untrusted paths named by agents: missing, outside, links, unreadable.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder, put } from "./workspace-folder.ts";

test("what is there is told with its digest; missing, outside, unreadable and hostile paths by their name", async (t) => {
  const top = ownFolder(t);
  const root = join(top, "shop");
  put(root, "src/a.ts", "a\n");
  put(top, "secret.txt", "s");
  put(root, "large.bin", "");
  truncateSync(join(root, "large.bin"), 65 * 1024 * 1024);
  symlinkSync(join(top, "secret.txt"), join(root, "out.txt"));
  symlinkSync("src/a.ts", join(root, "in.ts"));
  symlinkSync("loop", join(root, "loop"));
  mkdirSync(join(root, "docs"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  const wanted: readonly (readonly [string, string, string | null])[] = [
    ["src/a.ts", "file", digest("a\n")],
    [join(root, "src/a.ts"), "file", digest("a\n")],
    ["in.ts", "file", digest("a\n")],
    ["docs", "folder", null],
    ["src/b.ts", "missing", null],
    ["src/a.ts/b", "missing", null],
    ["../secret.txt", "outside", null],
    [join(top, "secret.txt"), "outside", null],
    ["out.txt", "outside", null],
    ["~/secret.txt", "outside", null],
    ["a\0b", "outside", null],
    ["loop", "outside", null],
    ["pipe", "unreadable", null],
    ["large.bin", "unreadable", null],
    ["x".repeat(1_024), "unreadable", null],
    ["constructor", "missing", null],
  ];
  const workspace = await openWorkspace({ home: join(top, ".cairn") });
  const { named = {} } = await workspace.facts(
    { root, place: null, ignores: [] },
    { named: wanted.map(([path]) => path) },
    "",
  );
  assert.deepEqual(
    Object.entries(named).map(([path, { is, digest: of }]) => [path, is, of]),
    wanted,
  );
});

test("a link is told as one, and what can't be read is no fault where agents may have put it there", async (t) => {
  const top = ownFolder(t);
  const root = join(top, "shop");
  put(root, "a.txt", "a\n");
  put(top, "secret.txt", "s");
  put(root, "large.bin", "");
  truncateSync(join(root, "large.bin"), 65 * 1024 * 1024);
  symlinkSync(join(top, "secret.txt"), join(root, "out.txt"));
  symlinkSync("a.txt", join(root, "in.txt"));
  symlinkSync("loop", join(root, "loop"));
  const paths = ["a.txt", "in.txt", "out.txt", "large.bin", "loop", "x".repeat(1_024)];
  const workspace = await openWorkspace({ home: join(top, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const { files, named = {} } = await workspace.facts(
    ground,
    { files: paths, lenient: true, named: ["a.txt", "in.txt"] },
    "",
  );
  assert.deepEqual(
    paths.map((path) => files[path]?.text ?? null),
    ["a\n", "a\n", null, null, null, null],
  );
  assert.deepEqual([named["a.txt"]?.link, named["in.txt"]?.link], [undefined, true]);
  await assert.rejects(workspace.facts(ground, { files: ["out.txt"] }, ""), /leads out/u);
});
