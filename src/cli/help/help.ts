// Help of all verbs, of one verb and of topics, made from the same data that parsing uses.
import { ownOf } from "../../core/json/own.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import { commonOptions, type Args, type Option, type Options, words } from "../flags/args.ts";
import { fitting } from "./elsewhere.ts";
import { refused } from "../failure.ts";
import { firstSteps, nineWords, purpose } from "./first-steps.ts";
import { type Page, wrap } from "../terminal/layout.ts";
import { listing, type Topic, topics } from "./topics.ts";
import { type Answer, type Context, type Parts, usageOf, type Verb } from "../verb.ts";
import { groups, peopleVerbs } from "./verb-groups.ts";

const widest = 100;
const widthOf = (page: Page): number => Math.min(page.width, widest);

export const flagText = (name: string, { word, short, many, negated }: Option): string =>
  `${short === undefined ? "" : `-${short}, `}--${negated === true ? "[no-]" : ""}${name}${word === null ? "" : ` ${word}`}${many === true ? " …" : ""}`;

/** As the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shown = (options: Options): readonly (readonly [string, string])[] =>
  Object.entries(options).flatMap(([name, option]) =>
    option.hidden === true ? [] : [[flagText(name, option), option.means] as const],
  );

const howMore = [
  ["cairn VERB --help", "what a verb takes, with examples"],
  ["cairn help --all", "all verbs by group, and the flags of every verb"],
  ["cairn help ways", "larger goals: five ways of working"],
  ["cairn help TOPIC", Object.keys(topics).join(", ")],
] as const;

type Part = readonly [title: string, rows: readonly (readonly [string, string])[]];

const pageOf = (parts: readonly Part[], width: number): string =>
  [
    wrap(purpose, width),
    ...parts.flatMap(([title, rows]) => ["", title, listing(rows, width)]),
  ].join("\n");

/** @param all every verb by group; else first steps, words, and the verbs of daily use. */
const overview = (verbs: readonly Verb[], all: boolean): Answer => {
  const seen = verbs.filter(({ hidden }) => hidden !== true);
  const [daily, ...others] = groups.map(({ title, verbs: names }): Part => [
    title,
    names.flatMap((name) =>
      seen.filter((verb) => verb.name === name).map(({ summary }) => [name, summary] as const),
    ),
  ]);
  const day = daily === undefined ? [] : [daily];
  const parts: readonly Part[] = all
    ? [...day, ...others, ["Flags of every verb", shown(commonOptions)]]
    : [["Begin", firstSteps], ["Words", nineWords], ...day];
  return {
    exit: 0,
    json: {
      verbs: seen.map((verb) => ({ name: verb.name, usage: usageOf(verb), summary: verb.summary })),
    },
    text: (page) => pageOf([...parts, ["More", howMore]], widthOf(page)),
  };
};

const verbHelp = async (verb: Verb, extra: Options): Promise<Answer> => {
  const own: Options = { ...extra, ...verb.options };
  const topic = ownOf(topics, verb.name.split(" ").at(-1) ?? "");
  const parts = await Promise.all(Object.values(verb.parts ?? {}).map((load) => load()));
  return {
    exit: 0,
    json: {
      name: verb.name,
      usage: usageOf(verb),
      summary: verb.summary,
      args: verb.args,
      options: own,
      example: verb.example,
    },
    text: (page) => {
      const width = widthOf(page);
      const section = (
        title: string,
        rows: readonly (readonly [string, string])[],
      ): readonly string[] => (rows.length === 0 ? [] : ["", title, listing(rows, width)]);
      return [
        `${usageOf(verb)} [flags]`,
        "",
        wrap(`${capital(verb.summary)}.`, width),
        ...section(
          "Arguments",
          verb.args.map(({ word, means }) => [word, means]),
        ),
        ...section(
          "Parts",
          parts.map((part) => [usageOf(part), part.summary]),
        ),
        ...section("Flags", shown(own)),
        ...(verb.follows === undefined ? [] : [wrap(`${verb.follows}.`, width)]),
        ...section("Flags of every verb", shown(commonOptions)),
        "",
        verb.example.length === 1 ? "Example" : "Examples",
        ...verb.example.map((line) => `  ${line}`),
        ...(topic === undefined ? [] : ["", "More", ...topic.text(width)]),
      ].join("\n");
    },
  };
};

/** The ways of working and their purposes, as the page's form shows them. */
export const ways = async (): Promise<readonly (readonly [string, string])[]> => {
  const { protocols } = await import("../../open.ts");
  const all = await Promise.all(Object.values(protocols).map((load) => load()));
  return all.flatMap(({ name, messages }) =>
    messages.flatMap(({ starts }) => (starts === undefined ? [] : [[name, starts.purpose]])),
  );
};

const topicHelp = async (name: string, { summary, text }: Topic): Promise<Answer> => {
  const rows = name === "ways" ? await ways() : [];
  const lines = (width: number): string =>
    [...text(width), ...(rows.length === 0 ? [] : ["", listing(rows, width)])].join("\n");
  return {
    exit: 0,
    json: { topic: name, summary, text: lines(Number.POSITIVE_INFINITY) },
    text: (page) => lines(widthOf(page)),
  };
};

/** Help for all verbs; `words`: the requested topic or verb, and perhaps `--all`. */
export const helpWith = async (verbs: Parts, asked: readonly string[]): Promise<Answer> => {
  const [name] = asked.filter((word) => !word.startsWith("-"));
  if (name === undefined)
    return overview(
      await Promise.all(Object.values(verbs).map((load) => load())),
      asked.includes("--all"),
    );
  const topic = ownOf(topics, name);
  return topic === undefined ? unknownVerb(name, true) : topicHelp(name, topic);
};

/** @param context of the arguments: some flags of a verb follow from its words. */
export const helpOf = async (
  verb: Verb,
  rest: readonly string[],
  flags: Args["flags"],
  context: (given: Args) => Context,
): Promise<Answer> => {
  const loose: Args = { words: words(rest, { ...commonOptions, ...verb.options }), flags };
  // Help never fails: without a run, its flags are omitted.
  const extra = await Promise.resolve(verb.flags?.(context(loose))).catch(() => undefined);
  return verbHelp(verb, extra === undefined || isRefusal(extra) ? {} : extra);
};

export const unknownVerb = (name: string, ofHelp = false): Answer => {
  const names = ofHelp ? [...peopleVerbs, ...Object.keys(topics)] : peopleVerbs;
  const near = name === "-v" ? "the version: cairn --version" : fitting(name, names);
  const all = ofHelp ? "all verbs and topics: cairn help --all" : "all verbs: cairn help --all";
  return refused(
    refuse(
      "USAGE",
      name.startsWith("-")
        ? "a verb comes first"
        : `there is no verb ${ofHelp ? "or topic " : ""}\`${name.slice(0, 64)}\``,
      { fits: near === null ? all : `${near}\n  ${all}` },
    ),
  );
};
