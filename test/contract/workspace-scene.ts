// Scene of projection tests: a real folder and a movable clock.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Drift, Projected, Workspace } from "../../src/workspace/workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

type Files = Readonly<Record<string, string>>;
type Scene = {
  readonly home: string;
  readonly folder: string;
  readonly workspace: Workspace;
  project(version: number, files: Files, settled?: Files): Promise<Projected>;
  drift(): Promise<readonly (readonly [path: string, text: string | null, half: boolean])[]>;
  text(path: string): string;
  later(ms: number): void;
};
export const scene = async (t: TestContext): Promise<Scene> => {
  const top = ownFolder(t);
  const [home, folder] = [join(top, ".cairn"), join(top, "run")];
  let ahead = 0;
  const workspace = await openWorkspace({ home, now: () => Date.now() + ahead });
  return {
    home,
    folder,
    workspace,
    project: async (version, files, settled = {}) => {
      const last = await workspace.last("r1");
      for (const [path, found] of Object.entries(settled)) {
        const { mark = 0 } = last[path] ?? {};
        await workspace.settle("r1", [{ path, digest: found, base: null, mark }]);
      }
      return workspace.project({ run: "r1", folder, version, files });
    },
    drift: async () =>
      (await workspace.drift("r1", folder, [])).map(({ path, text, half }) => [path, text, half]),
    text: (path) => readFileSync(join(folder, path), "utf8"),
    later: (ms) => void (ahead += ms),
  };
};
export const base: Files = {
  "session.json": '{"v":1}\n',
  "tasks/1.json": '{"id":"1"}\n',
  "notes.md": "one\n",
};
/** notes.md with another text than the one that was projected last. */
export const edited = (text: string): Drift => ({
  path: "notes.md",
  text,
  digest: digest(text),
  mark: 1,
  half: false,
  unreadable: null,
});
export const paths = (projected: Projected): readonly string[] =>
  projected.drift.map(({ path }) => path);
