// Modes by which an agent locks a place, as they meet a user who isn't root.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, contentOf, scene, type Scene } from "./scene.ts";

const nobody = 65_534;

/** A scene of a user whom modes hold back; root becomes one for as long as it lasts. */
const plainScene = async (t: TestContext): Promise<Scene> => {
  const told = await scene(t);
  if (process.geteuid?.() !== 0) return told;
  const home = process.env["HOME"] ?? "";
  process.env["HOME"] = told.top;
  execFileSync("chown", ["-R", `${nobody}:${nobody}`, told.top]);
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  t.after(() => {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.env["HOME"] = home;
  });
  return told;
};

for (const [name, [act, changed]] of Object.entries<
  readonly [(place: string) => void, readonly string[]]
>({
  "files that can't be read": [
    (place) => {
      put(place, "new.txt", "new\n");
      put(place, "a.txt", "A\n");
      chmodSync(join(place, ".git/HEAD"), 0);
      for (const path of ["new.txt", "a.txt"]) chmodSync(join(place, path), 0);
    },
    ["a.txt", "new.txt"],
  ],
  "a folder of tracked files that can't be entered": [
    (place) => {
      put(place, "src/b.txt", "B\n");
      put(place, "src/new.txt", "new\n");
      chmodSync(join(place, "src"), 0);
    },
    ["src/b.txt", "src/new.txt"],
  ],
  "new folders that can't be read or written": [
    (place) => {
      put(place, "deep/er/x.txt", "x\n");
      put(place, "made/er/x.txt", "x\n");
      for (const path of ["deep/er", "deep", "made/er", "made"])
        chmodSync(join(place, path), path === "deep" ? 0o500 : 0);
    },
    ["deep/er/x.txt"],
  ],
  "the place itself, and its repository": [
    (place) => {
      put(place, "a.txt", "A\n");
      mkdirSync(join(place, "empty"));
      for (const path of [".git/objects/info", ".git/objects", ".git", "src", "."])
        chmodSync(join(place, path), path === "." ? 0o500 : 0);
    },
    ["a.txt"],
  ],
})) {
  test(`${name}: all is taken, and the next job gets the slot as it is to be`, async (t) => {
    const { places, site, base } = await plainScene(t);
    const place = await places.open(site, "k", base, true);
    act(place);
    const taken = await places.take(site, "k", base, ana, "m\n");
    assert.ok(taken.is === "taken");
    assert.deepEqual(
      (await places.changes(site, base, taken.work.commit)).map(({ path }) => path),
      changed,
    );
    await places.free(site, "k");
    const next = await places.open(site, "next", base, true);
    assert.deepEqual(contentOf(next), {
      "a.txt": "a\n",
      "src/b.txt": "b\n",
      ".gitignore": "made/\n",
    });
    assert.equal(gitIn(next, "status", "--porcelain", "--ignored"), "");
    put(next, "src/c.txt", "c\n");
  });
}

test("a folder for places that can't be written is a fault that says so", async (t) => {
  const { places, site, base, top, user } = await plainScene(t);
  process.env["CAIRN_PLACES"] = join(top, "closed/places");
  mkdirSync(join(top, "closed"));
  chmodSync(join(top, "closed"), 0o500);
  const before = user();
  await assert.rejects(places.open(site, "k", base, true), { code: "FOLDER_UNWRITABLE" });
  assert.equal(user(), before);
});
