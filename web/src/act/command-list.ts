// Order of a run's commands: common ones, then the protocol's own by name.
import type { CommandList } from "../../../src/http/answers.ts";

export type Command = CommandList["commands"][number];

/** Command line verbs of all protocols whose commands are buttons, in order. */
const verbs = ["pause", "resume", "rollback", "cancel", "archive", "unarchive"];

/** Commands that end or revert work. */
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
 * @returns `first`: visible buttons; `more`: the rest, by name, but for what agents or the engine usually send
 */
export const sortedCommands = (
  commands: readonly Command[],
  still = false,
): {
  readonly first: readonly Command[];
  readonly more: readonly Command[];
} => {
  const first = verbs.flatMap((verb) =>
    still && verb === "pause" ? [] : commands.filter((one) => one.verb === verb),
  );
  const more = commands
    .filter((one) => !one.shared && !first.includes(one))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return { first, more };
};
