// Why: help is made from the same data that parsing uses, so a flag that is missing here doesn't exist.
import { commonOptions, type Option, type Options } from "./args.ts";
import { columns, type Page, pad, wrap } from "./layout.ts";
import type { Answer, Arg, Verb } from "./verb.ts";

const widest = 100;
const widthOf = (page: Page): number => Math.min(page.width, widest);

const argText = ({ word, must, many }: Arg): string => {
  const name = many === true ? `${word} …` : word;
  return must ? name : `[${name}]`;
};
export const usageOf = (verb: Verb): string => ["cairn", verb.name, ...verb.args.map(argText)].join(" ");

export const flagText = (name: string, { word, short, many, negated }: Option): string =>
  `${short === undefined ? "" : `-${short}, `}--${negated === true ? "[no-]" : ""}${name}${word === null ? "" : ` ${word}`}${many === true ? " …" : ""}`;

/** Two columns: a name, and behind it a text that wraps within its own column. */
const listing = (rows: readonly (readonly [string, string])[], width: number): string => {
  const first = Math.min(28, Math.max(0, ...rows.map(([name]) => columns(name))));
  return rows
    .map(([name, means]) => {
      const indent = first + 4;
      const text = wrap(means, Math.max(24, width - indent), 0).replaceAll("\n", `\n${" ".repeat(indent)}`);
      return columns(name) > first ? `  ${name}\n${" ".repeat(indent)}${text}` : `  ${pad(name, first)}  ${text}`;
    })
    .join("\n");
};

const shown = (options: Options): readonly (readonly [string, string])[] =>
  Object.entries(options).flatMap(([name, option]) => (option.hidden === true ? [] : [[flagText(name, option), option.means] as const]));

const exitCodes = [
  ["0", "done as asked; run: it ended in success"],
  ["1", "the operator must act (disk, database, missing program)"],
  ["2", "refused, or wrong usage: the code is on the first line"],
  ["3", "run: it waits for a decision, is paused, or waits for somebody outside"],
  ["4", "run: it ended without success"],
  ["5", "a check found damage or disagreement"],
  ["70", "a bug of cairn's"],
  ["130", "interrupted; resume with `cairn run`"],
] as const;

export const overview = (verbs: readonly Verb[]): Answer => {
  const seen = verbs.filter(({ hidden }) => hidden !== true);
  return {
    exit: 0,
    json: { verbs: seen.map((verb) => ({ name: verb.name, usage: usageOf(verb), summary: verb.summary })) },
    text: (page) =>
      [
        "cairn owns the state of work that AI coding agents do: agents propose, the rules decide,",
        "the ledger remembers, the files show.",
        "",
        "cairn VERB [RUN] [flags]",
        "",
        listing(
          seen.map(({ name, summary }) => [name, summary]),
          widthOf(page),
        ),
        "",
        "Every verb takes",
        listing(shown(commonOptions), widthOf(page)),
        "",
        "A run is named by its id, a unique beginning of it, or its session; left out, it is the only live one,",
        "or where none is live and the verb fits one that is over, the only such one.",
        "",
        "Exit codes",
        listing(exitCodes, widthOf(page)),
        "",
        "cairn VERB --help shows a verb's flags and an example.",
      ].join("\n"),
  };
};

export const verbHelp = (verb: Verb, extra: Options): Answer => {
  const own: Options = { ...extra, ...verb.options };
  return {
    exit: 0,
    json: { name: verb.name, usage: usageOf(verb), summary: verb.summary, args: verb.args, options: own, example: verb.example },
    text: (page) => {
      const width = widthOf(page);
      const section = (title: string, rows: readonly (readonly [string, string])[]): readonly string[] =>
        rows.length === 0 ? [] : ["", title, listing(rows, width)];
      return [
        `${usageOf(verb)} [flags]`,
        "",
        wrap(`${verb.summary}.`, width),
        ...section(
          "Words",
          verb.args.map(({ word, means }) => [word, means]),
        ),
        ...section(
          "Parts",
          Object.values(verb.parts ?? {}).map((part) => [usageOf(part), part.summary]),
        ),
        ...section("Flags", shown(own)),
        ...(verb.follows === undefined ? [] : [wrap(`${verb.follows}.`, width)]),
        ...section("Flags of every verb", shown(commonOptions)),
        "",
        verb.example.length === 1 ? "Example" : "Examples",
        ...verb.example.map((line) => `  ${line}`),
      ].join("\n");
    },
  };
};
