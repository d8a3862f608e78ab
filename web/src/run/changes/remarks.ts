// Why: what a reader says of single lines becomes one note, for whoever takes the work up again.
import { unitFields } from "../../../../src/core/unit-fields.ts";
import { isRecord } from "../../api/guards.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import type { Command } from "../../act/command-list.ts";

/** Of a line of a file: `line` null where it was taken away. `code`: what stands there. */
export type Remark = {
  readonly path: string;
  readonly line: number | null;
  readonly code: string;
  readonly text: string;
};

/** A line each, as it is sent to whoever works on it next. */
export const noteOf = (remarks: readonly Remark[]): string =>
  remarks
    .filter(({ text }) => text.trim() !== "")
    .map(
      ({ path, line, code, text }) =>
        `${path}${line === null ? "" : `:${line}`} \`${code.trim().slice(0, 120)}\`: ${text.trim()}`,
    )
    .join("\n");

/** Where a run begins that takes up what a reader said of another one's work. */
export const followUp = (
  { run, title }: Pick<Shown, "run" | "title">,
  remarks: readonly Remark[],
): string =>
  `/new?${new URLSearchParams({
    follows: run,
    goal: `Heed these comments on the work of “${title === "" ? run : title}”:\n${noteOf(remarks)}`,
  }).toString()}`;

/** A command that sends a unit back with words, and what it says of this unit. */
export type Taker = { readonly command: Command; readonly data: Readonly<Record<string, string>> };

/** What people mostly do with comments: an agent does the work again, and reads them. */
export const isAnotherTry = ({ type }: Pick<Command, "type">): boolean =>
  /^(?:Retry|Reopen|Return)/u.test(type);

/** Rolling back to a unit or a checkpoint, where a field has the name of its kind. */
export const backTo = (
  commands: readonly Command[],
  unit: string,
  kind: string,
): readonly Taker[] =>
  commands.flatMap((command): readonly Taker[] => {
    const { properties } = command.fields;
    return command.verb === "rollback" && isRecord(properties) && kind in properties
      ? [{ command, data: { [kind]: unit } }]
      : [];
  });

/** What may be sent about a unit with a note; nothing of what agents and the engine say. */
export const takersOf = (
  commands: readonly Command[],
  unit: string,
  note: string,
): readonly Taker[] =>
  commands.flatMap((command): readonly Taker[] => {
    const { properties } = command.fields;
    const { unit: of, words: says } = unitFields(
      Object.keys(isRecord(properties) ? properties : {}),
    );
    return command.shared || of === undefined || says === undefined
      ? []
      : [{ command, data: { [of]: unit, [says]: note } }];
  });
