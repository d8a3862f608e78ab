// Small repository and measuring helpers for tests of tree digests.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder, repositoryIn } from "./workspace-folder.ts";

export type Tree = (ignores?: readonly string[]) => Promise<string>;

export const digests = async (
  root: string,
  home: string,
  place: string | null = null,
): Promise<Tree> => {
  const workspace = await openWorkspace({ home });
  return async (ignores = []) => (await workspace.tree({ root, place, ignores })).tree;
};

export const shop = async (
  t: TestContext,
  files?: Readonly<Record<string, string>>,
): Promise<{ folder: string; root: string; tree: Tree }> => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "shop"), files);
  return { folder, root, tree: await digests(root, join(root, ".cairn")) };
};

/** The names of git's commands that are started meanwhile; but for `add`, which a look takes besides where it took long, as on a busy machine. */
export const started = async (
  t: TestContext,
  folder: string,
  act: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const trace = join(folder, "trace");
  writeFileSync(trace, "");
  process.env["GIT_TRACE"] = trace;
  t.after(() => delete process.env["GIT_TRACE"]);
  await act();
  delete process.env["GIT_TRACE"];
  return [...readFileSync(trace, "utf8").matchAll(/built-in: git (\S+)/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "add")
    .sort();
};
