// References and remotes that a place has of the user's repository, read once for each run: tags, remote branches, the default branch.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runName } from "../anchors.ts";
import { isRecord } from "../../core/record.ts";
import { replaceFile } from "../disk/atomic.ts";
import { trimmedText } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { type GitAnswer, linesOf, splitNames } from "../git/git.ts";
import { branchOf } from "../git/head.ts";
import { landRefs, refAt } from "./refs.ts";
import { removeWhole } from "./remove.ts";
import { inUsers, type Repository } from "./repository.ts";

/** Files of a git directory by path, and lines for its settings. */
export type Given = {
  readonly files: Readonly<Record<string, string>>;
  readonly settings: string;
};
const nothingGiven: Given = { files: {}, settings: "" };
export const withSettings = (given: Given, settings: string): Given => ({
  ...given,
  settings: given.settings + settings,
});

type Line = { readonly ref: string; readonly id: string; readonly peeled: string };

const format = "--format=%(objectname) %(refname) %(*objecttype) %(*objectname)";
/** Of a tag of a tag git learns the commit by itself. */
const refLines = (answer: GitAnswer): readonly Line[] =>
  answer.exit === 0
    ? linesOf(answer).map((line) => {
        const [id = "", ref = "", kind, peeled = ""] = line.split(" ");
        return { ref, id, peeled: kind === "tag" ? "" : peeled };
      })
    : [];

const linesAsked = async (
  repository: Repository,
  ...which: readonly string[]
): Promise<readonly Line[]> =>
  refLines(await inUsers(repository, ["for-each-ref", format, ...which], { also: [1, 128] }));

const packed = (lines: readonly Line[]): string =>
  [
    "# pack-refs with: peeled sorted \n",
    ...lines
      .toSorted((one, other) => Buffer.compare(Buffer.from(one.ref), Buffer.from(other.ref)))
      .map(({ ref, id, peeled }) => `${id} ${ref}\n${peeled === "" ? "" : `^${peeled}\n`}`),
  ].join("");

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

const remotesOf = async (repository: Repository): Promise<readonly (readonly [string, string])[]> =>
  splitNames(
    (
      await inUsers(repository, ["config", "-z", "--get-regexp", String.raw`^remote\..*\.url$`], {
        also: [1],
      })
    ).out,
  ).flatMap((entry) => {
    const [key = "", address = ""] = Buffer.from(entry, "latin1").toString().split("\n");
    return [[key.slice("remote.".length, -".url".length), address] as const];
  });

/** Nothing is pushed from a place: what lands reaches a remote by its user. */
const remoteSettings = (name: string, address: string): string =>
  [
    `[remote ${quoted(name)}]`,
    `\turl = ${quoted(address)}`,
    `\tpushurl = "nothing is pushed from a place"`,
    `\tfetch = ${quoted(`+refs/heads/*:refs/remotes/${name}/*`)}`,
    "",
  ].join("\n");

/** The remote's own default branch, else the one of the usual names that exists. */
const defaultOf = (target: string | undefined, prefix: string, lines: readonly Line[]) =>
  target?.startsWith(prefix) === true
    ? target.slice(prefix.length)
    : ["main", "master"].find((name) => lines.some(({ ref }) => ref === `${prefix}${name}`));

const headOfRemote = (repository: Repository, name: string): string | undefined =>
  /^ref: (\S+)$/u.exec(
    trimmedText(join(repository.user.common, "refs", "remotes", name, "HEAD")) ?? "",
  )?.[1];

const read = async (repository: Repository, base: string): Promise<Given> => {
  const remotes = await remotesOf(repository);
  const branch = await branchOf(repository.user);
  const files: Record<string, string> = {};
  const lines = [...(await linesAsked(repository, `--merged=${base}`, "refs/tags"))];
  let local: string | undefined;
  for (const [name] of remotes) {
    const prefix = `refs/remotes/${name}/`;
    const head = headOfRemote(repository, name);
    const names = [head?.slice(prefix.length), "main", "master", branch ?? undefined];
    const wanted = [...new Set(names.flatMap((one) => (one === undefined ? [] : [prefix + one])))];
    const found = await linesAsked(repository, ...wanted);
    const main = defaultOf(head, prefix, found);
    if (main === undefined || !found.some(({ ref }) => ref === prefix + main)) continue;
    lines.push(
      ...found.filter(({ ref }) => [main, branch].some((one) => ref === `${prefix}${one}`)),
    );
    files[`${prefix}HEAD`] = `ref: ${prefix}${main}\n`;
    if (local === undefined || name === "origin") local = main;
  }
  local ??= defaultOf(
    undefined,
    "refs/heads/",
    await linesAsked(repository, "refs/heads/main", "refs/heads/master"),
  );
  const main = local ?? branch ?? "";
  // A place's own branch has the name `work`.
  if (!/^(?:$|work(?:\/|$))/u.test(main))
    lines.push({ ref: `refs/heads/${main}`, id: base, peeled: "" });
  return {
    files: { ...files, "packed-refs": packed(lines) },
    settings: remotes
      .map(([name, address]) => remoteSettings(name, openAddress(address, repository.root)))
      .join(""),
  };
};

const fileOf = ({ folder }: Repository, run: string): string =>
  join(folder, "given", `${runName(run)}.json`);

const parsed = (text: string | null): Given | null => {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (!isRecord(value) || typeof value["settings"] !== "string" || !isRecord(value["files"]))
      return null;
    const files: Record<string, string> = {};
    for (const [path, content] of Object.entries(value["files"]))
      if (typeof content === "string") files[path] = content;
    return { files, settings: value["settings"] };
  } catch {
    return null;
  }
};

/** The same for all places of a run: as the user's repository was at its first one. */
export const givenOf = async (
  repository: Repository,
  run: string,
  commit: string,
): Promise<Given> => {
  if (repository.user.kept) return nothingGiven;
  const file = fileOf(repository, run);
  const known = parsed(trimmedText(file));
  if (known !== null) return known;
  const base = (await refAt(repository, `${landRefs({ run })}0`)) ?? commit;
  const given = await read(repository, base);
  makeFolder(dirname(file), 0o700);
  replaceFile(file, JSON.stringify(given));
  return given;
};

export const removeGiven = (repository: Repository, run: string): Promise<void> =>
  removeWhole(fileOf(repository, run));

/** Whether a reference of a place is as it was given. */
export const isGiven = ({ files }: Given): ((ref: string, commit: string) => boolean) => {
  const lines = new Set((files["packed-refs"] ?? "").split("\n"));
  return (ref, commit) => lines.has(`${commit} ${ref}`);
};

/** Writes them into a new git directory. */
export const giveFiles = (own: string, { files }: Given): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  }
};
