// Facts of a commit: those of its clean working tree, whatever lies on disk.
import assert from "node:assert/strict";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import type { Ask, Facts } from "../../src/core/protocol.ts";
import type { Ground } from "../../src/workspace/workspace.ts";
import { committed, dirty, place, state, told } from "./workspace-committed.ts";
import { gitIn, put } from "./workspace-folder.ts";
import { isSpoolJob } from "../../src/workspace/spool/read.ts";
import { spoolJob } from "./workspace-spool-job.ts";
import { started } from "./workspace-started.ts";

test("a commit tells of itself what its clean working tree tells, whatever comes to lie there or is committed on top", async (t) => {
  const at = await committed(t);
  const [, , third] = at.commits;
  const clean = await told(at, at.tree);
  assert.deepEqual(await told(at, at.at(third)), clean);
  dirty(at);
  assert.deepEqual(await told(at, at.at(third)), clean, "a dirty tree");
  assert.notDeepEqual(await told(at, at.tree), clean);
  at.commit("fourth");
  assert.deepEqual(await told(at, at.at(third)), clean, "a commit on top");
});

test("what a commit tells is what it has", async (t) => {
  const at = await committed(t);
  const [first, second, third] = at.commits;
  dirty(at);
  const ask = (id: string, what: Ask): Promise<Facts> => at.workspace.facts(at.at(id), what, "");
  const { tree, head, files } = await ask(second, {
    tree: true,
    files: ["src/a.ts", "src/b.ts", "in.ts", state],
  });
  assert.deepEqual({ tree, head }, at.moment(second));
  assert.deepEqual(
    [files["src/a.ts"]?.text, files["src/b.ts"]?.text, files["in.ts"], files[state]?.text],
    ["A\n", "b\n", null, '{"v":1}\n'],
  );
  const { span } = await ask(third, { span: { from: at.moment(first), to: null } });
  assert.deepEqual([span?.known, span?.rewritten], [true, false]);
  assert.deepEqual(
    span?.commits.map(({ hash }) => hash),
    [second, third],
  );
  assert.ok(span?.changed.some(({ path, how }) => path === "src/b.ts" && how === "deleted"));
  const links = [
    "in.ts",
    "in.ts/",
    "folder",
    "archive/shop-1/far.ts",
    "loop",
    "out.txt",
    "archive/up.txt",
    "dangling",
    "src/a.ts/",
  ];
  assert.deepEqual(Object.entries((await ask(third, { named: links })).named ?? {}), [
    ["in.ts", { is: "file", digest: digest("A\n"), link: true }],
    ["in.ts/", { is: "missing", digest: null }],
    ["folder", { is: "folder", digest: null, link: true }],
    ["archive/shop-1/far.ts", { is: "file", digest: digest("A\n"), link: true }],
    ["loop", { is: "outside", digest: null }],
    ["out.txt", { is: "outside", digest: null }],
    ["archive/up.txt", { is: "outside", digest: null }],
    ["dangling", { is: "missing", digest: null }],
    ["src/a.ts/", { is: "missing", digest: null }],
  ]);
  for (const path of ["loop", "out.txt", "archive/up.txt", "../outside.txt", "a\0b"]) {
    await assert.rejects(ask(third, { files: [path] }), { code: "PATH_OUTSIDE" }, path);
    await assert.rejects(at.workspace.bytes(at.at(third), path), { code: "PATH_OUTSIDE" }, path);
  }
  await assert.rejects(ask(third, { folders: [{ folder: "..", ending: "" }] }), {
    code: "PATH_OUTSIDE",
  });
});

test("the run's documents are no work where a commit has them, and are read from disk", async (t) => {
  const at = await committed(t);
  const [, , third] = at.commits;
  gitIn(at.root, "add", "-f", state, `${place}/outputs/r.md`);
  const fourth = at.commit("documents");
  put(at.root, state, '{"v":2}\n');
  put(at.root, `${place}/outputs/r.md`, "R\n");
  const from = at.moment(third);
  const contents = {
    all: { globs: null },
    then: { globs: null, tree: from.tree },
    named: { globs: [`${place}/state.*`] },
    rest: { globs: null, except: ["src"] },
  };
  const ask: Ask = {
    changed: from.tree ?? "",
    span: { from, to: null },
    contents,
    files: [state, `${place}/outputs/r.md`],
  };
  const facts = await at.workspace.facts(at.at(fourth), ask, "");
  const output = [{ path: `${place}/outputs/r.md`, how: "added" }];
  assert.deepEqual([facts.changed, facts.span?.changed], [output, output]);
  assert.deepEqual(
    facts.span?.commits.map(({ paths }) => paths),
    [[`${place}/outputs/r.md`]],
  );
  assert.deepEqual(
    Object.values(facts.files).map((file) => file?.text),
    ['{"v":2}\n', "R\n"],
  );
  assert.equal(facts.contents?.["named"], null);
  gitIn(at.root, "add", "-f", state);
  const fifth = at.commit("a document alone");
  assert.equal(
    (await at.workspace.facts(at.at(fifth), { changed: at.moment(fourth).tree ?? "" }, "")).changed
      .length,
    1,
    "the output",
  );
  gitIn(at.root, "checkout", "-q", fourth, "--", `${place}/outputs/r.md`);
  const sixth = at.commit("the output as it was");
  const again = await at.workspace.facts(at.at(sixth), ask, "");
  assert.notEqual(at.moment(sixth).tree, at.moment(fourth).tree);
  assert.deepEqual(again.contents, facts.contents, "other bytes of a document");
  assert.notEqual(facts.contents?.["all"], facts.contents?.["then"], "the output counts");
});

test("a file that is too large isn't read from a commit either", async (t) => {
  const at = await committed(t);
  put(at.root, "large.bin", "");
  truncateSync(join(at.root, "large.bin"), 65 * 1024 * 1024);
  const ground = at.at(at.commit("large"));
  assert.deepEqual((await at.workspace.facts(ground, { named: ["large.bin"] }, "")).named, {
    "large.bin": { is: "unreadable", digest: null },
  });
  const { files } = await at.workspace.facts(
    ground,
    { files: ["large.bin", "src/a.ts"], lenient: true },
    "",
  );
  assert.deepEqual([files["large.bin"], files["src/a.ts"]?.text], [null, "A\n"]);
  await assert.rejects(at.workspace.bytes(ground, "large.bin"), { code: "FILE_OVERSIZED" });
});

test("a repository of the longer hash tells of its commits", async (t) => {
  const at = await committed(t, "sha256");
  const [first, , third] = at.commits;
  const facts = await at.workspace.facts(
    at.at(third),
    { tree: true, files: ["in.ts"], span: { from: at.moment(first), to: null } },
    "",
  );
  assert.deepEqual({ tree: facts.tree, head: facts.head }, at.moment(third));
  assert.deepEqual([facts.files["in.ts"]?.text, facts.span?.commits.length], ["A\n", 2]);
});

test("a commit that isn't there, or no id, is a fault, and what lies on disk is no answer", async (t) => {
  const at = await committed(t);
  const [, , third] = at.commits;
  for (const id of [
    "1".repeat(40),
    "HEAD",
    third.slice(0, 10),
    `${third}\ninfo HEAD`,
    at.moment(third).tree ?? "",
  ])
    await assert.rejects(at.workspace.bytes(at.at(id), "src/a.ts"), { code: "GIT_FAILED" }, id);
  put(at.folder, "tree", "x".repeat(60));
  const damaged = gitIn(
    at.git,
    "hash-object",
    "-w",
    "-t",
    "tree",
    "--literally",
    join(at.folder, "tree"),
  );
  const broken = at.at(gitIn(at.git, "commit-tree", "-m", "broken", damaged));
  await assert.rejects(at.workspace.facts(broken, { named: ["a"] }, ""), {
    code: "GIT_FAILED",
    message: /readable tree/u,
  });
  const nowhere: Ground = {
    ...at.tree,
    at: { git: join(at.folder, "nowhere.git"), commit: third },
  };
  await assert.rejects(at.workspace.facts(nowhere, { tree: true }, ""), { code: "GIT_FAILED" });
  rmSync(join(at.git, "objects/info/alternates"));
  await assert.rejects(
    at.workspace.facts(
      at.at(third),
      { files: ["src/a.ts"], lenient: true, named: ["src/a.ts"] },
      "",
    ),
    {
      code: "GIT_FAILED",
    },
  );
});

test("names are those that lie in the checkout: another run's folder there is in no commit", async (t) => {
  const at = await committed(t);
  put(at.root, ".claude/iterative/archive/shop-2026-01-08/state.json", "{}\n");
  const folder = ".claude/iterative/archive";
  const { names } = await at.workspace.facts(
    at.at(at.commits[2]),
    { names: [folder, "nowhere"] },
    "",
  );
  assert.deepEqual(names, { [folder]: ["shop-2026-01-08"], nowhere: [] });
});

test("one process reads all files of a commit, and none what isn't asked of it", async (t) => {
  const at = await committed(t);
  const ground = at.at(at.commits[2]);
  const files = ["src/a.ts", "in.ts", "archive/shop-1/far.ts"];
  const read = (ask: Ask): Promise<readonly string[]> =>
    started(t, at.folder, () => at.workspace.facts(ground, ask, ""));
  assert.deepEqual(
    await read({ tree: true, files, named: files, folders: [{ folder: "src", ending: ".ts" }] }),
    ["cat-file"],
  );
  assert.deepEqual(await read({ files: [state] }), []);
});

test("a job's entry in the spool names the commit whole or not at all", () => {
  const job = spoolJob("r1", 1);
  const reads = (at: unknown): boolean => isSpoolJob({ ...job, ground: { ...job.ground, at } });
  assert.deepEqual([undefined, { git: "/store.git", commit: "1".repeat(40) }].map(reads), [
    true,
    true,
  ]);
  assert.deepEqual([null, {}, { git: "/store.git" }, { git: 1, commit: "1" }, "HEAD"].map(reads), [
    false,
    false,
    false,
    false,
    false,
  ]);
});
