// Files by which git runs programs: a job's change of them is left out where it asks for more than before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

// Debian's git-lfs sets its filter for the whole system.
process.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
process.env["GIT_CONFIG_NOSYSTEM"] = "1";

const cases: readonly {
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly left: boolean;
}[] = [
  { title: "git-crypt", path: "sub/.gitattributes", text: "*.k filter=git-crypt\n", left: true },
  {
    title: "a filter that the user's git requires",
    path: ".gitattributes",
    text: "*.k filter=own\n",
    settings: { "filter.own.required": "true" },
    left: true,
  },
  {
    title: "a filter that nobody set",
    path: ".gitattributes",
    text: "*.k filter=x\n",
    left: false,
  },
  {
    title: "Git LFS without git-lfs",
    path: ".gitattributes",
    text: "*.bin filter=lfs\n",
    left: true,
  },
  {
    title: "Git LFS with git-lfs",
    path: ".gitattributes",
    text: "*.bin filter=lfs\n",
    settings: { "filter.lfs.clean": "git-lfs clean -- %f" },
    left: false,
  },
  {
    title: "a submodule whose address is a command",
    path: ".gitmodules",
    text: '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c true\n',
    left: true,
  },
  {
    title: "a submodule that is updated by a command",
    path: ".gitmodules",
    text: '[submodule "x"]\n\tpath = x\n\turl = ../x\n\tupdate = !true\n',
    left: true,
  },
  {
    title: "a submodule",
    path: ".gitmodules",
    text: '[submodule "x"]\n\tpath = x\n\turl = ../x\n',
    left: false,
  },
];

test("a job's change of such files is left out and named where it asks for a program, committed or not; any other lands", async (t) => {
  const { places, site, root, base } = await scene(t);
  const store = await places.store(root);
  for (const { title, path, text, settings = {}, left } of cases) {
    for (const [name, value] of Object.entries(settings)) gitIn(root, "config", name, value);
    for (const isCommitted of [false, true]) {
      const place = await places.open(site, "k", base, true);
      put(place, path, text);
      put(place, "a.txt", "changed\n");
      if (isCommitted) {
        gitIn(place, "add", "-A");
        const by = ["-c", "user.name=b", "-c", "user.email=b@cairn.invalid"];
        gitIn(place, ...by, "commit", "-qm", "mine");
      }
      const taken = await places.take(site, "k", base, ana, "work\n");
      assert.ok(taken.is === "taken", title);
      assert.deepEqual(taken.left, left ? [{ path, why: "demand" }] : [], title);
      const names = gitIn(store, "diff", "--name-only", base, taken.work.commit);
      assert.equal(names, left ? "a.txt" : [path, "a.txt"].toSorted().join("\n"), title);
      await places.free(site, "k");
    }
    for (const name of Object.keys(settings)) gitIn(root, "config", "--unset", name);
  }
});

test("a filter that the repository asked for before is no news", async (t) => {
  const { places, site, root } = await scene(t, { ".gitattributes": "*.k filter=own\n" });
  gitIn(root, "config", "filter.own.required", "true");
  const place = await places.open(site, "k", gitIn(root, "rev-parse", "HEAD"), true);
  put(place, ".gitattributes", "*.k filter=own\n*.l text\n");
  const base = gitIn(root, "rev-parse", "HEAD");
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.deepEqual(taken.is === "taken" && taken.left, []);
});
