// The way of working that a new run takes where none is named, and what tells a goal from a mistyped name.
import { firstOf } from "../core/how-many.ts";
import { oneLine } from "../core/quote.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { has, last } from "./args.ts";
import { cleanLine } from "./clean.ts";
import { nearest, suggestion } from "./nearest.ts";
import { quoted } from "../core/shell-word.ts";
import type { Context } from "./verb.ts";
import { peopleVerbs } from "./verb-groups.ts";

/** One word alone may be a mistyped run, which must never start one that costs something. */
const isGoal = (word: string): boolean => /\s/u.test(word.trim());

/** What was typed holds a goal: a word with a space, or --goal. */
export const saysGoal = ({ words, given }: Pick<Context, "words" | "given">): boolean =>
  has(given, "goal") || words.some(isGoal);

/** The words begin a run, and name no protocol for it. */
export const beginsRun = ({ words: [first], given }: Pick<Context, "words" | "given">): boolean =>
  first === undefined ? has(given, "goal") : isGoal(first);

export const usualProtocol = ({
  config,
  protocols,
}: Pick<System, "config" | "protocols">): string =>
  config.protocol ?? protocols.find((name) => name === "ultrawork") ?? protocols[0] ?? "ultrawork";

/** So long a goal is typed again in the other way that is named. */
const longest = 48;

/** What its runs begin from is no goal but a template. */
const player = "player";

const goalOf = ({ words, given }: Context): string =>
  words.find(isGoal) ?? last(given, "goal") ?? "";

/** The same goal in another way than the usual one; empty: there is none. */
const anotherWay = (context: Context, system: System, verb: string): string => {
  const [other, ...more] = system.protocols.filter(
    (one) => one !== usualProtocol(system) && one !== player,
  );
  const goal = goalOf(context);
  const typed =
    goal === "" || goal.length > longest || /^[@-]|[\p{Cc}]/u.test(goal) ? "--help" : wordOf(goal);
  if (other === undefined) return "";
  return `another way: cairn ${verb} ${other} ${typed}${more.length === 0 ? "" : ` (or ${more.join(", ")})`}`;
};

/** One line: which way is taken, and how another one is. */
export const wayLine = (context: Context, system: System, verb: string): string => {
  const name = usualProtocol(system);
  const why = system.config.protocol === null ? "the default" : "as cairn.config.json says";
  const another = name === player ? "" : anotherWay(context, system, verb);
  return cleanLine([`by ${name}, ${why}`, another].filter((part) => part !== "").join("; "));
};

/** So many templates are named. */
const mostTemplates = 12;

/** A goal that the usual way took for a template's name: which there are, and how another way is taken. */
export const goalRefused = async (
  context: Context,
  system: System,
  verb: string,
  refusal: Refusal,
): Promise<Refusal> => {
  if (usualProtocol(system) !== player || refusal.code !== "TEMPLATE_UNKNOWN") return refusal;
  const found = await (await system.templates()).list();
  const names = isRefusal(found) ? [] : found.map(({ slug }) => slug);
  const goal = oneLine(goalOf(context), longest);
  const what = goal === "" ? "what you want" : JSON.stringify(goal);
  const [first] = names;
  const among = names.length > 1 ? `, with one of: ${firstOf(names, mostTemplates)}` : "";
  const one =
    first === undefined
      ? "make one: cairn template compose --help"
      : `play one: cairn ${verb} player ${names.length === 1 ? first : "TEMPLATE"}${among}`;
  return refuse(
    refusal.code,
    `${what} is no template, and "protocol" of cairn.config.json is player, which plays templates`,
    { fits: [one, anotherWay(context, system, verb)].filter((part) => part !== "").join("\n  ") },
  );
};

/** As people would type it. */
const wordOf = (text: string): string =>
  /^[\w ,.:;()/+'-]+$/u.test(text) ? `"${text}"` : quoted(text);

const goalWays = (verb: string): string =>
  `a new run's goal has a space in it, or comes by --goal: cairn ${verb} --help`;

/** A word that names no run: what it may have been meant to be. */
export const runUnknown = async (
  system: System,
  word: string,
  refusal: Refusal,
): Promise<Refusal> => {
  const runs = (await system.runs()).flatMap(({ run, place }) => [
    run,
    place.split("/").at(-1) ?? run,
  ]);
  const found = nearest(word, [...runs, ...system.protocols, ...peopleVerbs]);
  const near =
    found === null
      ? refusal.fits
      : `did you mean \`${peopleVerbs.includes(found) ? `cairn ${found}` : found}\`?`;
  return {
    ...refusal,
    fits: [...(near === undefined ? [] : [near]), goalWays("run")].join("\n  "),
  };
};

/** Words of which the first is no protocol: a mistyped one, or a goal without quotes. */
export const protocolUnknown = (
  system: System,
  words: readonly string[],
  verb: string,
): Refusal => {
  const [first = "", ...more] = words;
  const bare = more.length > 0 && nearest(first, system.protocols) === null && !more.some(isGoal);
  if (bare)
    return refuse("USAGE", `${first.slice(0, 64)} is no run and no protocol`, {
      fits: `a goal stands in quotes: cairn ${verb} ${wordOf(words.join(" ").slice(0, 200))}`,
    });
  return refuse("PROTOCOL_UNKNOWN", `there is no protocol \`${first.slice(0, 64)}\``, {
    fits:
      more.length === 0
        ? `${suggestion(first, system.protocols)}\n  ${goalWays(verb)}`
        : suggestion(first, system.protocols),
  });
};
