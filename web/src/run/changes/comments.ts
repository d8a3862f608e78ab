// Comments on lines of a change, the note that they become, and the commands that take such a note.
import { unitFields } from "../../../../src/core/unit-fields.ts";
import { isRecord } from "../../api/guards.ts";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import type { Command } from "../../act/command-list.ts";
import { runTitle } from "../../words.ts";

/** `line`: its number after the change; null if removed. `code`: the line's text. */
export type LineComment = {
  readonly path: string;
  readonly line: number | null;
  readonly code: string;
  readonly text: string;
};

/** One line per comment, for the next agent. */
export const noteOf = (comments: readonly LineComment[]): string =>
  comments
    .filter(({ text }) => text.trim() !== "")
    .map(
      ({ path, line, code, text }) =>
        `${path}${line === null ? "" : `:${line}`} \`${code.trim().slice(0, 120)}\`: ${text.trim()}`,
    )
    .join("\n");

/** A link that starts a run to handle comments on another run's work. */
export const followUpLink = (
  { run, title }: Pick<RunAnswer, "run" | "title">,
  comments: readonly LineComment[],
): string =>
  `/new?${new URLSearchParams({
    follows: run,
    goal: `Heed these comments on the work of “${runTitle({ run, title })}”:\n${noteOf(comments)}`,
  }).toString()}`;

/** A command about a unit, with initial data. */
export type UnitCommand = {
  readonly command: Command;
  readonly data: Readonly<Record<string, string>>;
};

/** The usual use of comments: an agent repeats the work with them. */
export const isRetry = ({ type }: Pick<Command, "type">): boolean =>
  /^(?:Retry|Reopen|Return)/u.test(type);

/** Rollbacks to a unit or a checkpoint, if a field is named after its kind. */
export const rollbackCommands = (
  commands: readonly Command[],
  unit: string,
  kind: string,
): readonly UnitCommand[] =>
  commands.flatMap((command): readonly UnitCommand[] => {
    const { properties } = command.fields;
    return command.verb === "rollback" && isRecord(properties) && kind in properties
      ? [{ command, data: { [kind]: unit } }]
      : [];
  });

/** Commands about a unit that accept a note, except those of agents and the engine. */
export const noteCommands = (
  commands: readonly Command[],
  unit: string,
  note: string,
): readonly UnitCommand[] =>
  commands.flatMap((command): readonly UnitCommand[] => {
    const { properties } = command.fields;
    const { unit: of, words: says } = unitFields(
      Object.keys(isRecord(properties) ? properties : {}),
    );
    return command.shared || of === undefined || says === undefined
      ? []
      : [{ command, data: { [of]: unit, [says]: note } }];
  });
