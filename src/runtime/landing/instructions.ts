// Files by which agent programs let themselves be told: a judge has those of the base, not those of the work.
import { posix } from "node:path";
import { instructionNames, isInstruction } from "../../core/checks/check-files.ts";
import type { Change, Path } from "../../core/row.ts";
import type { Site } from "../../landing/site.ts";
import type { Ground, PlaceSite, Spot } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";

/** Names that lie at the top, or in a folder of what changed. */
const plain = instructionNames.filter((name) => !/[*/]/u.test(name));
const [mostFolders, mostHops, mostChanged] = [50, 5, 2_000];

const foldersOf = (paths: readonly Path[]): readonly Path[] => {
  const all = new Set([""]);
  for (const path of paths)
    for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) all.add(`${at}/`);
  return [...all].slice(0, mostFolders);
};

/** Of changed files those that instructions of a commit are, by links, or take in by `@path`. */
const behind = async (
  { workspace, now }: Engine,
  ground: Ground,
  changed: readonly Path[],
): Promise<ReadonlySet<Path>> => {
  const read = async (paths: readonly Path[]) =>
    (await workspace.facts(ground, { files: paths, lenient: true }, now())).files;
  const found = new Set<Path>();
  const own = await read(changed);
  let next = foldersOf(changed).flatMap((folder) => plain.map((name) => `${folder}${name}`));
  const seen = new Set<Path>();
  for (let hop = 0; hop < mostHops && next.length > 0; hop += 1) {
    const texts = await read(next);
    const taken = new Set<Path>();
    for (const path of next) {
      seen.add(path);
      const { digest, text } = texts[path] ?? { digest: null, text: "" };
      for (const one of changed)
        if (one === path || (digest !== null && own[one]?.digest === digest)) found.add(one);
      for (const [, name = ""] of text.matchAll(/(?<![\w`])@([\w./-]+\w)/gu))
        taken.add(posix.join(posix.dirname(path), name));
    }
    next = [...taken].filter((path) => !seen.has(path));
  }
  return found;
};

/** The changed files by which agents let themselves be told, as a commit before the change has them. */
export const instructionsIn = async (
  engine: Engine,
  folded: Folded,
  from: string,
  changed: readonly Change[],
): Promise<ReadonlySet<Path>> => {
  const ground = groundOf(engine, folded);
  const own = changed.map(({ path }) => path).filter(isInstruction);
  const others = changed.flatMap(({ path, how }) => (how === "added" ? [] : [path]));
  if (ground.at === undefined || others.length === 0 || others.length > mostChanged)
    return new Set(own);
  const at = { ...ground, at: { ...ground.at, commit: from } };
  return new Set([...own, ...(await behind(engine, at, others))]);
};

/** Puts those that the run changed back to the base, in a checkout of a commit; undefined: there are none. */
export const asInBase = async (
  engine: Engine,
  folded: Folded,
  at: PlaceSite,
  key: string,
  { base }: Site,
  commit: string,
): Promise<Spot["told"]> => {
  if (commit === base.commit) return undefined;
  const places = await engine.workspace.places();
  const changes = await places.changes(at, base.commit, commit);
  const files = [...(await instructionsIn(engine, folded, base.commit, changes))];
  if (files.length === 0) return undefined;
  const tree = await places.pin(at, key, { paths: files, commit: base.commit });
  return tree === null ? undefined : { files, tree };
};

/** What the brief says of it; empty: nothing. */
export const toldWords = (told: Spot["told"]): string =>
  told === undefined
    ? ""
    : `These files tell agents what to do, so they lie here as they were before the run: ${told.files.join(", ")}. What the work makes of each: \`git show HEAD:FILE\`.\n\n`;
