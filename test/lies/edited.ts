// Helper of tests of lies by hand edit: change a file, run the next verb, read the output.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";

/** What the next verb says of the run, and what lies beside its files. */
export const looked = async (scene: Scene): Promise<string> => {
  const status = await scene.say(["status", scene.run]);
  return `${status} ${existsSync(join(scene.folder, "refused.md")) ? scene.text("refused.md") : ""}`;
};

type Change = Parameters<Scene["edit"]>[1];
export const edited =
  (path: string, change: Change): Lie["tell"] =>
  (scene) => {
    scene.edit(path, change);
    return looked(scene);
  };

/** A time that somebody would write. */
export const now = "2026-01-08T12:15:00Z";
