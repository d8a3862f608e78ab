// The user's checkout, moved from one commit to another: whole, or refused with the files that would be lost.
import { lstatSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { joinNames, readable, splitNames } from "../git/git.ts";
import { unfinishedIn } from "../git/unfinished.ts";
import { type Ask, linkLook, pathOf } from "./gather.ts";
import { durable, inStore, inUsers, lineOf, type Repository } from "./repository.ts";
import { type Raw, rawRecords } from "./screen.ts";
import { unfiltered, withUsersIndex } from "./user-tree.ts";

/** How the user has line ends written: the one setting of theirs that counts in their own checkout. */
const lineEnds = async ({ git, root, user }: Repository): Promise<readonly string[]> => {
  const words: string[] = [];
  for (const name of ["core.autocrlf", "core.eol"]) {
    const value = lineOf(await git({ cwd: root, args: [`--git-dir=${user.own}`, "config", "--get", name], also: [1], settings: true }));
    if (value !== "") words.push("-c", `${name}=${value}`);
  }
  return words;
};

const namesOf = async (ask: Ask, args: readonly string[]): Promise<ReadonlySet<string>> => new Set(splitNames((await ask(args)).out));

const ids = ["-z", "--name-only", "--no-renames"];

/** The file or link that stands where a name has a folder. */
const fileOnWay = (root: string, name: string): string => {
  const parts = name.split("/");
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return ways.find((way) => lstatSync(pathOf(root, way), { throwIfNoEntry: false })?.isDirectory() !== true) ?? name;
};

/** Untracked files that stand where the commit puts others; a folder counts by what it holds. */
const inTheWay = async (ask: Ask, root: string, added: readonly Raw[]): Promise<readonly string[]> => {
  const isBehindLink = linkLook(root);
  const found: string[] = [];
  for (const { name } of added) {
    if (isBehindLink(name)) {
      found.push(fileOnWay(root, name));
      continue;
    }
    const stat = lstatSync(pathOf(root, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isDirectory()) found.push(...(await namesOf(ask, ["ls-files", "-z", "--others", "--", readable(name)])));
    else found.push(name);
  }
  return found;
};

type Look = { readonly touched: readonly Path[]; readonly staged: readonly string[] };

/** What the move would take from the user; and what stands there already as it is to be, after a kill or by the user's own hand. */
const look = async (repository: Repository, words: readonly string[], from: string, to: string): Promise<Look> =>
  withUsersIndex(repository, words, async (ask) => {
    const changed = rawRecords((await inStore(repository, ["diff-tree", "-r", "-z", "--no-renames", from, to])).out);
    await ask(["update-index", "-q", "--refresh"], { also: [1] });
    const [off, offIndex, offTarget] = [
      await namesOf(ask, ["diff-index", ...ids, from]),
      await namesOf(ask, ["diff-index", "--cached", ...ids, from]),
      await namesOf(ask, ["diff-index", "--cached", ...ids, to]),
    ];
    const isAdded = ({ oldMode, name }: Raw): boolean => /^0+$/u.test(oldMode) && !offIndex.has(name);
    const blocked = await inTheWay(ask, repository.root, changed.filter(isAdded));
    const dirty = changed.map(({ name }) => name).filter((name) => off.has(name) || offIndex.has(name));
    const isBehindLink = linkLook(repository.root);
    const own = new Set([...blocked, ...dirty]);
    const perhaps = [...own].filter((name) => changed.some((one) => one.name === name) && !isBehindLink(name));
    const whole = perhaps.filter((name) => !(offIndex.has(name) && offTarget.has(name)));
    const files = whole.filter((name) => lstatSync(pathOf(repository.root, name), { throwIfNoEntry: false })?.isDirectory() !== true);
    if (files.length > 0) await ask(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], { input: joinNames(files) });
    const other = files.length === 0 ? new Set<string>() : await namesOf(ask, ["diff-index", "--cached", ...ids, to]);
    const staged = files.filter((name) => !other.has(name));
    const fine = new Set(staged);
    return { staged, touched: [...own].filter((name) => !fine.has(name)).map(readable) };
  });

const isFree = async (repository: Repository): Promise<void> => {
  const unfinished = await unfinishedIn({ root: repository.root, place: null, ignores: [] });
  if (unfinished !== null)
    throw new Fault(
      "CHECKOUT_UNFINISHED",
      `a ${unfinished.what} is under way in ${repository.root}`,
      `finish or abort it there (\`git status\` says how), then repeat`,
    );
};

export type CheckoutMove = {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** Brings what `to` needs into the user's repository. */
  readonly bring: () => Promise<void>;
};

/** Files that the user changed and that the move would change, too; none: it was made, HEAD last. */
export const moveCheckout = async (repository: Repository, { from, to, reason, bring }: CheckoutMove): Promise<readonly Path[]> => {
  await isFree(repository);
  const words = [...(await unfiltered(repository)), ...(await lineEnds(repository))];
  const { touched, staged } = await look(repository, words, from, to);
  if (touched.length > 0) return touched;
  await bring();
  const ask: Ask = (args, rest) => inUsers(repository, [...words, ...args], rest);
  if (staged.length > 0) await ask(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], { input: joinNames(staged) });
  await ask(["update-index", "-q", "--refresh"], { also: [1] });
  await ask(["read-tree", "-m", "-u", from, to]);
  const moved = await inUsers(repository, ["update-ref", "-m", reason, "HEAD", to, from], { also: [1, 128], env: durable });
  if (moved.exit === 0) return [];
  await ask(["read-tree", "-m", "-u", to, from]);
  throw new Fault(
    "HEAD_MOVED",
    `HEAD of ${repository.root} was moved meanwhile: ${moved.err.trim().slice(0, 300)}`,
    "repeat the command: it looks at the new HEAD",
  );
};
