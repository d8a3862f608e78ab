// Changed files by which checks go: those that a check or a script that it runs names, and those forced into git.
import { posix } from "node:path";
import { losesTests, mayHoldTests } from "./inner-tests.ts";
import { bentIn } from "../../core/checks/check-files.ts";
import { foldersIn, holdsCommands, pathsIn, spellings, wordsOf } from "./command-paths.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Change } from "../../core/protocol.ts";
import type { Path } from "../../core/row.ts";
import { type Commit, siteOf } from "../../landing/site.ts";
import type { LeftOut } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { instructionsIn } from "./instructions.ts";

type Run = { readonly argv: readonly string[]; readonly cwd: Path };

/** All that checks of this run run, whether or not they have run yet. */
const runsOf = ({ protocol, state }: Folded): readonly Run[] => {
  const own = protocol.rechecks(state).map(({ check }) => check);
  return [...(siteOf(state)?.ready.checks ?? []), ...own].flatMap((check) =>
    "argv" in check ? [check] : [],
  );
};

/** A manifest that isn't JSON names no script; it is told as a changed file anyway. */
const scriptsIn = (text: string | null): ReadonlyMap<string, string> => {
  const read = parsed(text ?? "");
  const scripts = isRecord(read) && isRecord(read["scripts"]) ? read["scripts"] : {};
  return new Map(
    Object.entries(scripts).flatMap(([name, line]) =>
      typeof line === "string" ? [[name, line] as const] : [],
    ),
  );
};

/** The package scripts that words of a command name, and those that these run. */
const scriptsOf = (
  words: readonly string[],
  scripts: ReadonlyMap<string, string>,
): readonly string[] => {
  const [seen, texts] = [new Set(words), new Set<string>()];
  for (const word of seen)
    for (const name of [word, `pre${word}`, `post${word}`]) {
      const text = scripts.get(name);
      if (text === undefined) continue;
      texts.add(text);
      for (const next of wordsOf(text)) seen.add(next);
    }
  return [...texts];
};

/** Files of make, which it looks for by itself. */
const rules: readonly string[] = ["GNUmakefile", "makefile", "Makefile"];
const [mostRounds, mostRead, mostBytes, mostInner] = [5, 200, 256 * 1024, 2_000];

type Found = { readonly digest: string; readonly text: string } | null;
type Read = (paths: readonly Path[]) => Promise<Readonly<Record<Path, Found>>>;
type Names = { readonly words: Set<Path>; readonly programs: Set<Path> };

const add = ({ words, programs }: Names, text: string, cwd: Path): void => {
  const found = pathsIn(text, cwd);
  for (const path of found.words) words.add(path);
  for (const path of found.programs) programs.add(path);
};

/** What command lines name, and the package scripts that they run. */
const namedBy = async (commands: readonly Run[], read: Read): Promise<Names> => {
  const names: Names = { words: new Set(), programs: new Set() };
  // Of `sh -c` a word is a command of its own.
  const lines = commands.flatMap(({ argv, cwd }) =>
    [argv.join(" "), ...argv.filter((word) => /\s/u.test(word))].map((text) => ({ text, cwd })),
  );
  const at = lines.flatMap(({ text, cwd }) =>
    foldersIn(text, cwd).map((folder) => ({
      text,
      folder,
      file: posix.join(folder, "package.json"),
    })),
  );
  const manifests = await read(at.map(({ file }) => file));
  for (const { text, cwd } of lines) add(names, text, cwd);
  for (const { text, folder, file } of at) {
    for (const script of scriptsOf(wordsOf(text), scriptsIn(manifests[file]?.text ?? null)))
      add(names, script, folder);
    if (/\bmake\b/u.test(text))
      for (const name of rules) names.programs.add(posix.join(folder, name));
  }
  return names;
};

/** Adds what the scripts and rules run that are named already, and what these run. */
const follow = async (names: Names, commands: readonly Run[], read: Read): Promise<void> => {
  const seen = new Set<Path>();
  for (let round = 0; round < mostRounds; round += 1) {
    const next = [...names.programs].filter((path) => !seen.has(path) && holdsCommands(path));
    if (next.length === 0) return;
    const texts = await read(next.slice(0, mostRead));
    for (const path of next) {
      seen.add(path);
      const text = texts[path]?.text ?? "";
      if (text.length > mostBytes || text.includes("\0")) continue;
      // Relative to where the check runs, and to the script.
      for (const folder of new Set([...commands.map(({ cwd }) => cwd), posix.dirname(path)]))
        for (const one of pathsIn(text, folder).programs) names.programs.add(one);
    }
  }
};

/** Changed files that a name leads to by links. */
const byLinks = async (
  { words, programs }: Names,
  changed: readonly Path[],
  read: Read,
): Promise<ReadonlySet<Path>> => {
  const named = [...words, ...programs].slice(0, mostRead);
  if (named.length === 0) return new Set();
  const found = await read([...new Set([...named, ...changed.slice(0, mostRead)])]);
  const digests = new Set(named.flatMap((path) => found[path]?.digest ?? []));
  return new Set(changed.filter((path) => digests.has(found[path]?.digest ?? "")));
};

/** Changed files that held tests, and hold fewer of their lines. */
const gutted = async (
  changed: readonly Change[],
  before: Read,
  now: Read,
): Promise<ReadonlySet<Path>> => {
  const paths = changed
    .flatMap(({ path, how }) => (how !== "added" && mayHoldTests(path) ? [path] : []))
    .slice(0, mostInner);
  if (paths.length === 0) return new Set();
  const [then, is] = [await before(paths), await now(paths)];
  return new Set(
    paths.filter((path) => losesTests(path, then[path]?.text ?? "", is[path]?.text ?? "")),
  );
};

/**
 * What a run's work changed of what its checks go by, in the order of its weight.
 * @param left what was said of the work, of which what git ignores and somebody committed counts
 */
export const checkChanges = async (
  engine: Engine,
  folded: Folded,
  { from, to: { commit } }: { readonly from: string; readonly to: Commit },
  changed: readonly Change[],
  left: readonly LeftOut[] = [],
): Promise<readonly Path[]> => {
  const ground = groundOf(engine, folded);
  const readAt =
    (of: string): Read =>
    async (paths) => {
      if (paths.length === 0) return {};
      const at = ground.at === undefined ? ground : { ...ground, at: { ...ground.at, commit: of } };
      const ask = { files: paths, lenient: true } as const;
      return (await engine.workspace.facts(at, ask, engine.now())).files;
    };
  const read = readAt(commit);
  const commands = runsOf(folded);
  const names = await namedBy(commands, read);
  await follow(names, commands, read);
  const { words, programs } = names;
  const paths = changed.map(({ path }) => path);
  const linked = await byLinks(names, paths, read);
  const told = await instructionsIn(engine, folded, from, changed);
  const less = await gutted(changed, readAt(from), read);
  const forced = left.flatMap(({ path, why }) =>
    why === "committed" || why === "link" ? [path] : [],
  );
  const isForced = (path: Path): boolean =>
    forced.some((top) => path === top || path.startsWith(`${top}/`));
  // A check may well look for a file that the work is to add.
  const isGoneBy = ({ path, how }: Change): boolean =>
    (how !== "added" && words.has(path)) ||
    spellings(path).some((one) => programs.has(one)) ||
    linked.has(path) ||
    told.has(path) ||
    less.has(path) ||
    isForced(path);
  return bentIn(changed, isGoneBy);
};
