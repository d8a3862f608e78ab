// Order of a run's commands: what every run can do first, then the protocol's own by name, then those of agents and the engine.
import type { CommandList, Shown } from "../../../src/http/answers.ts";
import { wordMatcher } from "../words.ts";

export type Command = CommandList["commands"][number];
type Life = Shown["life"];

/** Verbs of the command line that every protocol has, in order, with the lives in which a person would look for them. */
const verbs: readonly (readonly [verb: string, lives: readonly Life[]])[] = [
  ["pause", ["live"]],
  ["resume", ["paused"]],
  ["rollback", ["live", "paused", "over"]],
  ["cancel", ["live", "paused"]],
  ["archive", ["over"]],
  ["unarchive", ["archived"]],
];

/** What ends or takes back work is asked once more. */
const destructive: readonly string[] = ["cancel", "rollback"];
/** Without a form: what undoes itself by another button. */
const atOnce: readonly string[] = ["pause", "resume"];

export const isDestructive = ({ verb }: Command): boolean =>
  verb !== null && destructive.includes(verb);
export const isAtOnce = ({ verb, fields }: Command): boolean => {
  const { required } = fields;
  return (
    verb !== null && atOnce.includes(verb) && !(Array.isArray(required) && required.length > 0)
  );
};

/**
 * @param still nothing goes on that could be paused
 * @returns `first`: buttons in sight; `more`: the rest, by name; `others`: what agents and the engine usually send
 */
export const sortedCommands = (
  commands: readonly Command[],
  life: Life,
  still = false,
): {
  readonly first: readonly Command[];
  readonly more: readonly Command[];
  readonly others: readonly Command[];
} => {
  const all = verbs.flatMap(([verb, lives]) =>
    lives.includes(life) ? commands.filter((one) => one.verb === verb) : [],
  );
  const first = still ? all.filter(({ verb }) => verb !== "pause") : all;
  // A verb that doesn't fit this life would only be refused.
  const unnamed = commands.filter(
    (one) =>
      !verbs.some(([verb]) => verb === one.verb) || (all.includes(one) && !first.includes(one)),
  );
  const rest = unnamed.toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return {
    first,
    more: rest.filter(({ shared }) => !shared),
    others: rest.filter(({ shared }) => shared),
  };
};

/** Those that have all words, in their name or in what they mean. */
export const matchingCommands = (
  commands: readonly Command[],
  query: string,
): readonly Command[] => {
  const matches = wordMatcher(query);
  return commands.filter(({ label, verb, type, means }) =>
    matches(`${label} ${verb ?? ""} ${type} ${means}`),
  );
};
