// Path patterns of plans: one matcher for rules, engine and views.
import type { Path } from "./row.ts";

const special = /[*?{[]/u;

/** Names no pattern: just this path, and all below it. */
export const isPlainPath = (glob: Path): boolean => !special.test(glob);

/** More alternatives than these are no pattern of a person's. */
const mostAlternatives = 64;

/** `{a,b}` as alternatives; braces that no brace closes stand for themselves. */
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

/** Goes on from the last sign for any number wherever the rest didn't fit, so the work grows with the product of both lengths at most. */
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

/** Of one name between two slashes: `*` is any number of signs, `?` any one. */
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
  // What lies in a folder, not the folder: one name at least.
  return names.at(-1) === "**" ? [...names, "*"] : names;
};

const known = new Map<Path, readonly (readonly string[])[]>();
/** Patterns come from plans and settings, which are few; those beyond are read anew. */
const mostKnown = 2_000;

const read = (glob: Path): readonly (readonly string[])[] => {
  const found = known.get(glob);
  if (found !== undefined) return found;
  const made = alternatives(glob).map(cut);
  if (known.size < mostKnown) known.set(glob, made);
  return made;
};

/** `*`, `?`, `**` and `{a,b}`; a folder's path, and a pattern that fits a folder, also mean all below it. Both from the same top, with `/`. */
export const matches = (glob: Path, path: Path): boolean => {
  const names = path.split("/");
  return read(glob).some((pattern) => walk(pattern, names, "**", named, true));
};
export const matchesAny = (globs: readonly Path[], path: Path): boolean =>
  globs.some((glob) => matches(glob, path));

/** A path that one of them names as it is, or that lies in a folder named so (`data/`): meant, whatever it looks like. */
export const isNamed = (globs: readonly Path[], path: Path): boolean =>
  globs.some(
    (glob) => isPlainPath(glob) && (glob === path || (glob.endsWith("/") && path.startsWith(glob))),
  );
