// Lies about the working tree: hidden changes under an existing proof.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { runChecks } from "./setting.ts";

const stale = "of them on a tree that has changed since";

const change = ({ top }: Scene): void => writeFileSync(join(top, "README.md"), "another shop\n");
const told = (scene: Scene): Promise<string> => scene.say(["evidence", scene.run]);
/** The folders in which trees are measured. */
const store = ({ top }: Scene): string => {
  const trees = join(top, ".git/cairn/cache/trees");
  const found = readdirSync(trees).find((name) => existsSync(join(trees, name, "HEAD")));
  assert.ok(found !== undefined, "a tree was measured");
  return join(trees, found);
};
const inStore = (scene: Scene, ...words: readonly string[]): void => {
  const [folder, objects] = [store(scene), join(scene.top, ".git/cairn/cache/trees/objects")];
  const env = { ...process.env, GIT_OBJECT_DIRECTORY: objects };
  execFileSync("git", [`--git-dir=${folder}`, `--work-tree=${scene.top}`, ...words], {
    cwd: scene.top,
    env,
  });
};

/** `after`: what is done to the work once it was proved. */
const changed = (
  lie: string,
  after: (scene: Scene) => Promise<void> | void,
  more: Pick<Lie, "open" | "happens">,
  at: Lie["at"] = "checked",
): Lie => ({
  lie,
  at,
  sees: stale,
  counts: "checked",
  ...more,
  async tell(scene) {
    await after(scene);
    return told(scene);
  },
});
const seen = { happens: "its proof is that of another tree, and says so" } as const;
const open = (why: string): Pick<Lie, "open" | "happens"> => ({
  happens: "its proof goes on counting for the work as it is now",
  open: why,
});
const uncommitted = open(
  "only in a repository without a commit: there checks run in the checkout itself, and a proof sees what git sees of it; with one they run on a commit, in a checkout of their own",
);

/** A document that the run keeps beside its own files. */
const design = ({ folder }: Scene, text: string): void =>
  writeFileSync(join(folder, "design.md"), text);

export const byTree: readonly Lie[] = [
  changed("a file is changed after its proof", change, seen),
  changed(
    "the cache of tree digests is given a filter, so that a changed file looks as before",
    (scene) => {
      writeFileSync(join(store(scene), "info/attributes"), "* filter=same\n");
      inStore(scene, "config", "filter.same.clean", "echo a shop");
      change(scene);
    },
    seen,
  ),
  changed(
    "the cache of tree digests is told to take a changed file for unchanged",
    (scene) => {
      inStore(scene, "update-index", "--assume-unchanged", "README.md");
      change(scene);
    },
    uncommitted,
  ),
  changed(
    "the cache of tree digests is told to leave a changed file out of its sight",
    (scene) => {
      inStore(scene, "update-index", "--skip-worktree", "README.md");
      change(scene);
    },
    uncommitted,
  ),
  changed(
    "git's own index is told to leave a changed file out of its sight",
    (scene) => {
      const git = (...words: readonly string[]): void =>
        void execFileSync("git", words, { cwd: scene.top });
      git("add", "README.md");
      git("update-index", "--skip-worktree", "README.md");
      change(scene);
    },
    seen,
  ),
  changed(
    "an empty folder is made, which a check may ask for",
    ({ top }) => mkdirSync(join(top, "built")),
    uncommitted,
  ),
  changed(
    "a named pipe is put among the work, which a check may read",
    ({ top }) => void execFileSync("mkfifo", [join(top, "built")]),
    uncommitted,
  ),
  changed(
    "work in a folder that git ignores is emptied after its proof",
    async (scene) => {
      const at = join(scene.top, "coverage");
      writeFileSync(join(scene.top, ".git/info/exclude"), "coverage/\n");
      mkdirSync(at);
      writeFileSync(join(at, "index.html"), "100 %\n");
      await scene.with((system) => runChecks(system, scene.run));
      rmSync(at, { recursive: true });
    },
    uncommitted,
    "reported",
  ),
  changed(
    "work in a repository within the work, which its own exclude file covers, is emptied after its proof",
    async (scene) => {
      const inner = join(scene.top, "lib");
      execFileSync("git", ["init", "--quiet", inner]);
      writeFileSync(join(inner, ".git/info/exclude"), "built/\n");
      mkdirSync(join(inner, "built"));
      writeFileSync(join(inner, "built/index.html"), "100 %\n");
      await scene.with((system) => runChecks(system, scene.run));
      rmSync(join(inner, "built"), { recursive: true });
    },
    uncommitted,
    "reported",
  ),
  changed(
    "content is swapped while a check reads it, and put back before the tree is measured",
    async (scene) => {
      const beside = (name: string): string => join(scene.handed, name);
      const over = new AbortController();
      const seen = async (name: string): Promise<void> => {
        while (!over.signal.aborted && !existsSync(beside(name))) await setTimeout(20);
      };
      const work = join(scene.top, "README.md");
      writeFileSync(beside("other.md"), "a good shop\n");
      const ran = scene.cairn(["run", scene.run]).finally(() => over.abort());
      await seen("began");
      renameSync(work, beside("own.md"));
      renameSync(beside("other.md"), work);
      writeFileSync(beside("swapped"), "");
      await seen("read");
      renameSync(work, beside("other.md"));
      renameSync(beside("own.md"), work);
      writeFileSync(beside("back"), "");
      await ran;
      assert.match(
        await scene.say(["evidence", scene.run, "N-002"]),
        /^N-002 proved .* exit 0, tree \w+/u,
      );
    },
    uncommitted,
    "slow check due",
  ),
  changed(
    "a document in the run's own folder is rewritten after its proof",
    async (scene) => {
      design(scene, "as it was tried\n");
      await scene.with((system) => runChecks(system, scene.run));
      design(scene, "as nobody tried it\n");
    },
    open("a proof is of the work, and the documents in the run's folder aren't part of it"),
    "reported",
  ),
];
