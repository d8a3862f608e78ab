// Tests of projecting over own files that have outgrown the read limit.
import assert from "node:assert/strict";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { put } from "./workspace-folder.ts";
import { base, scene } from "./workspace-scene.ts";

test("a file of ours that has grown beyond what is read of others is replaced all the same; an edit of it waits for its author", async (t) => {
  const at = await scene(t);
  const long = (last: string): string => `${"x".repeat(64 * 1024 * 1024)}${last}`;
  assert.equal((await at.project(1, { ...base, "notes.md": long("1") })).written.length, 3);
  utimesSync(join(at.folder, "notes.md"), 1, 1);
  assert.deepEqual(await at.drift(), []);
  assert.deepEqual(await at.project(2, { ...base, "notes.md": long("22") }), {
    written: ["notes.md"],
    older: false,
    drift: [],
  });
  put(at.folder, "notes.md", long("333"));
  await assert.rejects(at.drift(), { code: "FILE_OVERSIZED", hint: /written again/u });
  rmSync(join(at.folder, "notes.md"));
  assert.deepEqual((await at.project(3, { ...base, "notes.md": "short" })).written, ["notes.md"]);
});
