// Paths that a command line names: its programs in every spelling that a shell, make, Node or Python resolves, and its other words.
import { posix } from "node:path";
import type { Path } from "../../core/row.ts";

const interpreters =
  /^(?:node|deno|bun|tsx|ts-node|npx|python[\d.]*|ruby|perl|php|lua|Rscript|julia|(?:ba|z|da|k)?sh|pwsh|env|time|nice|exec|if|then|else|do|while|!|\.|source|[-s]?include)$/u;
const wordsBreak = /[\s'"`;&|()<>=,]+/u;

export const wordsOf = (text: string): readonly string[] =>
  text.split(wordsBreak).filter((word) => word !== "");

/** The first word of each part, and the first file that an interpreter is given; of make also its targets. */
const programsIn = (text: string): readonly string[] =>
  text.split(/[;&|()\n]+/u).flatMap((part) => {
    const words = wordsOf(part)
      .filter((word) => !word.startsWith("-") || word === "-include")
      .map((word) => word.replace(/^@(?=.)/u, ""));
    const end = words.findIndex((word) => !interpreters.test(posix.basename(word)));
    return /^g?make$/u.test(words[end] ?? "") ? words : words.slice(0, end + 1);
  });

const goes =
  /(?:^|\s)(?:cd|pushd|-C|--cwd|--dir|--directory|--prefix|--rootdir)(?:\s+|=)["']?([^\s"';&|]+)/gu;

/** The folders in which parts of a command run, its own first. */
export const foldersIn = (text: string, cwd: Path): readonly Path[] => [
  cwd,
  ...Array.from(text.matchAll(goes), ([, folder = "."]) => posix.join(cwd, folder)),
];

export type Paths = { readonly words: readonly Path[]; readonly programs: readonly Path[] };

export const pathsIn = (text: string, cwd: Path): Paths => {
  const programs = programsIn(text);
  // `python -m tools.check` is tools/check.py.
  const modules = /(?:^|\s)-m\s/u.test(text)
    ? programs.map((word) => word.replaceAll(".", "/"))
    : [];
  const folders = foldersIn(text, cwd);
  const joined = (names: readonly string[]): readonly Path[] =>
    folders.flatMap((folder) => names.map((name) => posix.join(folder, name)));
  return { words: joined(wordsOf(text)), programs: joined([...programs, ...modules]) };
};

const entry = /\/(?:index|main|__main__|__init__)\.[^/.]+$/u;
/** As what a program may be named that lies there: without its ending, or by its folder. */
export const spellings = (path: Path): readonly Path[] => [
  path,
  path.replace(/(?<=[^/])\.[^/.]+$/u, ""),
  ...(entry.test(`/${path}`) ? [posix.dirname(path)] : []),
];

const others = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|rs|go|java|kt|cs|json|ya?ml|toml|md|txt)$/iu;
/** Whether it may hold command lines: a shell's script, or rules of make. */
export const holdsCommands = (path: Path): boolean => !others.test(path);
