// A repository whose record lies where older versions had it: in `.cairn` of the working tree.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { at, type Desk } from "./desk.ts";
import { shop as fresh } from "./one-file.ts";

export type Older = Desk & {
  readonly run: string;
  readonly old: string;
  readonly now: string;
  readonly git: (...words: readonly string[]) => string;
};

const gitIn =
  (root: string) =>
  (...words: readonly string[]): string =>
    execFileSync(
      "git",
      ["-C", root, "-c", "user.name=ana", "-c", "user.email=ana@example.org", ...words],
      { encoding: "utf8" },
    );

export const start = [
  "start",
  "ultrawork",
  "One file",
  "--plan",
  "plan.json",
  "--auto",
  "--no-baseline",
  "--session",
  "s",
];

/** A run that was begun in a worktree beside the main one, with the record where older versions had it. */
export const older = async (t: TestContext): Promise<Older> => {
  const here = fresh(t);
  const git = gitIn(here.root);
  git("add", "--all");
  git("commit", "--quiet", "-m", "begin");
  git("worktree", "add", "--quiet", "../side");
  const started = await here.cairn([...start, "--json"], { cwd: join(here.folder, "side") });
  assert.equal(started.exit, 0, started.err);
  const [old, now] = [join(here.root, ".cairn"), join(here.root, ".git/cairn")];
  renameSync(now, old);
  return { ...here, run: String(at(started.json(), "run")), old, now, git };
};
export const stayed = ({ old, now }: Older): boolean =>
  existsSync(join(old, "ledger.db")) && !existsSync(now);
