// Tests of projection: differences only, hand edits never overwritten.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { put } from "./workspace-folder.ts";
import { base, edited, paths, scene } from "./workspace-scene.ts";

test("only what differs is written, deep files first and the top file last; a file's mode stays", async (t) => {
  const at = await scene(t);
  assert.deepEqual(await at.project(1, base), {
    written: ["tasks/1.json", "notes.md", "session.json"],
    older: false,
    drift: [],
  });
  assert.deepEqual(await at.drift(), []);
  chmodSync(join(at.folder, "notes.md"), 0o600);
  const kept = statSync(join(at.folder, "tasks/1.json"));
  assert.deepEqual((await at.project(2, { ...base, "notes.md": "two\n" })).written, ["notes.md"]);
  assert.equal(at.text("notes.md"), "two\n");
  assert.equal(statSync(join(at.folder, "notes.md")).mode & 0o777, 0o600);
  const now = statSync(join(at.folder, "tasks/1.json"));
  assert.deepEqual([now.ino, now.mtimeMs, now.ctimeMs], [kept.ino, kept.mtimeMs, kept.ctimeMs]);
  assert.deepEqual(await at.project(3, { ...base, "notes.md": "two\n" }), {
    written: [],
    older: false,
    drift: [],
  });
});

test("a closed cache leaves no log of SQLite's behind, and is opened again by the next use", async (t) => {
  const at = await scene(t);
  const logs = (): readonly string[] =>
    readdirSync(join(at.home, "cache")).filter((name) => name !== "projections.db");
  await at.project(1, base);
  assert.deepEqual(logs().toSorted(), ["projections.db-shm", "projections.db-wal"]);
  await at.workspace.close();
  assert.deepEqual(logs(), []);
  assert.deepEqual((await at.project(2, { ...base, "notes.md": "two\n" })).written, ["notes.md"]);
  await at.workspace.close();
  assert.deepEqual(logs(), []);
});

test("deleted and emptied files are told, are no edits, and come back", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  rmSync(join(at.folder, "tasks"), { recursive: true });
  truncateSync(join(at.folder, "notes.md"));
  assert.deepEqual(
    await at.drift(),
    [
      ["notes.md", "", true],
      ["tasks/1.json", null, false],
    ],
    "somebody may be about to fill it",
  );
  const old = new Date(Date.now() - 61_000);
  utimesSync(join(at.folder, "notes.md"), old, old);
  assert.deepEqual(await at.drift(), [
    ["notes.md", "", false],
    ["tasks/1.json", null, false],
  ]);
  assert.deepEqual(await at.project(1, base), {
    written: ["tasks/1.json", "notes.md"],
    older: false,
    drift: [],
  });
  rmSync(at.folder, { recursive: true });
  assert.equal((await at.project(1, base)).written.length, 3);
  assert.deepEqual(await at.drift(), []);
});

test("an edit is never overwritten until it is settled, and then only as it was settled", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  put(at.folder, "notes.md", "mine\n");
  assert.deepEqual(await at.drift(), [["notes.md", "mine\n", false]]);
  const found = await at.project(2, { ...base, "notes.md": "two\n", "session.json": '{"v":2}\n' });
  assert.deepEqual(found.written, ["session.json"]);
  assert.deepEqual(found.drift, [edited("mine\n")]);
  put(at.folder, "notes.md", "mine, again\n");
  const settled = { "notes.md": digest("mine\n") };
  assert.deepEqual(paths(await at.project(2, { ...base, "notes.md": "two\n" }, settled)), [
    "notes.md",
  ]);
  assert.equal(at.text("notes.md"), "mine, again\n");
  assert.deepEqual(
    (await at.project(2, { ...base, "notes.md": "two\n" }, { "notes.md": digest("mine, again\n") }))
      .written,
    ["notes.md"],
  );
  put(at.folder, "notes.md", "mine, again\n");
  assert.deepEqual(
    paths(await at.project(3, { ...base, "notes.md": "two\n" })),
    ["notes.md"],
    "the same edit once more is an edit once more",
  );
});

test("an edit of the same size within the same instant is found, also one whose times were set back", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  put(at.folder, "notes.md", "ONE\n");
  assert.deepEqual(await at.drift(), [["notes.md", "ONE\n", false]]);
  await at.project(1, base, { "notes.md": digest("ONE\n") });
  const { atimeMs, mtimeMs } = statSync(join(at.folder, "notes.md"));
  assert.deepEqual(await at.drift(), []);
  put(at.folder, "other", "eno\n");
  utimesSync(join(at.folder, "other"), atimeMs / 1000, mtimeMs / 1000);
  renameSync(join(at.folder, "other"), join(at.folder, "notes.md"));
  assert.deepEqual(await at.drift(), [["notes.md", "eno\n", false]]);
});

test("JSON that doesn't parse and a text without its last end are half-written for a while, then an edit", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  put(at.folder, "tasks/1.json", '{"id":');
  put(at.folder, "session.json", "");
  put(at.folder, "notes.md", "{");
  const found = [
    ["notes.md", "{", true],
    ["session.json", "", true],
    ["tasks/1.json", '{"id":', true],
  ];
  assert.deepEqual(await at.drift(), found);
  assert.deepEqual((await at.project(2, { ...base, "session.json": "{}\n" })).written, []);
  at.later(61_000);
  assert.deepEqual(
    await at.drift(),
    found.map(([path, text]) => [path, text, false]),
  );
  const projected = await at.project(2, { ...base, "session.json": "{}\n" });
  assert.deepEqual(
    projected.written,
    ["session.json"],
    "an emptied file that stood is written again",
  );
  assert.deepEqual(
    projected.drift.map(({ half }) => half),
    [false, false],
  );
  put(at.folder, "tasks/1.json", '\u{feff}{"id": "1"}\r\n');
  assert.deepEqual(
    (await at.drift()).find(([path]) => path === "tasks/1.json")?.[2],
    false,
    "a byte order mark is no damage",
  );
  put(at.folder, "tasks/1.json", '{"id":');
  at.later(-3_600_000);
  assert.deepEqual(
    (await at.drift()).find(([path]) => path === "tasks/1.json")?.[2],
    false,
    "nor is it young by a clock that was set back",
  );
});

test("files that are no more are taken away with their empty folders, but not edits of them, nor what is nobody's", async (t) => {
  const at = await scene(t);
  await at.project(1, { ...base, "tasks/2.json": "{}", "deep/er/x.md": "x", "refused.md": "no\n" });
  put(at.folder, "tasks/2.json", '{"mine":1}');
  put(at.folder, "tasks/own.txt", "free");
  const found = await at.project(2, { "session.json": '{"v":1}\n', "notes.md": "one\n" });
  assert.deepEqual([...found.written].sort(), ["deep/er/x.md", "refused.md", "tasks/1.json"]);
  assert.deepEqual(paths(found), ["tasks/2.json"]);
  assert.deepEqual(readdirSync(join(at.folder, "tasks")).sort(), ["2.json", "own.txt"]);
  assert.equal(existsSync(join(at.folder, "deep/er")), false);
  assert.deepEqual(
    (
      await at.project(
        2,
        { "session.json": '{"v":1}\n', "notes.md": "one\n" },
        { "tasks/2.json": digest('{"mine":1}') },
      )
    ).written,
    ["tasks/2.json"],
  );
  assert.deepEqual(readdirSync(join(at.folder, "tasks")), ["own.txt"]);
  assert.deepEqual(await at.drift(), []);
});

test("an older version never replaces a newer one", async (t) => {
  const at = await scene(t);
  await at.project(5, { ...base, "notes.md": "five\n" });
  assert.deepEqual(await at.project(4, base), { written: [], older: true, drift: [] });
  unlinkSync(join(at.folder, "tasks/1.json"));
  put(at.folder, "notes.md", "mine\n");
  assert.deepEqual(await at.project(4, base), {
    written: [],
    older: true,
    drift: [edited("mine\n")],
  });
  assert.equal(existsSync(join(at.folder, "tasks/1.json")), false);
});

test("what a killed process was about to write is ours until a projection has come through, and an edit from then on", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  const cache = new DatabaseSync(join(at.home, "cache", "projections.db"));
  cache.prepare("update files set next = ? where path = 'notes.md'").run(digest("words of 2\n"));
  cache.close();
  put(at.folder, "notes.md", "words of 2\n");
  assert.deepEqual(await at.drift(), []);
  assert.deepEqual((await at.project(3, { ...base, "notes.md": "three\n" })).drift, []);
  const last = (await at.workspace.last("r1"))["notes.md"];
  assert.deepEqual(last?.base, { version: 3, text: "three\n" });
  put(at.folder, "notes.md", "words of 2\n");
  assert.deepEqual(await at.drift(), [["notes.md", "words of 2\n", false]]);
});

test("what is settled is what the next edit is told apart from, until the file is written anew", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  const baseNow = async () => (await at.workspace.last("r1"))["notes.md"]?.base;
  put(at.folder, "notes.md", "mine\n");
  await at.workspace.settle("r1", [
    { path: "notes.md", digest: digest("mine\n"), base: "mine\n", mark: 1 },
  ]);
  assert.deepEqual(await baseNow(), { version: 1, text: "mine\n" });
  put(at.folder, "notes.md", "refused\n");
  await at.workspace.settle("r1", [
    { path: "notes.md", digest: digest("refused\n"), base: null, mark: 2 },
  ]);
  assert.deepEqual(await baseNow(), { version: 1, text: "mine\n" });
  await at.project(2, base);
  assert.deepEqual(
    [at.text("notes.md"), await baseNow()],
    ["one\n", { version: 2, text: "one\n" }],
  );
});

test("a cache that was deleted or damaged: equal files are ours, others are not overwritten", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  put(at.folder, "notes.md", "mine\n");
  rmSync(join(at.home, "cache"), { recursive: true });
  assert.deepEqual(await at.drift(), [], "nothing is known of them any more");
  const found = await at.project(2, { ...base, "session.json": '{"v":2}\n' });
  assert.deepEqual(found.written, []);
  assert.deepEqual(
    [...paths(found)].sort(),
    ["notes.md", "session.json"],
    "an older projection of ours looks like an edit then: the reader of edits knows better",
  );
  assert.deepEqual(
    (await at.drift()).map(([path]) => path).sort(),
    ["notes.md", "session.json"],
    "they are told until somebody deals with them",
  );
  const digests = Object.fromEntries(found.drift.map((drift) => [drift.path, drift.digest ?? ""]));
  assert.deepEqual(
    (await at.project(2, { ...base, "session.json": '{"v":2}\n' }, digests)).written,
    ["notes.md", "session.json"],
  );
  for (const end of ["-wal", "-shm"])
    rmSync(join(at.home, `cache/projections.db${end}`), { force: true });
  writeFileSync(
    join(at.home, "cache/projections.db"),
    "this is no database, but it is long enough to be looked at as one".repeat(100),
  );
  assert.deepEqual(await at.project(3, { ...base, "session.json": '{"v":2}\n' }), {
    written: [],
    older: false,
    drift: [],
  });
  const other = await openWorkspace({ home: at.home });
  assert.deepEqual(await other.drift("r1", at.folder, []), []);
});

test("unicode names and names that differ in case are kept apart; names that lead out are a fault", async (t) => {
  const at = await scene(t);
  const names = ["Ä ö\n.md", "a.md", "A.md", "日本/データ.json", "日本/é.json"];
  const files = Object.fromEntries(names.map((name) => [name, JSON.stringify(name)]));
  assert.equal((await at.project(1, files)).written.length, 5);
  for (const name of names) assert.equal(at.text(name), files[name]);
  assert.deepEqual(await at.drift(), []);
  for (const name of ["../x", "/x", "a//b", "a/./b", "", "a\0b", "x".repeat(181)]) {
    await assert.rejects(
      at.project(2, { [name]: "x" }),
      { code: "PATH_OUTSIDE" },
      JSON.stringify(name),
    );
  }
});

test("a symbolic link or a folder in a file's place is a fault that names it; what the link leads to is untouched", async (t) => {
  const at = await scene(t);
  await at.project(1, base);
  const target = join(at.home, "precious");
  writeFileSync(target, "precious");
  rmSync(join(at.folder, "notes.md"));
  symlinkSync(target, join(at.folder, "notes.md"));
  await assert.rejects(at.project(2, { ...base, "notes.md": "two\n" }), {
    code: "PATH_LINKED",
    message: /notes\.md/,
  });
  await assert.rejects(at.drift(), { code: "PATH_LINKED" });
  assert.equal(readFileSync(target, "utf8"), "precious");
  rmSync(join(at.folder, "notes.md"));
  mkdirSync(join(at.folder, "notes.md"));
  await assert.rejects(at.project(2, base), { code: "FOLDER_OBSTRUCTED", message: /notes\.md/ });
  rmSync(join(at.folder, "notes.md"), { recursive: true });
  rmSync(join(at.folder, "tasks"), { recursive: true });
  symlinkSync(at.home, join(at.folder, "tasks"));
  await assert.rejects(at.project(2, base), { code: "PATH_LINKED", message: /tasks/ });
  assert.equal(existsSync(join(at.home, "1.json")), false);
});

test("a place that is a file is a fault with what to do", async (t) => {
  const at = await scene(t);
  writeFileSync(at.folder, "a file");
  await assert.rejects(at.project(1, base), {
    code: "FOLDER_OBSTRUCTED",
    hint: /elsewhere|another place/,
  });
  assert.equal(readFileSync(at.folder, "utf8"), "a file");
});
