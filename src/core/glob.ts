// Path patterns of plans: one matcher for rules, engine and views.
import type { Path } from "./row.ts";

const special = /[*?{[]/u;

/** A path without wildcards: means itself and everything below it. */
export const isPlainPath = (glob: Path): boolean => !special.test(glob);

/** Maximum alternatives of one pattern; more are not a person's pattern. */
const mostAlternatives = 64;

/** Expands `{a,b}`; unclosed braces are literal. */
const alternatives = (glob: string): readonly string[] => {
  let list: readonly string[] = [glob];
  for (;;) {
    const next = list.flatMap((one) => {
      const [, before = "", inner = "", after = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/su.exec(one) ?? [];
      return before.length + inner.length + after.length === 0
        ? [one]
        : inner.split(",").map((part) => `${before}${part}${after}`);
    });
    if (next.length === list.length || next.length > mostAlternatives)
      return next.slice(0, mostAlternatives);
    list = next;
  }
};

/** On a mismatch, continues from the last wildcard, so the time is at most the product of both lengths. */
const walk = (
  pattern: readonly string[],
  found: readonly string[],
  any: string,
  fits: (one: string, other: string) => boolean,
  open: boolean,
): boolean => {
  let at = 0;
  let to = 0;
  let star = -1;
  let from = 0;
  for (;;) {
    if (at === pattern.length && (open || to === found.length)) return true;
    const one = pattern[at];
    const other = found[to];
    if (one === any) {
      star = at;
      from = to;
      at += 1;
    } else if (one !== undefined && other !== undefined && fits(one, other)) {
      at += 1;
      to += 1;
    } else if (star >= 0 && from < found.length) {
      from += 1;
      at = star + 1;
      to = from;
    } else return false;
  }
};

/** Matches one path segment: `*` is any number of characters, `?` exactly one. */
const named = (pattern: string, name: string): boolean =>
  walk(
    [...pattern.replaceAll(/\*+/gu, "*")],
    [...name],
    "*",
    (one, other) => one === "?" || one === other,
    false,
  );

const cut = (glob: string): readonly string[] => {
  const names = glob
    .replace(/^\.\//u, "")
    .replace(/\/+$/u, "")
    .split("/")
    .filter((name, index, all) => name !== "**" || all[index - 1] !== "**");
  // A trailing `**` means the folder's content, not the folder: at least one segment.
  return names.at(-1) === "**" ? [...names, "*"] : names;
};

const known = new Map<Path, readonly (readonly string[])[]>();
/** Cache size: plans and settings have few patterns; beyond that, patterns are parsed again. */
const mostKnown = 2_000;

const read = (glob: Path): readonly (readonly string[])[] => {
  const found = known.get(glob);
  if (found !== undefined) return found;
  const made = alternatives(glob).map(cut);
  if (known.size < mostKnown) known.set(glob, made);
  return made;
};

/** Supports `*`, `?`, `**` and `{a,b}`; a folder's path, or a pattern that matches a folder, includes everything below it. Both relative to the same root, with `/`. */
export const matches = (glob: Path, path: Path): boolean => {
  const names = path.split("/");
  return read(glob).some((pattern) => walk(pattern, names, "**", named, true));
};
export const matchesAny = (globs: readonly Path[], path: Path): boolean =>
  globs.some((glob) => matches(glob, path));

/** Whether a pattern names this exact path, or a folder above it (`data/`), so that it counts even if it would be ignored. */
export const isNamed = (globs: readonly Path[], path: Path): boolean =>
  globs.some(
    (glob) => isPlainPath(glob) && (glob === path || (glob.endsWith("/") && path.startsWith(glob))),
  );

/** The same in the syntax of .gitignore, anchored at the root. */
export const asIgnoreLines = (glob: Path): readonly string[] =>
  alternatives(glob.replace(/^\.\//u, "")).map((one) => `/${one.replaceAll(/[\\[\]]/gu, "\\$&")}`);
