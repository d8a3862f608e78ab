// Changed files by which checks go: those that a check or a script that it runs names, and those forced into git.
import { posix } from "node:path";
import { bentIn } from "../../core/check-files.ts";
import { isRecord } from "../../core/record.ts";
import type { Change } from "../../core/protocol.ts";
import type { Path } from "../../core/row.ts";
import { type Commit, siteOf } from "../../landing/site.ts";
import type { LeftOut } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";

type Run = { readonly argv: readonly string[]; readonly cwd: Path };

/** All that checks of this run run, whether or not they have run yet. */
const runsOf = ({ protocol, state }: Folded): readonly Run[] => {
  const own = protocol.rechecks(state).map(({ check }) => check);
  return [...(siteOf(state)?.ready.checks ?? []), ...own].flatMap((check) =>
    "argv" in check ? [check] : [],
  );
};

const interpreters =
  /^(?:node|deno|bun|tsx|ts-node|npx|python[\d.]*|ruby|perl|php|lua|Rscript|julia|(?:ba|z|da|k)?sh|pwsh|env|time|nice|exec)$/u;

const wordsOf = (text: string): readonly string[] =>
  text.split(/[\s'"`;&|()<>=,]+/u).filter((word) => word !== "");

/** What a command runs: its first word, and the first file that an interpreter is given. */
const programsIn = (text: string): readonly string[] =>
  text.split(/[;&|()\n]+/u).flatMap((part) => {
    const words = wordsOf(part).filter((word) => !word.startsWith("-"));
    const end = words.findIndex((word) => !interpreters.test(posix.basename(word)));
    return words.slice(0, end + 1);
  });

const scriptsIn = (bytes: Uint8Array | null): ReadonlyMap<string, string> => {
  if (bytes === null) return new Map();
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    const scripts = isRecord(read) ? read["scripts"] : null;
    return new Map(
      isRecord(scripts)
        ? Object.entries(scripts).flatMap(([name, text]) =>
            typeof text === "string" ? [[name, text] as const] : [],
          )
        : [],
    );
  } catch {
    // A manifest that isn't JSON names no script; it is told as a changed file anyway.
    return new Map();
  }
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

/**
 * What a run's work changed of what its checks go by, in the order of its weight.
 * @param left what was said of the work, of which what git ignores and somebody committed counts
 */
export const checkChanges = async (
  engine: Engine,
  folded: Folded,
  { commit }: Commit,
  changed: readonly Change[],
  left: readonly LeftOut[] = [],
): Promise<readonly Path[]> => {
  const ground = groundOf(engine, folded);
  const at = ground.at === undefined ? ground : { ...ground, at: { ...ground.at, commit } };
  const [named, programs] = [new Set<Path>(), new Set<Path>()];
  const manifests = new Map<Path, ReadonlyMap<string, string>>();
  for (const { argv, cwd } of runsOf(folded)) {
    const scripts =
      manifests.get(cwd) ??
      scriptsIn(await engine.workspace.bytes(at, posix.join(cwd, "package.json")));
    manifests.set(cwd, scripts);
    // Of `sh -c` a word is a command of its own.
    const inner = argv.filter((word) => /\s/u.test(word));
    const texts = [argv.join(" "), ...inner, ...scriptsOf(argv.flatMap(wordsOf), scripts)];
    for (const text of texts) {
      for (const word of wordsOf(text)) named.add(posix.join(cwd, word));
      for (const word of programsIn(text)) programs.add(posix.join(cwd, word));
    }
  }
  const forced = left.flatMap(({ path, why }) => (why === "committed" ? [path] : []));
  const isForced = (path: Path): boolean =>
    forced.some((top) => path === top || path.startsWith(`${top}/`));
  // A check may well look for a file that the work is to add.
  const isGoneBy = ({ path, how }: Change): boolean =>
    (how === "added" ? programs : named).has(path) || isForced(path);
  return bentIn(changed, isGoneBy);
};
