// Session folders for tests of adoption and checking: the published example, and one that this program wrote.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { digest } from "../../src/core/hash.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { stage } from "../fixtures/stage.ts";

type Files = Readonly<Record<string, string>>;
export const filesBelow = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[relative(folder, path), readFileSync(path, "utf8")] as const] : [];
    }),
  );
const golden = join(import.meta.dirname, "..", "golden");
export const example = readFileSync(join(golden, "fixtures", "seed-session.json"), "utf8");
/** Of a run under way, with every document. */
export const workingFolder = join(golden, "stories", "complete", "working");
export const working = filesBelow(workingFolder);

export const foundOf = (files: Files, more: Partial<Source> = {}): Source => ({
  folder: "/home/ana/.claude/ultrawork/shop/sessions/abc",
  userHome: "/home/ana",
  files,
  digests: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
  unread: [],
  beside: [],
  options: {},
  ...more,
});
export const readOf = (files: Files): Promise<Adopted | Refusal | null> =>
  ultrawork.read(foundOf(files));
/** The run that a folder becomes, or why it becomes none. */
export const takeOver = async (files: Files) => {
  const adopted = await readOf(files);
  assert.ok(adopted !== null, "it is no folder of ultrawork");
  return isRefusal(adopted) ? adopted : stage(ultrawork, adopted.start);
};
