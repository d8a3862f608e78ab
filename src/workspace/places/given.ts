// What a place's git has of the user's repository, as files read once for each run: tags, remote branches, remotes.
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { randomBytes } from "node:crypto";
import { runName } from "../anchors.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { linesOf, splitNames } from "../git/git.ts";
import { branchOf } from "../git/head.ts";
import { landRefs, refAt } from "./refs.ts";
import { removeWhole } from "./remove.ts";
import { inUsers, type Repository } from "./repository.ts";

/** Commits and tags by the references that name them. */
const refsAmong = async (
  repository: Repository,
  ...which: readonly string[]
): Promise<ReadonlyMap<string, string>> => {
  const words = ["for-each-ref", "--format=%(refname) %(objectname)", ...which];
  const lines = linesOf(await inUsers(repository, words, { also: [1, 128] }));
  return new Map(lines.map((line) => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""]));
};

/** An address without the user's name and password, which may be a token; a relative one as seen from the user's checkout. */
const openAddress = (address: string, root: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//iu.test(address)
    ? address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/iu, (all, scheme: string) =>
        /^ssh:/iu.test(scheme) ? all.replace(/:[^/@]*@/u, "@") : scheme,
      )
    : /^\.{1,2}(?:\/|$)/u.test(address)
      ? resolve(root, address)
      : address;

/** A word of git's settings. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;

type Remote = { readonly name: string; readonly address: string };
const remotesOf = async (repository: Repository): Promise<readonly Remote[]> => {
  const words = ["config", "-z", "--get-regexp", String.raw`^remote\..*\.url$`];
  const { out } = await inUsers(repository, words, { also: [1] });
  return splitNames(out).map((entry) => {
    const [key = "", address = ""] = Buffer.from(entry, "latin1").toString().split("\n");
    return { name: key.slice("remote.".length, -".url".length), address };
  });
};

/** Nothing is pushed from a place: what lands reaches a remote by its user. */
const remoteSettings = ({ name, address }: Remote, root: string): string =>
  [
    `[remote ${quoted(name)}]`,
    `\turl = ${quoted(openAddress(address, root))}`,
    `\tpushurl = "nothing is pushed from a place"`,
    `\tfetch = ${quoted(`+refs/heads/*:refs/remotes/${name}/*`)}`,
    "",
  ].join("\n");

/** The default branch of a remote as the user's git knows it. */
const headOfRemote = (repository: Repository, name: string): string | undefined =>
  /^ref: (\S+)$/u.exec(
    trimmedText(join(repository.user.common, "refs", "remotes", name, "HEAD")) ?? "",
  )?.[1];

const usual = ["main", "master"];
/** Files of a git directory by their paths; what is in `config` is added to its own. */
const read = async (
  repository: Repository,
  base: string,
): Promise<Readonly<Record<string, string>>> => {
  const remotes = await remotesOf(repository);
  const branch = await branchOf(repository.user);
  const refs = new Map(await refsAmong(repository, `--merged=${base}`, "refs/tags"));
  const files: Record<string, string> = {};
  let local: string | undefined;
  for (const { name } of remotes) {
    const prefix = `refs/remotes/${name}/`;
    const mains = usual.map((one) => `${prefix}${one}`);
    const known = headOfRemote(repository, name);
    const found = await refsAmong(repository, ...mains, known ?? "", `${prefix}${branch}`);
    const head = known ?? mains.find((one) => found.has(one));
    if (head === undefined || !found.has(head)) continue;
    for (const ref of [head, `${prefix}${branch}`])
      if (found.has(ref)) refs.set(ref, found.get(ref) ?? "");
    files[`${prefix}HEAD`] = `ref: ${head}\n`;
    if (local === undefined || name === "origin") local = head.slice(prefix.length);
  }
  const own = await refsAmong(repository, ...usual.map((one) => `refs/heads/${one}`));
  const main = local ?? usual.find((one) => own.has(`refs/heads/${one}`)) ?? branch ?? "";
  // A place's own branch has the name `work`.
  if (!/^(?:$|work(?:\/|$))/u.test(main)) refs.set(`refs/heads/${main}`, base);
  return {
    ...files,
    "packed-refs": [...refs].map(([ref, id]) => `${id} ${ref}\n`).join(""),
    config: remotes.map((remote) => remoteSettings(remote, repository.root)).join(""),
  };
};

const folderOf = ({ folder }: Repository, run: string): string =>
  join(folder, "given", runName(run));

/** The folder of what all places of a run are given, as the user's repository was at its first one; null: nothing. */
export const givenOf = async (
  repository: Repository,
  run: string,
  commit: string,
): Promise<string | null> => {
  if (repository.user.kept) return null;
  const folder = folderOf(repository, run);
  if (existsSync(folder)) return folder;
  const base = (await refAt(repository, `${landRefs({ run })}0`)) ?? commit;
  const files = await read(repository, base);
  const fresh = `${folder}.${randomBytes(6).toString("hex")}`;
  try {
    onDisk("write", fresh, () => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(fresh, path)), { recursive: true, mode: 0o700 });
        writeFileSync(join(fresh, path), text);
      }
      // Another place of the run may have been first.
      if (!existsSync(folder)) renameSync(fresh, folder);
    });
  } finally {
    await removeWhole(fresh);
  }
  return folder;
};

export const removeGiven = (repository: Repository, run: string): Promise<void> =>
  removeWhole(folderOf(repository, run));

/** Whether a reference of a place is as it was given. */
export const isGiven = (given: string | null): ((ref: string, commit: string) => boolean) => {
  const text = given === null ? null : trimmedText(join(given, "packed-refs"));
  const lines = new Set((text ?? "").split("\n"));
  return (ref, commit) => lines.has(`${commit} ${ref}`);
};

/** Copies it into a new git directory, and returns its settings. */
export const giveFiles = (own: string, given: string | null): string => {
  if (given === null) return "";
  cpSync(given, own, { recursive: true });
  return `${trimmedText(join(given, "config")) ?? ""}\n`;
};
