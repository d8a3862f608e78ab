// Comparison of a story's files with the golden files; rewritten only on request.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const stories = join(import.meta.dirname, "stories");

/** Set to `write`, the kept files are replaced by what the rules make of the stories now. */
const rewrite = process.env["CAIRN_GOLDEN"] === "write";

const read = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

/** `files`: path below the story's folder → text. */
export const assertKept = (story: string, files: Readonly<Record<string, string>>): void => {
  const folder = join(stories, story);
  if (rewrite) {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const kept = read(folder);
  assert.deepEqual(Object.keys(files).toSorted(), Object.keys(kept).toSorted());
  for (const [path, text] of Object.entries(files))
    assert.equal(text, kept[path], `${story}/${path}`);
};

export const below = (
  folder: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
