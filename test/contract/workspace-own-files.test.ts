// Tests of additions to people's files: concurrent writers, damage, links.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { OwnFiles } from "../../src/workspace/workspace.ts";
import { ownFolder, put } from "./workspace-folder.ts";

const ownIn = async (t: TestContext): Promise<{ root: string; home: string; own: OwnFiles }> => {
  const root = join(ownFolder(t), "root");
  mkdirSync(root);
  const home = join(root, ".cairn");
  const workspace = await openWorkspace({ home });
  return { root, home, own: await workspace.ownFiles(root) };
};

test("a file is made once, with its folders; what is there stays", async (t) => {
  const { root, own } = await ownIn(t);
  assert.equal(await own.add("a/b/c.json", "one"), true);
  assert.equal(await own.add("a/b/c.json", "two"), false);
  assert.equal(readFileSync(join(root, "a/b/c.json"), "utf8"), "one");
  assert.deepEqual(readdirSync(join(root, "a/b")), ["c.json"]);
});

test("of many who change a shared file at once none is lost", async (t) => {
  const { root, home, own } = await ownIn(t);
  const others = await Promise.all(
    [1, 2, 3].map(async () => (await openWorkspace({ home })).ownFiles(root)),
  );
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      (others[index % 3] ?? own).rewrite("list.txt", (text) => ({
        text: `${text ?? ""}${index}\n`,
        broken: false,
      })),
    ),
  );
  const lines = readFileSync(join(root, "list.txt"), "utf8").trimEnd().split("\n");
  assert.deepEqual(
    lines.map(Number).toSorted((a, b) => a - b),
    Array.from({ length: 24 }, (_, index) => index),
  );
});

test("what can't be read is kept byte for byte before it is made anew", async (t) => {
  const { root, own } = await ownIn(t);
  const bytes = Buffer.from([0xff, 0x00, 0x7b]);
  put(root, "index.json", bytes);
  const kept = await own.rewrite("index.json", (text) => ({ text: "{}\n", broken: text === "" }));
  assert.deepEqual(readFileSync(kept ?? ""), bytes);
  assert.equal(readFileSync(join(root, "index.json"), "utf8"), "{}\n");
  assert.equal(
    await own.rewrite("index.json", (text) => ({ text: text ?? "", broken: false })),
    null,
  );
});

test("no path and no link leads out of the working tree", async (t) => {
  const { root, own } = await ownIn(t);
  const away = ownFolder(t);
  symlinkSync(away, join(root, "out"));
  mkdirSync(join(root, "in"));
  for (const path of [
    "../x.json",
    "/tmp/x.json",
    "out/x.json",
    "in/../../x.json",
    "out/new/x.json",
  ]) {
    await assert.rejects(
      own.add(path, "x"),
      (error) => error instanceof Fault && error.code === "PATH_OUTSIDE",
      path,
    );
    await assert.rejects(
      own.rewrite(path, () => ({ text: "x", broken: false })),
      (error) => error instanceof Fault,
      path,
    );
  }
  assert.deepEqual(readdirSync(away), []);
  assert.equal(existsSync(join(root, "../x.json")), false);
});
