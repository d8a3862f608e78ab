// What a move of the user's checkout meets there: files that it would overwrite, and such as are in place already.
import { existsSync, lstatSync } from "node:fs";
import type { Path } from "../../core/row.ts";
import { type Ask, joinNames, readable, splitNames } from "../git/git.ts";
import { type Half, halfWritten } from "./half-written.ts";
import { staging } from "../places/gather.ts";
import type { Repository } from "../places/repository.ts";
import { isNone, type Raw } from "../git/trees.ts";
import { linkLook, pathOf } from "../places/tree-path.ts";
import type { Hold } from "./under-way.ts";
import { withUsersIndex } from "./user-tree.ts";

const namesOf = async (ask: Ask, args: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(splitNames((await ask(args)).out));

const ids = ["-z", "--name-only", "--no-renames"];

/** A file or link in the place of a name's folder. */
const fileOnWay = (root: string, name: string): string => {
  const parts = name.split("/");
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return (
    ways.find(
      (way) => lstatSync(pathOf(root, way), { throwIfNoEntry: false })?.isDirectory() !== true,
    ) ?? name
  );
};

/** Untracked files where the commit puts others; folders count by their content. */
const inTheWay = async (
  ask: Ask,
  root: string,
  added: readonly Raw[],
  gone: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const isBehindLink = linkLook(root);
  const found: string[] = [];
  for (const { name } of added) {
    if (isBehindLink(name)) {
      const way = fileOnWay(root, name);
      if (!gone.has(way)) found.push(way);
      continue;
    }
    const stat = lstatSync(pathOf(root, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isDirectory())
      found.push(...(await namesOf(ask, ["ls-files", "-z", "--others", "--", readable(name)])));
    else found.push(name);
  }
  return found;
};

export type Way = {
  readonly repository: Repository;
  readonly words: readonly string[];
  readonly hold: Hold;
};
type Look = {
  readonly touched: readonly Path[];
  readonly staged: readonly string[];
  readonly half: Half;
};

/** What the move would overwrite, and what is already in place after a kill or by the user. */
export const look = async (
  { repository, words }: Way,
  changed: readonly Raw[],
  from: string,
  to: string,
  left: Hold["left"],
): Promise<Look> =>
  withUsersIndex(repository, words, async (ask) => {
    // These marks hide changes of existing files from git.
    const there = changed.filter(
      ({ oldMode, name }) => !isNone(oldMode) && existsSync(pathOf(repository.root, name)),
    );
    for (const mark of there.length === 0 ? [] : ["--no-assume-unchanged", "--no-skip-worktree"])
      await ask(["update-index", "-z", mark, "--stdin"], {
        input: joinNames(there.map(({ name }) => name)),
        also: [128],
      });
    await ask(["update-index", "-q", "--refresh"], { also: [1] });
    const [offFiles, offIndex, offTarget] = [
      await namesOf(ask, ["diff-index", ...ids, from]),
      await namesOf(ask, ["diff-index", "--cached", ...ids, from]),
      await namesOf(ask, ["diff-index", "--cached", ...ids, to]),
    ];
    const isAdded = ({ oldMode, name }: Raw): boolean => isNone(oldMode) && !offIndex.has(name);
    const gone = new Set(changed.filter(({ mode }) => isNone(mode)).map(({ name }) => name));
    const blocked = await inTheWay(ask, repository.root, changed.filter(isAdded), gone);
    const dirty = changed
      .map(({ name }) => name)
      .filter((name) => offFiles.has(name) || offIndex.has(name));
    const isBehindLink = linkLook(repository.root);
    const own = new Set([...blocked, ...dirty]);
    const perhaps = [...own].filter(
      (name) => changed.some((one) => one.name === name) && !isBehindLink(name),
    );
    const whole = perhaps.filter((name) => !(offIndex.has(name) && offTarget.has(name)));
    const files = whole.filter(
      (name) =>
        lstatSync(pathOf(repository.root, name), { throwIfNoEntry: false })?.isDirectory() !== true,
    );
    if (files.length > 0) await ask(staging, { input: joinNames(files) });
    const other =
      files.length === 0
        ? new Set<string>()
        : await namesOf(ask, ["diff-index", "--cached", ...ids, to]);
    const staged = files.filter((name) => !other.has(name));
    const fine = new Set(staged);
    const rest = [...own].filter((name) => !fine.has(name));
    const half = await halfWritten(
      repository,
      ask,
      left,
      // In the index, too, if the move was killed before HEAD moved.
      rest.filter((name) => !offIndex.has(name) || (gone.has(name) && !offTarget.has(name))),
    );
    const ours = new Set([...half.cut, ...half.gone, ...half.missing]);
    return {
      staged,
      half,
      touched: rest.filter((name) => !ours.has(name)).map(readable),
    };
  });
