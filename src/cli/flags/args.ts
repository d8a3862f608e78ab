// Command-line parser: flags as data, shared by parsing, help and reference page.
import { parseArgs } from "node:util";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { ownOf } from "../../core/json/own.ts";
import { suggestion } from "../help/nearest.ts";

export type Option = {
  readonly means: string;
  /** Placeholder for its value in help texts; null: it takes none. */
  readonly word: string | null;
  readonly many?: boolean;
  /** Takes all words up to the next flag. */
  readonly several?: boolean;
  /** Accepts only integers. */
  readonly number?: boolean;
  readonly short?: string;
  /** Accepts `--no-…` of it, too. */
  readonly negated?: boolean;
  /** An alias of a listed flag: accepted, not listed. */
  readonly hidden?: boolean;
};
export type Options = Readonly<Record<string, Option>>;

/** Parsed arguments: words in order, and each flag's values (empty for a flag without value). */
export type Args = {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
};

export const commonOptions: Options = {
  json: { means: "print one JSON value, or one a line where it streams", word: null },
  root: { means: "the repository's folder; default: the one you are in", word: "DIR" },
  ledger: { means: "where the record is, if not in .git (`cairn help postgres`)", word: "URL" },
  as: { means: "your name in the record; default: the system's user", word: "NAME" },
  "no-input": { means: "ask nothing, also on a terminal", word: null },
  help: { means: "show this help", word: null, short: "h" },
};

export const has = (given: Args, name: string): boolean => given.flags.has(name);
export const all = (given: Args, name: string): readonly string[] => given.flags.get(name) ?? [];
export const last = (given: Args, name: string): string | null => all(given, name).at(-1) ?? null;
/** The value of a flag marked `number`, validated by the parser. */
export const number = (given: Args, name: string): number | null => {
  const text = last(given, name);
  return text === null ? null : Number(text);
};

/** The folder and the ledger that flags name. */
export const whereOf = (
  flags: Args["flags"],
): { readonly root?: string; readonly ledger?: string } =>
  Object.fromEntries(
    ["root", "ledger"].flatMap(
      (name) =>
        flags
          .get(name)
          ?.slice(-1)
          .map((said) => [name, said]) ?? [],
    ),
  );

/** One flag as it was typed. */
export const flagTyped = (given: Args, name: string): string =>
  [`--${name}`, ...all(given, name).map(asTyped)].join(" ");

/** All flags as they were typed but that of `name`, led by a space; empty for none. */
export const othersTyped = (given: Args, name: string): string =>
  [...given.flags.keys()]
    .flatMap((flag) => (flag === name ? [] : [` ${flagTyped(given, flag)}`]))
    .join("");

export const tokens = (argv: readonly string[], options: Options) =>
  parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { word, short }]) => [
        name,
        {
          type: word === null ? ("boolean" as const) : ("string" as const),
          ...(short === undefined ? {} : { short }),
        },
      ]),
    ),
  }).tokens;

/** Only the words; values of flags missing in `options` count as words. Never refuses. */
export const words = (argv: readonly string[], options: Options): readonly string[] =>
  tokens(argv, options).flatMap((token) => (token.kind === "positional" ? [token.value] : []));

/** --root, --ledger and --goal at any position, before other flags are known. */
export const whereabouts = (argv: readonly string[]): Args["flags"] => {
  const flags = new Map<string, readonly string[]>();
  argv.forEach((word, index) => {
    for (const name of ["root", "ledger", "goal"]) {
      const next = argv[index + 1];
      if (word.startsWith(`--${name}=`)) flags.set(name, [word.slice(name.length + 3)]);
      else if (word === `--${name}` && next !== undefined) flags.set(name, [next]);
    }
  });
  return flags;
};

const usage = (text: string, fits: string): Refusal => refuse("USAGE", text, { fits });

/** Parses `argv` by `options`; every misuse is a refusal that names a valid form. `follows`: what determines some of the verb's flags. */
export const parse = (
  argv: readonly string[],
  options: Options,
  follows?: string,
): Args | Refusal => {
  const found: string[] = [];
  const flags = new Map<string, string[]>();
  let taking: string[] | null = null;
  for (const token of tokens(argv, options)) {
    if (token.kind === "positional") {
      (taking ?? found).push(token.value);
      continue;
    }
    taking = null;
    if (token.kind === "option-terminator") continue;
    const option = ownOf(options, token.name);
    if (option === undefined) {
      const names = Object.entries(options).flatMap(([name, { hidden }]) =>
        hidden === true ? [] : [`--${name}`],
      );
      const near = suggestion(token.rawName, names);
      return usage(
        `there is no flag ${token.rawName}`,
        follows === undefined ? near : `${near}\n  ${follows}`,
      );
    }
    const value = token.value ?? null;
    if (option.word === null && value !== null)
      return usage(`${token.rawName} takes no value`, token.rawName);
    if (option.word !== null) {
      if (value === null)
        return usage(`${token.rawName} wants a value`, `${token.rawName}=${option.word}`);
      if (token.inlineValue !== true && value.length > 1 && value.startsWith("-"))
        return usage(
          `${token.rawName} wants a value and is followed by ${value}`,
          `a value that begins with a dash is written ${token.rawName}=${value}`,
        );
      if (option.number === true && !/^(0|[1-9]\d{0,14})$/.test(value))
        return usage(
          `${token.rawName} wants a whole number from 0, not ${value.slice(0, 80)}`,
          `${token.rawName}=${option.word}`,
        );
    }
    const values = flags.get(token.name) ?? [];
    if (value !== null && values.length > 0 && option.many !== true)
      return usage(`${token.rawName} was given twice`, `once: ${token.rawName}=${option.word}`);
    const now = value === null ? values : [...values, value];
    flags.set(token.name, now);
    if (option.several === true) taking = now;
  }
  return { words: found, flags };
};
