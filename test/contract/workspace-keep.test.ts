// Tests of Cairn's home: modes, outputs byte for byte, anchors, confined paths.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";

const at = "2026-01-08T12:00:00.000Z";
const open = async (
  t: TestContext,
): Promise<{ top: string; home: string; workspace: Workspace }> => {
  const top = ownFolder(t);
  const home = join(top, ".cairn");
  return { top, home, workspace: await openWorkspace({ home }) };
};

test("the home is its owner's alone and ignores itself; reading alone makes nothing", async (t) => {
  const { home, workspace } = await open(t);
  assert.deepEqual(await workspace.drift("r1", home, []), []);
  assert.deepEqual(await workspace.anchors("r1"), []);
  assert.deepEqual(await workspace.anchored(), []);
  assert.equal(await workspace.kept("0".repeat(64)), null);
  assert.equal(existsSync(home), false);
  await workspace.keep("x");
  assert.equal(statSync(home).mode & 0o777, 0o700);
  assert.equal(readFileSync(join(home, ".gitignore"), "utf8"), "*\n");
});

test("outputs are kept by their bytes, once, for their owner; damage shows", async (t) => {
  const { home, workspace } = await open(t);
  const bytes = Buffer.from([0, 255, 10, 13]);
  const name = await workspace.keep(bytes);
  assert.equal(name, digest(bytes));
  assert.equal(await workspace.keep(bytes), name);
  assert.deepEqual(await workspace.kept(name), bytes);
  const path = join(home, "kept", name.slice(0, 2), name);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(await workspace.kept("../../ledger.db"), null);
  writeFileSync(path, "other");
  await assert.rejects(workspace.kept(name), { code: "KEPT_DAMAGED" });
});

test("anchors come back in order; one said twice is written once; a torn line is passed over, not built upon", async (t) => {
  const { home, workspace } = await open(t);
  for (const version of [1, 2, 2, 3])
    await workspace.anchor("r1", { version, head: digest(String(version)), at });
  const first = [1, 2, 3].map((version) => ({ version, head: digest(String(version)), at }));
  assert.deepEqual(await workspace.anchors("r1"), first);
  assert.deepEqual(await workspace.anchored(), ["r1"]);
  assert.equal(readFileSync(join(home, "anchors/r1"), "utf8").split("\n").length, 4);
  const path = join(home, "anchors/r1");
  truncateSync(path, statSync(path).size - 40);
  await workspace.anchor("r1", { version: 4, head: digest("4"), at });
  assert.deepEqual(await workspace.anchors("r1"), [
    ...first.slice(0, 2),
    { version: 4, head: digest("4"), at },
  ]);
  await assert.rejects(workspace.anchor("../r1", { version: 1, head: digest("1"), at }), {
    code: "RUN_UNNAMED",
  });
});

test("adding an anchor costs the same when there are many", async (t) => {
  const { home, workspace } = await open(t);
  await workspace.anchor("r1", { version: 1, head: digest("1"), at });
  for (let version = 2; version < 100_000; version += 10_000) {
    appendFileSync(
      join(home, "anchors/r1"),
      Array.from(
        { length: 10_000 },
        (_, index) => `${version + index} ${digest("x")} ${at}\n`,
      ).join(""),
    );
  }
  await workspace.anchor("r1", { version: 100_002, head: digest("2"), at });
  await workspace.anchor("r1", { version: 100_002, head: digest("2"), at });
  const anchors = await workspace.anchors("r1");
  assert.deepEqual([anchors.length, anchors.at(-1)?.version], [100_002, 100_002]);
});

test("a refused edit is kept byte for byte, numbered, for its owner only", async (t) => {
  const { top, home, workspace } = await open(t);
  const bytes = Buffer.from([0xff, 0xfe, 0, 10]);
  put(top, "run/tasks/ä.json", bytes);
  const first = await workspace.aside("r1", join(top, "run"), "tasks/ä.json", "why not");
  put(top, "run/tasks/ä.json", "two");
  const second = await workspace.aside("r1", join(top, "run"), "tasks/ä.json", "why not");
  assert.deepEqual(
    [first, second],
    [join(home, "refused/r1/1-ä.json"), join(home, "refused/r1/2-ä.json")],
  );
  assert.deepEqual([readFileSync(first), readFileSync(second, "utf8")], [bytes, "two"]);
  assert.equal(statSync(first).mode & 0o777, 0o600);
  await assert.rejects(workspace.aside("r1", join(top, "run"), "gone.json", "why not"), {
    code: "FILE_GONE",
  });
});

test("who hasn't heard that a folder was moved writes nothing where it lay", async (t) => {
  const { top, workspace } = await open(t);
  const [from, to] = [join(top, "sessions/a"), join(top, "archive/a")];
  const behind = {
    run: "r1",
    folder: from,
    version: 1,
    files: { "session.json": "{}" },
  };
  await workspace.project(behind);
  await workspace.move("r1", from, to, 3);
  // Also who is ahead of what was written last, but not of the move.
  for (const version of [1, 2])
    assert.deepEqual(await workspace.project({ ...behind, version }), {
      written: [],
      older: true,
      drift: [],
    });
  assert.equal(existsSync(from), false);
  assert.equal((await workspace.projected("r1"))?.version, 1);
  assert.deepEqual(
    (
      await workspace.project({
        ...behind,
        folder: to,
        version: 3,
        files: { "session.json": "[]" },
      })
    ).written,
    ["session.json"],
  );
  // Taken back at 4: who only knows of 3 doesn't move it there again.
  await workspace.move("r1", to, from, 4);
  await workspace.move("r1", from, to, 3);
  assert.deepEqual([existsSync(from), existsSync(to)], [true, false]);
});

test("nobody writes where a folder lay that was carried to its new place by hand, and what is remembered begins with what is written", async (t) => {
  const { top, workspace } = await open(t);
  const [from, to] = [join(top, "sessions/a"), join(top, "archive/a")];
  const behind = {
    run: "r1",
    folder: from,
    version: 4,
    files: { "session.json": "{}" },
  };
  await workspace.move("r1", from, to, 5);
  assert.equal(await workspace.projected("r1"), null);
  assert.deepEqual(await workspace.project(behind), { written: [], older: true, drift: [] });
  assert.equal(existsSync(from), false);
  await workspace.project({ ...behind, folder: to, version: 5 });
  assert.equal((await workspace.projected("r1"))?.version, 5);
});

test("a run's folder moves whole, edits and free files with it, and never over another", async (t) => {
  const { top, workspace } = await open(t);
  const [from, to] = [join(top, "sessions/a"), join(top, "archive/deep/a")];
  const files = { "session.json": "{}", "tasks/1.json": "{}" };
  await workspace.project({ run: "r1", folder: from, version: 1, files });
  put(from, "free.md", "free");
  put(from, "tasks/1.json", '{"mine":1}');
  mkdirSync(to, { recursive: true });
  await assert.rejects(workspace.move("r1", from, to, 2), { code: "FOLDER_TAKEN" });
  assert.ok(existsSync(join(from, "free.md")));
  await workspace.move("r1", from, join(top, "archive/a"), 2);
  assert.equal(existsSync(from), false);
  assert.equal(readFileSync(join(top, "archive/a/free.md"), "utf8"), "free");
  assert.deepEqual(
    (await workspace.drift("r1", join(top, "archive/a"), [])).map(({ path }) => path),
    ["tasks/1.json"],
  );
  put(from, "stray.txt", "somebody's");
  await workspace.move("r1", from, join(top, "archive/a"), 2);
  assert.equal(
    readFileSync(join(from, "stray.txt"), "utf8"),
    "somebody's",
    "moved already: what came there later is not ours",
  );
  await workspace.move("r2", join(top, "nowhere"), join(top, "b"), 2);
  assert.equal(existsSync(join(top, "b")), false);
});

test("into a folder inside the old one the projected files move alone", async (t) => {
  const { top, workspace } = await open(t);
  const from = join(top, "run");
  await workspace.project({
    run: "r1",
    folder: from,
    version: 1,
    files: { "a.json": "{}", "t/b.json": "{}" },
  });
  put(from, "free.md", "free");
  await workspace.move("r1", from, join(from, "old/1"), 2);
  assert.deepEqual(
    ["a.json", "free.md", "old/1/a.json", "old/1/t/b.json", "old/1/free.md"].map((path) =>
      existsSync(join(from, path)),
    ),
    [false, true, true, true, false],
  );
  assert.deepEqual(await workspace.drift("r1", join(from, "old/1"), []), []);
});

test("files are read below root and place, wherever their links lead within; outside is a fault", async (t) => {
  const { top, workspace } = await open(t);
  const root = join(top, "work");
  const place = join(top, "runs/a");
  put(root, "a.txt", "\u{feff}a\r\n");
  put(root, "src/b.txt", "b");
  put(place, "design.md", "d");
  put(top, "secret", "s");
  put(top, "work-too/c.txt", "c");
  symlinkSync("src/b.txt", join(root, "inner"));
  symlinkSync(place, join(root, "runs"));
  symlinkSync("../secret", join(root, "outer"));
  symlinkSync("..", join(root, "up"));
  symlinkSync("nowhere", join(root, "dangling"));
  symlinkSync("round", join(root, "round"));
  const ground = { root, place, ignores: [] };
  const read = async (path: string): Promise<string | null | undefined> =>
    (await workspace.facts(ground, { files: [path] }, at)).files[path]?.text;
  assert.equal(await read("a.txt"), "\u{feff}a\r\n");
  assert.equal(
    (await workspace.facts(ground, { files: ["a.txt"] }, at)).files["a.txt"]?.digest,
    digest("\u{feff}a\r\n"),
  );
  assert.equal(await read("./src/../inner"), "b");
  assert.equal(await read("runs/design.md"), "d");
  assert.equal(await read(join(place, "design.md")), "d");
  for (const none of ["nope", "src", "a.txt/x", "dangling", `${place}/nope`])
    assert.equal((await workspace.facts(ground, { files: [none] }, at)).files[none], null, none);
  for (const path of [
    "../secret",
    "outer",
    "up/secret",
    "up/nope",
    "round",
    "round/x",
    join(top, "secret"),
    "~/.profile",
    "src/../../secret",
    "../work-too/c.txt",
    "a\0b",
    "/etc/passwd",
    "..",
  ]) {
    await assert.rejects(read(path), { code: "PATH_OUTSIDE" }, path);
    await assert.rejects(workspace.bytes(ground, path), { code: "PATH_OUTSIDE" }, path);
  }
  assert.deepEqual(await workspace.bytes(ground, "src/b.txt"), Buffer.from("b"));
  assert.equal(await workspace.bytes(ground, "src"), null);
  truncateSync(join(root, "a.txt"), 64 * 1024 * 1024 + 1);
  await assert.rejects(read("a.txt"), { code: "FILE_OVERSIZED" });
  await assert.rejects(
    workspace.facts({ root: homedir(), place: null, ignores: [] }, { files: ["~/../x"] }, at),
    { code: "PATH_OUTSIDE" },
  );
});

test("facts hold what was asked for and nothing else", async (t) => {
  const { top, workspace } = await open(t);
  const root = repositoryIn(join(top, "shop"), { "a.txt": "a" });
  const ground = { root, place: null, ignores: [] };
  const none = {
    at,
    root,
    folder: null,
    repo: "shop",
    head: null,
    tree: null,
    changed: [],
    files: {},
    outputs: {},
    commits: {},
  };
  assert.deepEqual(await workspace.facts(ground, {}, at), none);
  const output = await workspace.keep("out");
  const first = await workspace.facts(
    ground,
    { tree: true, outputs: [output, "0".repeat(64)] },
    at,
  );
  assert.deepEqual(first, {
    ...none,
    head: gitIn(root, "rev-parse", "HEAD"),
    tree: gitIn(root, "rev-parse", "HEAD^{tree}"),
    outputs: { [output]: "out", ["0".repeat(64)]: null },
  });
  put(root, "b.txt", "b");
  gitIn(root, "add", "b.txt");
  gitIn(root, "commit", "-q", "-m", "b");
  const second = await workspace.facts(ground, { changed: first.tree ?? "" }, at);
  assert.deepEqual(second.changed, [{ path: "b.txt", how: "added" }]);
  const plain = await workspace.facts({ root: top, place: null, ignores: [] }, {}, at);
  assert.equal(plain.repo, null);
});
