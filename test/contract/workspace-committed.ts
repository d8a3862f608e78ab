// A repository of three commits, a git directory that has its objects, and all that can be asked of its work.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Ask } from "../../src/core/protocol.ts";
import type { Moment } from "../../src/core/span.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Ground } from "../../src/workspace/workspace.ts";
import { gitIn, ownFolder, put } from "./workspace-folder.ts";

export const place = ".claude/iterative/x";
export const state = `${place}/state.json`;

/** A repository of three commits, its last one clean, and a bare git directory that has its objects as alternates. */
export const committed = async (t: TestContext, hash = "sha1") => {
  const folder = ownFolder(t);
  const root = join(folder, "work");
  mkdirSync(root);
  gitIn(root, "init", "-q", `--object-format=${hash}`);
  const commit = (message: string): string => {
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-q", "-m", message);
    return gitIn(root, "rev-parse", "HEAD");
  };
  put(root, ".gitignore", `*.secret\n.cairn\n/${place}\n`);
  put(root, "src/a.ts", "a\n");
  put(root, "src/b.ts", "b\n");
  put(root, "archive/shop-1/guard.md", "1\n");
  put(root, "archive/shop-2/guard.md", "2\n");
  const first = commit("first");
  put(root, "src/a.ts", "A\n");
  put(root, "neu/ü\n 'x'.ts", "n\n");
  const second = commit("feat(x): second");
  rmSync(join(root, "src/b.ts"));
  for (const [to, from] of [
    ["src/a.ts", "in.ts"],
    ["src", "folder"],
    ["../../src/../in.ts", "archive/shop-1/far.ts"],
    ["nowhere", "dangling"],
    ["loop", "loop"],
    ["../../outside.txt", "archive/up.txt"],
    [join(folder, "outside.txt"), "out.txt"],
    ["../guard.md", "archive/shop-2/link.md"],
  ] as const)
    symlinkSync(to, join(root, from));
  const third = commit("third");
  put(folder, "outside.txt", "secret");
  put(root, state, '{"v":1}\n');
  put(root, `${place}/outputs/r.md`, "r\n");
  const git = join(folder, "store.git");
  gitIn(folder, "init", "-q", "--bare", "--template=", `--object-format=${hash}`, git);
  put(git, "objects/info/alternates", `${join(root, ".git/objects")}\n`);
  const workspace = await openWorkspace({ home: join(folder, "home/.cairn") });
  const tree: Ground = { root, place: join(root, place), ignores: [state] };
  const at = (id: string): Ground => ({ ...tree, at: { git, commit: id } });
  const moment = (id: string): Moment => ({
    tree: gitIn(root, "rev-parse", `${id}^{tree}`),
    head: id,
  });
  return {
    folder,
    root,
    git,
    workspace,
    commits: [first, second, third] as const,
    commit,
    tree,
    at,
    moment,
  };
};
export type Committed = Awaited<ReturnType<typeof committed>>;

const asks = ({
  root,
  folder,
  commits: [first, second, third],
  moment,
}: Committed): Readonly<Record<string, Ask>> => ({
  nothing: {},
  tree: { tree: true },
  changed: { changed: moment(first).tree ?? "" },
  "changed since a tree that is gone": { changed: "1".repeat(40) },
  files: {
    files: [
      "src/a.ts",
      "./src/../src/a.ts",
      "in.ts",
      "folder/a.ts",
      "archive/shop-1/far.ts",
      "neu/ü\n 'x'.ts",
      ".gitignore",
      "src",
      "src/a.ts/",
      "src/a.ts/b",
      "src/b.ts",
      "dangling",
      "nowhere/a.ts",
      "constructor",
      join(root, "src/a.ts"),
      state,
      `${place}/outputs/r.md`,
      join(root, state),
    ],
  },
  lenient: {
    files: ["loop", "out.txt", "archive/up.txt", "../outside.txt", "src/a.ts"],
    lenient: true,
  },
  folders: {
    folders: [
      { folder: "src", ending: ".ts" },
      { folder: "folder", ending: ".ts" },
      { folder: "archive/shop-*", ending: ".md" },
      { folder: join(root, "src"), ending: "" },
      { folder: "src/a.ts", ending: "" },
      { folder: "nowhere", ending: "" },
      { folder, ending: ".txt" },
      { folder: `${place}/outputs`, ending: ".md" },
    ],
  },
  commits: { commits: [first, third, first.slice(0, 7), "1".repeat(40), "HEAD", "--all"] },
  span: { span: { from: moment(first), to: null } },
  "span till then": { span: { from: moment(first), to: moment(second) } },
  "span from nowhere": { span: { from: { tree: null, head: null }, to: null } },
  "span of what is gone": {
    span: { from: { tree: "1".repeat(40), head: "1".repeat(40) }, to: null },
  },
  contents: {
    contents: {
      all: { globs: null },
      then: { globs: null, tree: moment(first).tree },
      src: { globs: ["src/*.ts"] },
      "src then": { globs: ["src/*.ts"], tree: moment(first).tree },
      gone: { globs: ["src"], tree: "1".repeat(40) },
      rest: { globs: null, except: ["src/**"] },
      named: { globs: ["src/a.ts", "in.ts", "nowhere.ts"], except: ["**/*.ts"] },
      none: { globs: ["nowhere/**"] },
      place: { globs: [`${place}/outputs/r.md`] },
    },
  },
  named: {
    named: [
      "src/a.ts",
      "src",
      "",
      ".",
      "in.ts",
      "in.ts/",
      "folder",
      "folder/",
      "folder/a.ts",
      "archive/shop-1/far.ts",
      "loop",
      "out.txt",
      "archive/up.txt",
      "dangling",
      "src/b.ts",
      "src/a.ts/b",
      "../outside.txt",
      join(folder, "outside.txt"),
      "~/x",
      "a\0b",
      "constructor",
      join(root, "src/a.ts"),
      state,
      `${place}/outputs`,
    ],
  },
});

/** All that is told of a ground's work, by the name of what was asked. */
export const told = async (
  at: Committed,
  ground: Ground,
): Promise<Readonly<Record<string, unknown>>> => {
  const { workspace } = at;
  const facts: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(asks(at))) {
    facts[name] = await workspace.facts(ground, ask, "");
  }
  return {
    ...facts,
    bytes: String(await workspace.bytes(ground, "in.ts")),
    "bytes in the run's folder": String(await workspace.bytes(ground, state)),
    "no bytes": await workspace.bytes(ground, "src"),
  };
};

export const dirty = ({ root }: Committed): void => {
  put(root, "src/a.ts", "dirty\n");
  put(root, "src/new.ts", "new\n");
  put(root, "nowhere.ts", "new\n");
  put(root, "a.secret", "ignored\n");
  rmSync(join(root, "in.ts"));
  rmSync(join(root, "folder"));
  put(root, "archive/shop-3/guard.md", "3\n");
  gitIn(root, "add", "-A");
  put(root, "src/more.ts", "more\n");
};
