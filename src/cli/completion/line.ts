// Parser of a half-typed line: whether a flag, a flag's value or a positional word comes next.
import type { Option, Options } from "../args.ts";
import { ownOf } from "../../core/own.ts";

/** `given`: previous words, without flags and their values. `flags`: previous flags, by name without dashes. */
type Before = { readonly given: readonly string[]; readonly flags: ReadonlySet<string> };
export type CompletionTarget = Before &
  (
    | { readonly is: "flag" }
    /** `lead`: the part of the current word before the value, such as `--root=`. */
    | {
        readonly is: "value";
        readonly name: string;
        readonly option: Option;
        readonly lead: string;
      }
    | { readonly is: "word" }
  );

const byLetter = (options: Options, letter: string): string | undefined =>
  Object.entries(options).find(([, { short }]) => short === letter)?.[0];

/** The flag that a word names, if any. */
const flagOf = (
  word: string,
  options: Options,
): { readonly name: string; readonly inline: boolean } | null => {
  if (word.startsWith("--") && word.length > 2) {
    const name = word.slice(2).split("=")[0] ?? "";
    return { name, inline: word.includes("=") };
  }
  const name = /^-[a-z]$/iu.test(word) ? byLetter(options, word.slice(1)) : undefined;
  return name === undefined ? null : { name, inline: false };
};

/** @param words of the verb, without its name; the last one is being typed, maybe empty. */
export const askedBy = (words: readonly string[], options: Options): CompletionTarget => {
  const now = words.at(-1) ?? "";
  const given: string[] = [];
  const flags = new Set<string>();
  let waits: string | null = null;
  let taking: string | null = null;
  let plain = false;
  for (const word of words.slice(0, -1)) {
    if (waits !== null) {
      taking = ownOf(options, waits)?.several === true ? waits : null;
      waits = null;
      continue;
    }
    const flag = plain ? null : flagOf(word, options);
    if (word === "--" && !plain) plain = true;
    else if (flag === null && taking === null) given.push(word);
    else if (flag !== null) {
      taking = null;
      flags.add(flag.name);
      const takes = (ownOf(options, flag.name)?.word ?? null) !== null;
      if (takes && !flag.inline) waits = flag.name;
    }
  }
  const before = { given, flags };
  const value = (name: string, lead: string): CompletionTarget | null => {
    const option = ownOf(options, name);
    return option === undefined || option.word === null
      ? null
      : { ...before, is: "value", name, option, lead };
  };
  const [, inline] = plain ? [] : (/^--([^=]+)=/u.exec(now) ?? []);
  const wanted =
    (waits === null ? null : value(waits, "")) ??
    (inline === undefined ? null : value(inline, `--${inline}=`)) ??
    (taking === null || now.startsWith("-") ? null : value(taking, ""));
  if (wanted !== null) return wanted;
  return now.startsWith("-") && !plain ? { ...before, is: "flag" } : { ...before, is: "word" };
};
