// Tests of git calls against planted settings, filters, hooks and programs: none is run.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Moment } from "../../src/core/span.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";

const program = (folder: string, path: string, text: string): string => {
  put(folder, path, `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, path), 0o755);
  return join(folder, path);
};

/** Puts these into our own environment until the test is over. */
const environment = (t: TestContext, env: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(env)) {
    const before = process.env[name];
    process.env[name] = value;
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
};

/** All that is asked of git about a working tree. */
const everything = async (root: string, from: Moment | null): Promise<Moment> => {
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const missing = "0123456789012345678901234567890123456789";
  const { tree, head } = await workspace.facts(ground, { tree: true }, "");
  await workspace.facts(ground, { commits: [missing] }, "");
  await workspace.facts(ground, { span: { from: from ?? { tree, head }, to: null } }, "");
  await workspace.anchor("r1", {
    version: 1,
    head: "a".repeat(64),
    at: "2026-01-01T00:00:00Z",
    ledger: "l1",
  });
  assert.equal(await workspace.anchorInGit(ground, "r1", true), null);
  assert.deepEqual(await workspace.anchoredInGit(ground), ["r1"]);
  return { tree, head };
};

const settings = (ran: string): readonly (readonly [string, string])[] => [
  ["filter.evil.clean", ran],
  ["filter.evil.smudge", ran],
  ["filter.evil.process", ran],
  ["filter.evil.required", "true"],
  ["diff.evil.textconv", ran],
  ["diff.evil.command", ran],
  ["diff.external", ran],
  ["merge.evil.driver", ran],
  ["core.fsmonitor", ran],
  ["core.pager", ran],
  ["pager.status", ran],
  ["core.sshCommand", ran],
  ["core.alternateRefsCommand", ran],
  ["gpg.program", ran],
  ["log.showSignature", "true"],
  ["credential.helper", ran],
  ["status.submoduleSummary", "true"],
];

/** A repository with a submodule, in which all is changed. */
const planted = async (t: TestContext) => {
  const folder = ownFolder(t);
  const part = repositoryIn(join(folder, "part"), { "p.txt": "p\n" });
  const root = repositoryIn(join(folder, "shop"), { "a.txt": "a\n", "b.txt": "b\n" });
  gitIn(root, "submodule", "add", "-q", part, "lib");
  gitIn(root, "commit", "-q", "-m", "with a part");
  const ran = join(folder, "ran");
  const evil = program(folder, "evil", `touch ${ran}; cat`);
  return { folder, root, ran, evil, from: await everything(root, null) };
};
const changed = (root: string): void => {
  put(root, ".gitattributes", "* filter=evil diff=evil merge=evil\n");
  put(root, "a.txt", "A\n");
  put(root, "lib/p.txt", "P\n");
  put(root, "lib/.gitattributes", "* filter=evil\n");
};

test("git runs no filter, monitor, hook, converter or pager that the repository, or one within it, names", async (t) => {
  const { root, ran, evil, from, folder } = await planted(t);
  const own = join(root, ".git/modules/lib");
  for (const [name, value] of settings(evil)) {
    gitIn(root, "config", name, value);
    gitIn(root, `--git-dir=${own}`, "config", name, value);
  }
  for (const hook of ["post-index-change", "reference-transaction", "pre-commit", "post-checkout"])
    program(root, `.git/hooks/${hook}`, evil);
  changed(root);
  // What is missing would be fetched, by a program that the settings name.
  gitIn(root, "config", "core.repositoryFormatVersion", "1");
  gitIn(root, "config", "extensions.partialClone", "origin");
  gitIn(root, "config", "remote.origin.promisor", "true");
  gitIn(root, "config", "remote.origin.url", join(folder, "part"));
  gitIn(root, "config", "remote.origin.uploadpack", evil);
  await everything(root, from);
  assert.equal(existsSync(ran), false);
});

test("nor one that the user's own settings name", async (t) => {
  const { folder, root, ran, evil, from } = await planted(t);
  for (const [name, value] of settings(evil))
    gitIn(root, "config", "--file", join(folder, ".gitconfig"), name, value);
  gitIn(
    root,
    "config",
    "--file",
    join(folder, ".gitconfig"),
    "core.attributesFile",
    join(folder, "attributes"),
  );
  put(folder, "attributes", "* filter=evil diff=evil\n");
  environment(t, { HOME: folder, GIT_CONFIG_GLOBAL: join(folder, ".gitconfig") });
  changed(root);
  await everything(root, from);
  assert.equal(existsSync(ran), false);
});

test("git is that of PATH, but never one of the working tree, or of wherever one happens to be", async (t) => {
  const { folder, root, ran, from } = await planted(t);
  const text = `touch ${ran}; exit 1`;
  for (const path of ["shop/tools/git", "shop/node_modules/.bin/git"]) program(folder, path, text);
  mkdirSync(join(folder, "linked"));
  symlinkSync(join(root, "tools/git"), join(folder, "linked/git"));
  symlinkSync(join(root, "tools"), join(folder, "tools"));
  const before = ["", ".", "tools", join(root, "tools"), join(root, "node_modules/.bin")];
  environment(t, {
    PATH: [...before, join(folder, "linked"), join(folder, "tools"), process.env["PATH"]].join(
      delimiter,
    ),
  });
  await everything(root, from);
  assert.equal(existsSync(ran), false);
});
