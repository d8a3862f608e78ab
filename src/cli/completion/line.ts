// Parser of a half-typed line: whether a flag, a flag's value or a positional word comes next.
import { type Option, type Options, tokens } from "../flags/args.ts";
import { ownOf } from "../../core/json/own.ts";

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

/** @param words of the verb, without its name; the last one is being typed, maybe empty. */
export const askedBy = (words: readonly string[], options: Options): CompletionTarget => {
  const now = words.at(-1) ?? "";
  const given: string[] = [];
  const flags = new Set<string>();
  let waits: string | null = null;
  let taking: string | null = null;
  let plain = false;
  for (const token of tokens(words.slice(0, -1), options)) {
    if (token.kind === "positional") {
      if (taking === null) given.push(token.value);
      continue;
    }
    taking = null;
    plain ||= token.kind === "option-terminator";
    if (token.kind === "option-terminator") continue;
    const { name, value } = token;
    flags.add(name);
    const option = ownOf(options, name);
    if (value === undefined && option !== undefined && option.word !== null) waits = name;
    if (option?.several === true) taking = name;
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
