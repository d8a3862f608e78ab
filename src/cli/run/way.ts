// Choice of a new run's protocol if none is named, and the distinction of goals from mistyped names.
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { type Args, has, othersTyped } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { nearest } from "../../core/words/near.ts";
import { suggestion } from "../help/nearest.ts";
import { asTyped, quoted } from "../../core/words/shell-word.ts";
import type { Context } from "../verb.ts";
import { peopleVerbs } from "../help/verb-groups.ts";

/** A single word may be a mistyped run, which must never start a costly one. */
const isGoal = (word: string): boolean => /\s/u.test(word.trim());

/** Whether the words start a run without naming a protocol. */
export const beginsRun = ({ words: [first], given }: Pick<Context, "words" | "given">): boolean =>
  first === undefined ? has(given, "goal") : isGoal(first);

/** As runs' ids are (src/open.ts); one without a digit is taken for a word. */
const isId = (word: string): boolean => /^(?=\D*\d)[0-9a-hjkmnp-tv-z]{12}$/u.test(word);

/** Whether a single word is a goal, if it names no run: flags that only a new run has stand beside it. */
export const isOneWordGoal = (
  { words: [word, ...more] }: Pick<Context, "words">,
  { protocols }: Pick<System, "protocols">,
  flags: readonly string[],
): boolean =>
  word !== undefined &&
  more.length === 0 &&
  flags.length > 0 &&
  !/^[\d@-]/u.test(word) &&
  !isId(word) &&
  nearest(word, protocols) === null;

export const usualProtocol = ({
  config,
  protocols,
}: Pick<System, "config" | "protocols">): string =>
  config.protocol ?? protocols.find((name) => name === "ultrawork") ?? protocols[0] ?? "ultrawork";

/** One line: the protocol in use, and where the others stand. */
export const wayLine = (system: System): string =>
  cleanLine(
    `by ${usualProtocol(system)}, ${system.config.protocol === null ? "the default" : "as cairn.config.json says"}; other ways of working: cairn help ways`,
  );

/** The command that takes over a protocol's folder that no run has; null: there is none. */
export const adoptWay = async (
  system: Pick<System, "strays">,
  protocol: string,
): Promise<string | null> => {
  const [found] = await system.strays(protocol);
  return found === undefined ? null : `cairn adopt ${asTyped(found)}`;
};

/** As people would type it. */
const wordOf = (text: string): string =>
  /^[\w ,.:;()/+'-]+$/u.test(text) ? `"${text}"` : quoted(text);

const asGoal = (word: string, given: Args): string =>
  `for a new run with this goal: cairn run --goal ${asTyped(word)}${othersTyped(given, "goal")}`;

/** All that a word behind `run` may mean besides a goal. */
const namesOf = async (system: System): Promise<readonly string[]> => [
  ...(await system.runs()).flatMap(({ run, place }) => [run, place.split("/").at(-1) ?? run]),
  ...system.protocols,
  ...peopleVerbs,
];

/** Suggestions for a word that names no run. */
export const runUnknown = async (
  system: System,
  { given }: Pick<Context, "given">,
  word: string,
  refusal: Refusal,
): Promise<Refusal> => {
  const found = nearest(word, await namesOf(system));
  const near =
    found === null
      ? refusal.fits
      : `did you mean \`${peopleVerbs.includes(found) ? `cairn ${found}` : found}\`?`;
  return {
    ...refusal,
    fits: [...(near === undefined ? [] : [near]), asGoal(word, given)].join("\n  "),
  };
};

/** For words that name no protocol: a mistyped one, or a goal without quotes. */
export const protocolUnknown = (
  system: System,
  { words, given }: Pick<Context, "words" | "given">,
): Refusal => {
  const [first = "", ...more] = words;
  const bare = more.length > 0 && nearest(first, system.protocols) === null && !more.some(isGoal);
  if (bare)
    return refuse("USAGE", `${first.slice(0, 64)} is no run and no protocol`, {
      fits: `a goal stands in quotes: cairn run ${wordOf(words.join(" ").slice(0, 200))}${othersTyped(given, "goal")}`,
    });
  return refuse("PROTOCOL_UNKNOWN", `there is no protocol \`${first.slice(0, 64)}\``, {
    fits:
      more.length === 0
        ? `${suggestion(first, system.protocols)}\n  ${asGoal(first, given)}`
        : suggestion(first, system.protocols),
  });
};
