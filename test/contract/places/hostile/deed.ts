// A place in which an agent does as it likes, and what is looked at afterwards.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Collected } from "../../../../src/workspace/places.ts";
import { gitIn, put } from "../../workspace-folder.ts";
import { ana, contentOf, type Scene, scene } from "../scene.ts";

export const files = { "a.txt": "a\n", "src/b.txt": "b\n", ".gitignore": "made/\n" };

type Told = Scene & { readonly place: string };
/** What is taken after an agent's deed, as paths from the base; afterwards another job gets the very slot, and must find the base there. */
export const after = async (t: TestContext, deed: (told: Told) => void | Promise<void>) => {
  const told = await scene(t, files);
  const { places, site, base, user, root } = told;
  const before = user();
  const place = await places.open(site, "k", base, true);
  await deed({ ...told, place });
  const taken = await places.take(site, "k", base, ana, "left\n");
  const changed =
    taken.is === "nothing"
      ? []
      : (await places.changes(site, base, taken.work.commit)).map(({ path }) => path);
  await places.free(site, "k");
  const next = await places.checkout(site, "check", base);
  assert.deepEqual(contentOf(next), files);
  assert.equal(gitIn(next, "status", "--porcelain", "--ignored"), "");
  assert.equal(gitIn(next, "log", "--format=%s", "--all"), "first");
  assert.equal(user(), before);
  assert.equal(gitIn(root, "fsck", "--strict", "--no-dangling"), "");
  return { ...told, place, taken, changed };
};
export const commitsOf = (taken: Collected): number =>
  taken.is === "taken" ? taken.commits.length : 0;

export const edit = (place: string): void => put(place, "a.txt", "A\n");
export const commit = (place: string, message = "mine"): void => {
  gitIn(place, "add", "-A");
  gitIn(place, "commit", "-qm", message);
};
