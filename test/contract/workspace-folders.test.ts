// Tests of reading whole folders: plain files by ending, folder patterns, no links.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder, put } from "./workspace-folder.ts";

test("the plain files of a folder that end so are told, sorted, with their paths as they were asked for", async (t) => {
  const folder = ownFolder(t);
  const root = join(folder, "shop");
  for (const name of ["b.json", "a.json", "a.txt", "deep/c.json"])
    put(root, join("lists", name), name);
  put(folder, "outside.json", "secret");
  symlinkSync(join(folder, "outside.json"), join(root, "lists/link.json"));
  mkdirSync(join(root, "lists/d.json"));
  symlinkSync(folder, join(root, "away"));
  const workspace = await openWorkspace({ home: join(folder, ".cairn") });
  const ask = async (
    at: string,
    ending = ".json",
  ): Promise<readonly (readonly [string, string | undefined])[]> => {
    const facts = await workspace.facts(
      { root, place: null, ignores: [] },
      { folders: [{ folder: at, ending }] },
      "",
    );
    return Object.entries(facts.files).map(([path, file]) => [path, file?.text]);
  };
  assert.deepEqual(await ask("lists"), [
    ["lists/a.json", "a.json"],
    ["lists/b.json", "b.json"],
  ]);
  assert.deepEqual(await ask("nowhere"), []);
  assert.deepEqual(await ask(folder, "outside.json"), [[`${folder}/outside.json`, "secret"]]);
  await assert.rejects(ask("away"), { code: "PATH_OUTSIDE" });
  await assert.rejects(ask("../"), { code: "PATH_OUTSIDE" });
});

test("a pattern as the last name means each folder that fits, and names are told without reading anything", async (t) => {
  const root = join(ownFolder(t), "shop");
  for (const name of ["shop-20260102", "shop-20260101", "other-20260101"])
    put(root, `archive/${name}/guardrails.md`, name);
  put(root, "archive/shop-file", "no folder");
  symlinkSync(join(root, ".."), join(root, "archive/shop-link"));
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const ask = {
    folders: [{ folder: "archive/shop-2*", ending: "guardrails.md" }],
    names: ["archive", "nowhere"],
  };
  const { files, names } = await workspace.facts(ground, ask, "");
  assert.deepEqual(Object.keys(files), [
    "archive/shop-20260101/guardrails.md",
    "archive/shop-20260102/guardrails.md",
  ]);
  assert.deepEqual(names, {
    archive: ["other-20260101", "shop-20260101", "shop-20260102", "shop-file", "shop-link"],
    nowhere: [],
  });
  await assert.rejects(
    workspace.facts(ground, { folders: [{ folder: "archive/shop-l*", ending: ".md" }] }, ""),
    { code: "PATH_OUTSIDE" },
  );
});
