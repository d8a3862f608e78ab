// What tools left behind in a place, by git's own matching of known lines.
import { writeFileSync } from "node:fs";
import { matchesAny } from "../../core/glob.ts";
import type { Path } from "../../core/row.ts";
import { type Ask, joinNames, readable, splitNames } from "../git/git.ts";
import { litterLines } from "../git/litter-lines.ts";
import type { LeftOut } from "../places.ts";

/** `file`: a path for git to read lines from, ours to write. `keep`: paths and patterns that are none. */
export type Litter = { readonly file: string; readonly keep: readonly Path[] };

/** Folders above it, the topmost first, and itself. */
const down = (name: string): readonly string[] => {
  const parts = name.replace(/\/$/u, "").split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
};

/** `lines`: what they match, and no rule of the repository's own undoes. `ignored`: what its own rules match. */
type Matched = { readonly lines: ReadonlySet<string>; readonly ignored: ReadonlySet<string> };

const matched = async (ask: Ask, file: string, names: readonly string[]): Promise<Matched> => {
  const words = ["check-ignore", "--no-index", "--verbose", "-z", "--stdin"];
  const paths = [...new Set(names.flatMap(down))].map((path) => `./${path}`);
  // 1: none; 128: a name of a commit lies behind a link or in a submodule here. Git takes no literal paths here: `./` makes them so.
  const { out } = await ask(["-c", `core.excludesFile=${file}`, ...words], {
    input: joinNames(paths),
    also: [1, 128],
    env: { GIT_LITERAL_PATHSPECS: "0" },
  });
  const fields = splitNames(out);
  const [lines, ignored] = [new Set<string>(), new Set<string>()];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source, , pattern = "", path = ""] = fields.slice(at, at + 4);
    if (pattern.startsWith("!")) continue;
    (source === file ? lines : ignored).add(path.slice(2));
  }
  return { lines, ignored };
};

/**
 * By name, the file or topmost folder that git would ignore, with these lines beside the repository's own.
 * @param before what is tracked, each name with a NUL at its end: folders of it are people's
 */
const litterIn = async (
  ask: Ask,
  { file, keep }: Litter,
  names: readonly string[],
  before: string,
): Promise<ReadonlyMap<string, string>> => {
  writeFileSync(file, litterLines(`${before}${names.join("\0")}\0`));
  const { lines, ignored } = await matched(ask, file, names);
  const tops = new Map<string, string>();
  if (lines.size + ignored.size === 0) return tops;
  const own = new Set(before.split("\0").flatMap((name) => down(name).slice(0, -1)));
  for (const name of names) {
    const tool = down(name).find((path) => lines.has(path));
    const top =
      down(name).find((path) => ignored.has(path)) ??
      (tool === undefined || own.has(tool) ? undefined : tool);
    if (top !== undefined && !matchesAny(keep, readable(name))) tops.set(name, top);
  }
  return tops;
};

/** Of new files that aren't committed. */
export const litterAmong = async (
  ask: Ask,
  litter: Litter,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  names.length === 0
    ? new Map()
    : litterIn(
        ask,
        litter,
        names,
        (await ask(["ls-files", "-z", "--cached"])).out.toString("latin1"),
      );

/** Of files that commits since `from` added: whoever committed them meant it. */
export const committedLitter = async (
  ask: Ask,
  litter: Litter,
  from: string,
  head: string,
): Promise<readonly LeftOut[]> => {
  if (from === head) return [];
  const words = ["diff-tree", "-r", "-z", "--no-renames", "--diff-filter=A", "--name-only"];
  const names = splitNames((await ask([...words, from, head])).out);
  if (names.length === 0) return [];
  const before = (await ask(["ls-tree", "-r", "-z", "--name-only", from])).out;
  const tops = new Set((await litterIn(ask, litter, names, before.toString("latin1"))).values());
  return [...tops].map((top) => ({ path: readable(top), why: "committed" }));
};
