// Tests of cleanup after a kill between two steps of a swap: edits come back.
import assert from "node:assert/strict";
import { linkSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Projected } from "../../src/workspace/workspace.ts";
import { ownFolder, put } from "./workspace-folder.ts";

type Scene = {
  readonly home: string;
  readonly folder: string;
  project(version: number): Promise<Projected>;
  names(): readonly string[];
};
const scene = async (t: TestContext): Promise<Scene> => {
  const top = ownFolder(t);
  const [home, folder] = [join(top, ".cairn"), join(top, "run")];
  const workspace = await openWorkspace({ home });
  const project = (version: number): Promise<Projected> =>
    workspace.project({
      run: "r1",
      folder,
      version,
      files: { "tasks/1.json": `{"v":${version}}\n`, "notes.md": `${version}\n` },
    });
  await project(1);
  return {
    home,
    folder,
    project,
    names: () => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort(),
  };
};
const whole = ["notes.md", "tasks", "tasks/1.json"];
const hidden = (name: string, end: string): string => `.${name}.0123456789ab.cairn-${end}`;

test("half-written files and old bytes of ours go", async (t) => {
  const at = await scene(t);
  put(at.folder, `tasks/${hidden("1.json", "tmp")}`, '{"v":');
  put(at.folder, `tasks/${hidden("1.json", "old")}`, '{"v":1}\n');
  linkSync(join(at.folder, "notes.md"), join(at.folder, hidden("notes.md", "old")));
  put(at.folder, ".other.txt", "somebody's");
  assert.deepEqual((await at.project(2)).drift, []);
  assert.deepEqual(at.names(), [".other.txt", ...whole]);
});

test("an edit that was linked aside comes back to its place, and is told", async (t) => {
  const at = await scene(t);
  put(at.folder, hidden("notes.md", "old"), "mine\n");
  const { drift } = await at.project(2);
  assert.deepEqual(
    drift.map(({ path, text }) => [path, text]),
    [["notes.md", "mine\n"]],
  );
  assert.equal(readFileSync(join(at.folder, "notes.md"), "utf8"), "mine\n");
  assert.deepEqual(at.names(), whole);
});

test("an edit that was linked aside while a newer one stands in its place is kept", async (t) => {
  const at = await scene(t);
  put(at.folder, hidden("notes.md", "old"), "first\n");
  put(at.folder, "notes.md", "second\n");
  assert.deepEqual(
    (await at.project(2)).drift.map(({ text }) => text),
    ["second\n"],
  );
  assert.equal(readFileSync(join(at.home, "refused/r1/1-notes.md"), "utf8"), "first\n");
  assert.deepEqual(at.names(), whole);
});
