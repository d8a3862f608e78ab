// Order of a run's commands: common ones, then the protocol's own by name, then those of agents and the engine.
import type { CommandList } from "../../../src/http/answers.ts";
import { wordMatcher } from "../words.ts";

export type Command = CommandList["commands"][number];

/** Command line verbs of all protocols whose commands are buttons, in order. */
const verbs = ["pause", "resume", "rollback", "cancel", "archive", "unarchive"];

/** Commands that end or revert work need a confirmation. */
const destructive: readonly string[] = ["cancel", "rollback"];
/** Without a form: another button reverts them. */
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
 * @param still nothing is running that could be paused
 * @returns `first`: visible buttons; `more`: the rest, by name; `others`: found by a search only, since agents or the engine usually send them
 */
export const sortedCommands = (
  commands: readonly Command[],
  still = false,
): {
  readonly first: readonly Command[];
  readonly more: readonly Command[];
  readonly others: readonly Command[];
} => {
  const first = verbs.flatMap((verb) =>
    still && verb === "pause" ? [] : commands.filter((one) => one.verb === verb),
  );
  const rest = commands
    .filter((one) => !first.includes(one))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return {
    first,
    more: rest.filter(({ shared }) => !shared),
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
