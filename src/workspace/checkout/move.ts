// Move of the user's checkout between commits: complete, or refused with the files that would be lost.
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { type Ask, joinNames, lineOf } from "../git/git.ts";
import { differences, indexInfo, type Raw, treeEntries } from "../git/trees.ts";
import { onDisk } from "../disk/fault.ts";
import { branchOf } from "../git/head.ts";
import { diskRefusedIn } from "../git/disk-refused.ts";
import { lockNamed } from "../git/ref-lock.ts";
import { unfinishedIn } from "../git/unfinished.ts";
import { staging, withIndex, writeTree } from "../places/gather.ts";
import { pathOf } from "../places/tree-path.ts";
import { look, type Way } from "./look.ts";
import { copyIndex } from "../places/move.ts";
import { needRoom } from "../places/disk-space.ts";
import {
  askStore,
  durable,
  inStore,
  inUsers,
  type Repository,
  settingOf,
} from "../places/repository.ts";
import { checkoutBusy, movingSign, whileLocked } from "./under-way.ts";
import { elsewhere } from "../places/unfit.ts";
import { unfiltered } from "./user-tree.ts";

/** The user's line ending settings: the only ones of theirs that apply in their checkout. */
const lineEnds = async (repository: Repository): Promise<readonly string[]> => {
  const words: string[] = [];
  for (const name of ["core.autocrlf", "core.eol"]) {
    const value = await settingOf(repository, name, true);
    if (value !== "") words.push("-c", `${name}=${value}`);
  }
  return words;
};

/** Fault CHECKOUT_UNFINISHED. */
export const checkFinished = async (repository: Repository): Promise<void> => {
  const unfinished = await unfinishedIn({ root: repository.root, place: null, ignores: [] });
  if (unfinished !== null)
    throw new Fault(
      "CHECKOUT_UNFINISHED",
      `a ${unfinished} is under way in ${repository.root}`,
      `finish or abort it there (\`git status\` says how), then repeat`,
    );
};

const isFree = async (repository: Repository): Promise<void> => {
  const other = await elsewhere(repository);
  if (other !== null) throw new Fault(other.code, other.text, other.fits ?? "");
  await checkFinished(repository);
};

export type CheckoutMove = {
  readonly from: string;
  readonly to: string;
  /** The branch that must still be checked out; null: none. Absent: not checked. */
  readonly branch?: string | null;
  readonly reason: string;
  /** Copies the objects that `to` needs into the user's repository. */
  readonly bring: () => Promise<void>;
  /** Files that stay as in `from`, as uncommitted changes on `to`. */
  readonly keeps?: readonly string[];
  /** Told before the move begins which files the user has as in `to`; not after a kill, when some of these may be the move's own. */
  readonly there?: (names: readonly string[]) => void;
};

/** Records in an index the state of some files in a tree. */
const indexAs = async (
  repository: Repository,
  ask: Ask,
  tree: string,
  names: readonly string[],
): Promise<void> => {
  const wanted = new Set(names);
  const id = "0".repeat(tree.length);
  await ask(["update-index", "-z", "--index-info"], {
    input: indexInfo(names.map((name) => ({ name, mode: "0", id }))),
  });
  const entries = await treeEntries(askStore(repository), tree);
  const there = entries.filter(({ name }) => wanted.has(name));
  await ask(["update-index", "-z", "--replace", "--index-info"], { input: indexInfo(there) });
};

/** A tree, changed in an index of its own. */
const changedTree = (
  repository: Repository,
  tree: string,
  change: (ask: Ask) => Promise<unknown>,
): Promise<string> =>
  withIndex(repository.folder, async (index) => {
    const ask: Ask = (args, rest) =>
      inStore(repository, args, { ...rest, env: { ...rest?.env, GIT_INDEX_FILE: index } });
    await ask(["read-tree", tree]);
    await change(ask);
    return writeTree(ask);
  });

/** The tree where the rest of the move begins: git doesn't recognize a file as already moved if it replaced a folder, or the reverse. */
const begunTree = (repository: Repository, from: string, done: readonly Raw[]): Promise<string> =>
  changedTree(repository, from, (ask) =>
    ask(["update-index", "-z", "--replace", "--index-info"], { input: indexInfo(done) }),
  );

/** `to`: the tree of the files. `unstaged`: those for which the index keeps a commit's version. */
type Begun = {
  readonly from: string;
  readonly to: string;
  readonly staged: readonly string[];
  readonly gone: readonly string[];
  readonly unstaged: { readonly names: readonly string[]; readonly as: string };
};

/** Writes the files with a copy of the index, which replaces the original once all are in place. */
const moveFiles = async (
  { repository, words }: Way,
  { from, to, staged, gone, unstaged }: Begun,
): Promise<void> => {
  const index = join(repository.user.own, "index");
  const fresh = `${index}.cairn`;
  onDisk("remove", fresh, () => {
    for (const path of [fresh, `${fresh}.lock`]) rmSync(path, { force: true });
  });
  if (existsSync(index)) copyIndex(index, fresh);
  const env = {
    ...movingSign(repository),
    GIT_INDEX_FILE: fresh,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repository.store, "objects"),
  };
  const ask: Ask = (args, rest) => inUsers(repository, [...words, ...args], { ...rest, env });
  if (gone.length > 0)
    await ask(["update-index", "-z", "--force-remove", "--stdin"], { input: joinNames(gone) });
  if (staged.length > 0) await ask(staging, { input: joinNames(staged) });
  await ask(["update-index", "-q", "--refresh"], { also: [1] });
  await ask(["read-tree", "-m", "-u", from, to], { apart: true });
  if (unstaged.names.length > 0) {
    await indexAs(repository, ask, unstaged.as, unstaged.names);
    await ask(["update-index", "-q", "--refresh"], { also: [1] });
  }
  onDisk("replace", index, () => renameSync(fresh, index));
};

export const headMoved = ({ root }: Repository, why: string): Fault =>
  new Fault(
    "HEAD_MOVED",
    `HEAD of ${root} was moved meanwhile: ${why}`,
    "repeat the command: it looks at the new HEAD",
  );

const moveLocked = async (
  way: Way,
  { from, to, branch, reason, bring, keeps = [], there = () => {} }: CheckoutMove,
): Promise<readonly Path[]> => {
  const { repository, hold } = way;
  const head = lineOf(await inUsers(repository, ["rev-parse", "HEAD"]));
  // Another move may have ended while this one waited: restarting would undo that one's files.
  if (head !== from) throw headMoved(repository, `it is at ${head}`);
  const now = await branchOf(repository.user);
  if (branch !== undefined && now !== branch)
    throw headMoved(repository, `${now ?? "no branch"} is checked out`);
  const left = hold.left?.from === from ? hold.left : null;
  const files =
    keeps.length === 0
      ? to
      : await changedTree(repository, to, (ask) => indexAs(repository, ask, from, keeps));
  const changed = await differences(askStore(repository), from, to);
  const { touched, staged, half } = await look(way, changed, from, files, left);
  if (touched.length > 0) return touched;
  await bring();
  await needRoom(repository, changed);
  onDisk("remove half written files in", repository.root, () => {
    for (const name of half.cut) rmSync(pathOf(repository.root, name), { force: true });
  });
  const has = new Set([...staged, ...half.gone]);
  const done = changed.filter(({ name }) => has.has(name));
  const begun = done.length === 0 ? from : await begunTree(repository, from, done);
  if (left === null) there(staged);
  hold.begin(from, to);
  await moveFiles(way, {
    from: begun,
    to: files,
    staged,
    gone: half.gone,
    unstaged: { names: keeps, as: to },
  });
  const moved = await inUsers(repository, ["update-ref", "-m", reason, "HEAD", to, from], {
    also: [1, 128],
    env: { ...durable, ...movingSign(repository) },
  });
  if (moved.exit === 0) {
    hold.end();
    return [];
  }
  const full = diskRefusedIn(repository.user.own, "update-ref", moved.err);
  // Files already written count as delivered on repetition.
  if (full !== null) throw full;
  await moveFiles(way, {
    from: files,
    to: from,
    staged: keeps,
    gone: [],
    unstaged: { names: [], as: from },
  });
  hold.end();
  const lock = lockNamed(moved.err);
  throw lock === undefined
    ? headMoved(repository, moved.err.trim().slice(0, 300))
    : checkoutBusy(lock);
};

/** Returns files that both the user and the move changed; empty: the move is done, HEAD last. */
export const moveCheckout = async (
  repository: Repository,
  move: CheckoutMove,
): Promise<readonly Path[]> => {
  await isFree(repository);
  const words = [...(await unfiltered(repository)), ...(await lineEnds(repository))];
  return whileLocked(repository, async (hold) => moveLocked({ repository, words, hold }, move));
};
