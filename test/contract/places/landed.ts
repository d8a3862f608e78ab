// A scene whose one job has landed.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { put } from "../workspace-folder.ts";
import { ana, type Scene, scene } from "./scene.ts";

/** A landing that changes a.txt, adds new/c.txt and removes src/b.txt. */
export const landed = async ({ places, site, base }: Scene): Promise<string> => {
  const place = await places.open(site, "k", base, true);
  put(place, "a.txt", "A\n");
  put(place, "new/c.txt", "c\n");
  rmSync(join(place, "src/b.txt"));
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  const merged = await places.merge(site, base, taken.work.commit, "land\n", { as: "landing" });
  assert.ok(merged.is === "merged");
  await places.keep(site, 1, merged.merged.commit);
  return merged.merged.commit;
};
export const landedScene = async (t: TestContext) => {
  const told = await scene(t);
  return {
    ...told,
    commit: await landed(told),
    file: (path: string) => readFileSync(join(told.root, path), "utf8"),
  };
};
