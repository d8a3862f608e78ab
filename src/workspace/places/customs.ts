// What a repository is used to in its commits: who makes them, how they are worded, and what its settings and hooks demand.
import { basename, dirname, join, resolve } from "node:path";
import { namesIn, trimmedText } from "../disk/look.ts";
import { lineOf, linesOf } from "../git/git.ts";
import type { Author, Customs } from "../places.ts";
import { inUsers, type Repository } from "./repository.ts";

/** How many of the last commits tell its custom. */
const most = 50;

const settingsOf = async (
  { git, root, user }: Repository,
  ...args: readonly string[]
): Promise<string> =>
  lineOf(
    await git({
      cwd: root,
      args: [`--git-dir=${user.own}`, ...args],
      also: [1, 128],
      settings: true,
    }),
  );

/** The user's commit identity, by git's settings alone; null: not configured. */
export const userIn = async (repository: Repository): Promise<Author | null> => {
  const words = ["-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"];
  const [, name, email] =
    /^(.+) <(.+)> \d+ \S+$/u.exec(await settingsOf(repository, ...words)) ?? [];
  return name === undefined || email === undefined ? null : { name, email };
};

const hookNames = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"];
/** What `git lfs install` writes: it only makes files read-only that can be locked. */
const isLfsHook = (path: string): boolean =>
  /^#!.*\ncommand -v git-lfs .*\ngit lfs post-commit "\$@"$/u.test(trimmedText(path) ?? "");

const bearing = String.raw`^(commit\.(gpgsign|template)|core\.hookspath|format\.signoff)$`;
/** Values of the settings that bear on commits, in git's order. */
const bearingIn = async (repository: Repository): Promise<(name: string) => readonly string[]> => {
  const told = await settingsOf(repository, "config", "-z", "--get-regexp", bearing);
  const entries = told.split("\0").map((entry) => entry.split("\n"));
  // Without a value a setting is on.
  return (name) => entries.flatMap(([one, value = "true"]) => (one === name ? [value.trim()] : []));
};

/** Hooks that `git commit` would run here. Husky puts one of each name into a folder of its own, and the user's beside it. */
const hooksIn = async (repository: Repository, isNamed: boolean): Promise<readonly string[]> => {
  const words = ["config", "--type=path", "--get-all", "core.hooksPath"];
  const all = isNamed ? await settingsOf(repository, ...words) : "";
  // The last one is the engine's own, which keeps hooks from running.
  const path = all.split("\n").at(-2) ?? "";
  const folder =
    path === "" ? join(repository.user.common, "hooks") : resolve(repository.root, path);
  const own = basename(folder) === "_" ? dirname(folder) : folder;
  const there = namesIn(own);
  return hookNames.filter((name) => there.includes(name) && !isLfsHook(join(own, name)));
};

/** @param commit where the last commits are counted from */
export const customs = async (repository: Repository, commit: string): Promise<Customs> => {
  const words = ["log", `-${most}`, "--no-merges", "--no-show-signature"];
  const form = "--format=%(trailers:key=Signed-off-by,valueonly,separator=%x2C)%x00%s";
  const last = linesOf(await inUsers(repository, [...words, form, commit, "--"])).map((line) =>
    line.split("\0"),
  );
  const valuesOf = await bearingIn(repository);
  const flag = (name: string): boolean =>
    /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/iu.test(valuesOf(name).at(-1) ?? "");
  const hooks = await hooksIn(repository, valuesOf("core.hookspath").length > 1);
  return {
    user: await userIn(repository),
    subjects: last.map(([, subject = ""]) => subject),
    signsOff:
      flag("format.signoff") || (last.length > 0 && last.every(([signed = ""]) => signed !== "")),
    unmet: [
      ...(flag("commit.gpgsign") ? ["commit.gpgSign is set, and landings aren't signed"] : []),
      ...hooks.map((name) => `the hook ${name} doesn't run on landings`),
      ...((valuesOf("commit.template").at(-1) ?? "") === ""
        ? []
        : ["commit.template is set, and landings have messages of their own"]),
    ],
  };
};
