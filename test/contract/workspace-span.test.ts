// Tests of spans: changed paths and commits between moments, rewritten history, unknown trees.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Ask } from "../../src/core/protocol.ts";
import type { Moment } from "../../src/core/span.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";

const opened = async (t: TestContext, files: Readonly<Record<string, string>>) => {
  const folder = ownFolder(t);
  const root = join(folder, "work");
  repositoryIn(root, files);
  const workspace = await openWorkspace({ home: join(folder, "work", ".cairn") });
  const ground = {
    root,
    place: join(root, ".claude/iterative/x"),
    ignores: [".claude/iterative/x/state.json"],
  };
  const ask = (what: Ask) => workspace.facts(ground, what, "");
  const now = async (): Promise<Moment> => {
    const { tree, head } = await ask({ tree: true });
    return { tree, head };
  };
  return {
    root,
    ask,
    now,
    span: async (from: Moment, to: Moment | null = null) =>
      (await ask({ span: { from, to } })).span,
  };
};

test("a span tells changed paths, and commits with theirs; what isn't committed is in none", async (t) => {
  const { root, now, span } = await opened(t, { "src/a.ts": "a\n", "src/b.ts": "b\n" });
  const from = await now();
  put(root, "src/a.ts", "A\n");
  put(root, "neu/ü 'x'.ts", "n\n");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "feat(x): first\n\nwith a body");
  rmSync(join(root, "src/b.ts"));
  gitIn(root, "commit", "-q", "-a", "-m", "second");
  const middle = await now();
  put(root, "src/c.ts", "c\n");
  const found = await span(from);
  assert.deepEqual(
    found?.changed.toSorted((one, two) => (one.path < two.path ? -1 : 1)),
    [
      { path: "neu/ü 'x'.ts", how: "added" },
      { path: "src/a.ts", how: "modified" },
      { path: "src/b.ts", how: "deleted" },
    ],
  );
  assert.deepEqual(
    found?.commits.map(({ subject, paths }) => ({ subject, paths: paths.toSorted() })),
    [
      { subject: "feat(x): first", paths: ["neu/ü 'x'.ts", "src/a.ts"] },
      { subject: "second", paths: ["src/b.ts"] },
    ],
  );
  assert.equal(found?.commits.at(-1)?.hash, middle.head);
  assert.deepEqual([found?.known, found?.rewritten], [true, false]);
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "third");
  assert.deepEqual(await span(from, middle), found, "till then, not till now");
});

test("rewritten history shows, also where the old commit is gone; a squash of the same content changes nothing else", async (t) => {
  const { root, now, span } = await opened(t, { "a.txt": "a\n" });
  put(root, "a.txt", "b\n");
  gitIn(root, "commit", "-q", "-a", "-m", "one");
  const from = await now();
  gitIn(root, "commit", "-q", "--amend", "-m", "other words");
  const amended = await span(from);
  assert.deepEqual([amended?.rewritten, amended?.changed, amended?.commits.length], [true, [], 1]);
  gitIn(root, "reflog", "expire", "--expire=now", "--all");
  gitIn(root, "gc", "-q", "--prune=now");
  const gone = await span(from);
  assert.deepEqual([gone?.rewritten, gone?.known, gone?.changed], [true, true, []]);
  gitIn(root, "reset", "-q", "--hard", "HEAD~1");
  const back = await span(
    await now().then(({ tree }) => ({ tree, head: amended?.to.head ?? null })),
  );
  assert.deepEqual([back?.rewritten, back?.commits], [true, []]);
});

test("what nobody measured, or what is gone from the cache, isn't known", async (t) => {
  const { now, span } = await opened(t, { "a.txt": "a\n" });
  const { head } = await now();
  assert.equal((await span({ tree: null, head }))?.known, false);
  assert.equal((await span({ tree: "0".repeat(40), head }))?.known, false);
  assert.equal((await span({ tree: "--help", head: "--help" }))?.known, false);
});

test("contents: one digest a name, by what lies there and nothing else", async (t) => {
  const { root, ask, now } = await opened(t, {
    "src/a.ts": "a\n",
    "src/b.ts": "b\n",
    "docs/x.md": "x\n",
    ".gitignore": "secret.txt\nbuilt/\n",
  });
  const asks = {
    a: { globs: ["src/a.ts"] },
    src: { globs: ["src/*.ts"] },
    docs: { globs: ["docs"] },
    none: { globs: ["nowhere/**"] },
    all: { globs: null },
    hidden: { globs: ["secret.txt", "built"] },
    place: { globs: [".claude/iterative/x/outputs/r.md"] },
  };
  const measured = async () => (await ask({ contents: asks })).contents ?? {};
  const first = await measured();
  const { tree } = await now();
  assert.deepEqual(
    [first["none"], first["hidden"], first["place"], first["all"]],
    [null, null, null, tree],
  );
  put(root, "src/b.ts", "B\n");
  assert.deepEqual(await measured(), first, "not committed");
  gitIn(root, "commit", "-q", "-a", "-m", "b");
  const second = await measured();
  const differ = (one: typeof first, two: typeof first): readonly string[] =>
    Object.keys(asks).filter((name) => one[name] !== two[name]);
  assert.deepEqual(differ(first, second), ["src", "all"]);
  gitIn(root, "commit", "-q", "--allow-empty", "-m", "the same content");
  assert.deepEqual(differ(second, await measured()), []);
  put(root, "secret.txt", "s\n");
  put(root, "built/deep/o.js", "o\n");
  put(root, ".claude/iterative/x/state.json", "{}\n");
  const third = await measured();
  assert.deepEqual(
    differ(second, third),
    ["hidden"],
    "ignored files that are named, but not what the run ignores",
  );
  put(root, ".claude/iterative/x/outputs/r.md", "r\n");
  assert.deepEqual(
    differ(third, await measured()),
    ["place"],
    "what is named in the run's folder, as it lies there",
  );
  const then = (
    await ask({ contents: { src: { globs: ["src/*.ts"], tree: first["all"] ?? null } } })
  ).contents;
  assert.equal(then?.["src"], first["src"], "as it was then");
});

test("contents: litter is left out, unless it is named", async (t) => {
  const { root, ask } = await opened(t, {
    "src/a.ts": "a\n",
    "src/run.log": "1\n",
    "data/raw.log": "1\n",
  });
  const except = ["**/*.log"];
  const asks = {
    all: { globs: null, except },
    src: { globs: ["src/**"], except },
    named: { globs: ["src/run.log"], except },
    folder: { globs: ["data/"], except },
    none: { globs: ["data/**"], except },
  };
  const measured = async () => (await ask({ contents: asks })).contents ?? {};
  const first = await measured();
  put(root, "src/run.log", "2\n");
  put(root, "data/raw.log", "2\n");
  gitIn(root, "commit", "-q", "-a", "-m", "litter");
  const second = await measured();
  assert.deepEqual(
    Object.keys(asks).filter((name) => first[name] !== second[name]),
    ["named", "folder"],
  );
  assert.equal(first["none"], null);
});
