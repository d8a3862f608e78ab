// What tools leave in a place: not taken where it is new and uncommitted, and named once; what people track, keep or un-ignore is.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gitIn } from "../workspace-folder.ts";
import { ana, type Scene, scene } from "./scene.ts";

const work = async (here: Scene, paths: readonly string[], keep?: readonly string[]) => {
  const site = { ...here.site, keep };
  const place = await here.places.open(site, "job-1", here.base, true);
  for (const path of paths) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), `${path}\n`);
  }
  return {
    place,
    take: async () => {
      const taken = await here.places.take(site, "job-1", here.base, ana, "Work");
      const files =
        taken.is === "nothing"
          ? []
          : (await here.places.changes(site, here.base, taken.work.commit)).map(({ path }) => path);
      return {
        files: files.toSorted(),
        left: taken.left.map(({ path, why }) => `${why} ${path}`).toSorted(),
      };
    },
  };
};

test("litter of the languages used isn't taken, folders are named once, and source beside it is taken", async (t) => {
  const here = await scene(t, { "package.json": "{}\n", "tools/a.py": "a\n", "lib/a.js": "a\n" });
  const made =
    "node_modules/x/index.js node_modules/y/package.json web/dist/app.js .DS_Store coverage/lcov.info tools/__pycache__/a.pyc .venv/bin/python core.4711 a.js~ :(x)~";
  const real = "app.log bin/run build/make.js lib/b.js src/b.py src/dist/x.js target/x".split(" ");
  const { take } = await work(here, [...made.split(" "), ...real]);
  const taken = await take();
  assert.deepEqual(taken.files, real);
  const litter = [".DS_Store", ".venv", ":(x)~", "a.js~", "core.4711", "coverage", "node_modules"];
  assert.deepEqual(
    taken.left,
    [...litter, "tools/__pycache__", "web/dist"].map((path) => `litter ${path}`),
  );
});

test("a folder with tracked files, one that .gitignore takes back and one of `keep` are people's", async (t) => {
  const here = await scene(t, {
    "package.json": "{}\n",
    "dist/a.js": "a\n",
    "web/.gitignore": "!dist/\n",
  });
  const paths = ["dist/deep/b.js", "web/dist/c.js", "api/dist/d.js", "api/coverage/e"];
  const { take } = await work(here, paths, ["**/api/dist"]);
  assert.deepEqual(await take(), {
    files: ["api/dist/d.js", "dist/deep/b.js", "web/dist/c.js"],
    left: ["litter api/coverage"],
  });
});

test("what an agent committed lands and is named; nothing but litter is no work", async (t) => {
  const here = await scene(t, { "go.mod": "module x\n", "a.py": "a\n" });
  const { place, take } = await work(here, ["__pycache__/a.pyc", "__pycache__/b.pyc"]);
  assert.deepEqual(await take(), { files: [], left: ["litter __pycache__"] });
  gitIn(place, "add", ".");
  gitIn(place, "commit", "-qm", "All");
  assert.deepEqual(await take(), {
    files: ["__pycache__/a.pyc", "__pycache__/b.pyc"],
    left: ["committed __pycache__"],
  });
});
