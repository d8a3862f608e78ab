// Order of a run's commands: common ones, then the protocol's own by name, then those of agents and the engine.
import type { CommandList, RunAnswer } from "../../../src/http/answers.ts";
import { wordMatcher } from "../words.ts";

export type Command = CommandList["commands"][number];
type Life = RunAnswer["life"];

/** Command line verbs of all protocols, in order, with the life states in which a person would look for them. */
const verbs: readonly (readonly [verb: string, lives: readonly Life[]])[] = [
  ["pause", ["live"]],
  ["resume", ["paused"]],
  ["rollback", ["live", "paused", "over"]],
  ["cancel", ["live", "paused"]],
  ["archive", ["over"]],
  ["unarchive", ["archived"]],
];

/** Commands that end or revert work need a confirmation. */
const destructive: readonly string[] = ["cancel", "rollback"];
/** Without a form: another button reverts them. */
const atOnce: readonly string[] = ["pause", "resume"];

/** Answers to a question, which are given where it stands. */
const isAnswer = ({ type }: Command): boolean =>
  /^(?:Answer|Approve|Reject|Revise|Refuse|PassGate)/u.test(type);

export const isDestructive = ({ verb }: Command): boolean =>
  verb !== null && destructive.includes(verb);
export const isAtOnce = ({ verb, fields }: Command): boolean => {
  const { required } = fields;
  return (
    verb !== null && atOnce.includes(verb) && !(Array.isArray(required) && required.length > 0)
  );
};

/**
 * @param still nothing is running that could be paused
 * @returns `first`: visible buttons; `more`: the rest, by name; `others`: found by a search only, since agents or the engine usually send them
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
  // A verb for another life state would only be refused.
  const unnamed = commands.filter(
    (one) =>
      !verbs.some(([verb]) => verb === one.verb) || (all.includes(one) && !first.includes(one)),
  );
  const rest = unnamed.toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return {
    first,
    more: rest.filter((one) => !one.shared && !isAnswer(one)),
    others: rest.filter(({ shared }) => shared),
  };
};

/** Commands with all words in their name or description. */
export const matchingCommands = (
  commands: readonly Command[],
  query: string,
): readonly Command[] => {
  const matches = wordMatcher(query);
  return commands.filter(({ label, verb, type, means }) =>
    matches(`${label} ${verb ?? ""} ${type} ${means}`),
  );
};
