// Completion of a half-typed line: possible words with meanings. Reads the project, writes nothing, never fails.
import { ownOf } from "../../core/json/own.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { type Args, commonOptions, type Options, whereabouts } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { topics } from "../help/topics.ts";
import type { Context, Parts, Verb } from "../verb.ts";
import { peopleVerbs } from "../help/verb-groups.ts";
import { verbs } from "../verbs.ts";
import { type CompletionTarget, askedBy } from "./line.ts";
import { type Offer, type Offers, offersFor } from "./offers.ts";

/** `open`: opens the project of these flags; null: none, or unreadable. */
export type Project = {
  readonly context: Context;
  readonly open: (flags: Args["flags"]) => Promise<System | null>;
};

/** Limit of a meaning: shells show one line. */
const longest = 100;

const nothing: Offers = { words: [] };

const offersIn = (
  parts: Parts,
  names: readonly string[] = Object.keys(parts),
): Promise<readonly Offer[]> =>
  Promise.all(
    names.map(async (name): Promise<Offer> => [
      name,
      (await ownOf(parts, name)?.())?.summary ?? "",
    ]),
  );
const verbOffers = (): Promise<readonly Offer[]> => offersIn(verbs, peopleVerbs);

const flagOffers = (options: Options, used: ReadonlySet<string>): readonly Offer[] =>
  Object.entries(options).flatMap(([name, { means, hidden, many, negated }]) =>
    hidden === true || (used.has(name) && many !== true)
      ? []
      : [
          [`--${name}`, means] as const,
          ...(negated === true ? [[`--no-${name}`, means] as const] : []),
        ],
  );

/** A context as for a called verb, but without writes, prompts and notes. */
const looking = (
  context: Context,
  words: readonly string[],
  flags: Args["flags"],
  system: System,
): Context => ({
  ...context,
  given: { words, flags },
  words,
  system: async () => ({ ...system, scan: async () => {} }),
  note: () => {},
  tell: () => {},
  asks: false,
});

/** Flags that follow from the words, such as those of a protocol. */
const followingOf = async (verb: Verb, context: Context): Promise<Options> => {
  const options = await verb.flags?.(context);
  return options === undefined || isRefusal(options) ? {} : options;
};

type Place = {
  readonly run: Card | null;
  readonly after: readonly string[];
  readonly named: boolean;
};

/** The run named by the previous words, and the words after it. */
const placeOf = async (
  verb: Verb,
  { given }: CompletionTarget,
  context: Context,
  system: System,
): Promise<Place> => {
  const [first, ...after] = given;
  if (verb.args[0]?.word.startsWith("RUN") !== true)
    return { run: null, after: given, named: false };
  const found = first === undefined ? null : await system.find(first);
  if (found !== null && !isRefusal(found)) return { run: found, after, named: true };
  const only = await system.find(context.env["CAIRN_RUN"] || null, "only");
  return { run: isRefusal(only) ? null : only, after: given, named: false };
};

/** The usage words possible at this position: the run, and what follows it if the run is optional. */
const slotsOf = (
  { args, name }: Verb,
  { after, named, run }: Place,
  { given, flags }: CompletionTarget,
): readonly string[] => {
  const at = (index: number): readonly string[] => {
    const arg = args[index] ?? (args.at(-1)?.many === true ? args.at(-1) : undefined);
    const isFit = arg?.needs === undefined || flags.has(arg.needs);
    return arg === undefined || !isFit ? [] : [arg.word];
  };
  if (args[0]?.word.startsWith("RUN|") === true)
    return given.length === 0 ? at(0) : named ? [] : at(given.length);
  if (args[0]?.word !== "RUN") return at(given.length);
  const next = at(1 + after.length);
  if (named || run === null) return given.length === 0 ? at(0) : next;
  // With a single open decision its answer suffices.
  const answer = name === "decide" && after.length === 0 ? at(2) : [];
  return [...(given.length === 0 ? at(0) : []), ...next, ...answer];
};

const led = (lead: string, { words, ...rest }: Offers): Offers => ({
  ...rest,
  words: words.map(([word, means]) => [`${lead}${word}`, means] as const),
});

const argOffers = async (
  verb: Verb,
  asked: CompletionTarget,
  now: string,
  context: Context,
  system: System | null,
): Promise<Offers> => {
  const { given } = asked;
  const place =
    system === null
      ? { run: null, after: given, named: false }
      : await placeOf(verb, asked, context, system);
  const where = system === null ? null : { system, run: place.run, given };
  if (asked.is === "value") {
    const typed = now.slice(asked.lead.length);
    const at = where === null ? null : { ...where, now: typed };
    return led(asked.lead, await offersFor(asked.option.word ?? "", asked.name, at));
  }
  const found = await Promise.all(
    slotsOf(verb, place, asked).map((word) =>
      offersFor(word, null, where === null ? null : { ...where, now }),
    ),
  );
  const files = found.find((offers) => offers.files !== undefined)?.files;
  return { words: found.flatMap(({ words }) => words), ...(files === undefined ? {} : { files }) };
};

const isFlag = (word: string): boolean => word.startsWith("-");

const verbLine = async (
  verb: Verb,
  words: readonly string[],
  { context, open }: Project,
): Promise<Offers> => {
  const now = words.at(-1) ?? "";
  const known: Options = { ...commonOptions, ...verb.options };
  const first = askedBy(words, known);
  if (verb.parts !== undefined && first.is === "word" && first.given.length === 0)
    return { words: await offersIn(verb.parts) };
  const flags = whereabouts(words.slice(0, -1));
  if (first.is === "flag" && verb.flags === undefined)
    return { words: flagOffers(known, first.flags) };
  const foreign =
    first.is === "flag" ||
    [...first.flags].some((name) => !Object.hasOwn(known, name)) ||
    /^--[^=]+=/u.test(now);
  const system = await open(flags);
  const more =
    foreign && system !== null && verb.flags !== undefined
      ? await followingOf(verb, looking(context, first.given, flags, system)).catch(
          (): Options => ({}),
        )
      : {};
  const options: Options = { ...more, ...verb.options, ...commonOptions };
  const asked = askedBy(words, options);
  if (asked.is === "flag") return { words: flagOffers(options, asked.flags) };
  return argOffers(verb, asked, now, context, system);
};

const offersOf = async (words: readonly string[], project: Project): Promise<Offers> => {
  const [name = "", ...rest] = words;
  if (rest.length === 0)
    return isFlag(name)
      ? {
          words: [
            ["--help", "show the verbs"] as const,
            ["--version", "show the version"] as const,
          ],
        }
      : { words: [...(await verbOffers()), ["help", "show help of a verb or topic"]] };
  if (name === "help") {
    const all = Object.entries(topics).map(([topic, { summary }]): Offer => [topic, summary]);
    const other = (await verbOffers()).filter(([verb]) => !Object.hasOwn(topics, verb));
    return rest.length > 1
      ? nothing
      : { words: isFlag(rest[0] ?? "") ? [["--all", "all verbs, by group"]] : [...all, ...other] };
  }
  let [verb, behind] = [await ownOf(verbs, name)?.(), rest];
  while (verb?.parts !== undefined && behind.length > 1) {
    const part = ownOf(verb.parts, behind[0] ?? "");
    if (part === undefined) break;
    [verb, behind] = [await part(), behind.slice(1)];
  }
  return verb === undefined ? nothing : verbLine(verb, behind, project);
};

/** Never offers a word that needs escaping or contains control characters. */
const isPlain = (word: string): boolean => word !== "" && cleanLine(word) === word;

/** @param words typed after `cairn`; the last one is being typed, maybe empty. */
export const complete = async (words: readonly string[], project: Project): Promise<Offers> => {
  const found = await offersOf(words.length === 0 ? [""] : words, project).catch(() => nothing);
  const seen = new Set<string>();
  const once = found.words.filter(([word]) => isPlain(word) && !seen.has(word) && seen.add(word));
  return { ...found, words: once.map(([word, means]) => [word, shortened(cleanLine(means))]) };
};

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
