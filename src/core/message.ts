// Types of messages: one description for flags, tools, checks and reference pages.
import type { Command } from "./command.ts";
import type { Ask, Facts } from "./facts.ts";
import type { Sender } from "./sender.ts";
import type { Life } from "./row.ts";
import type { Starting } from "./starting.ts";

/** What doesn't fit. `pointer`: RFC 6901, into the value that was read. `code`: as a file's finding is called. */
export type Finding = {
  readonly pointer: string;
  readonly text: string;
  readonly code?: string;
};
export type Read<T = unknown> =
  | { readonly value: T }
  | { readonly findings: readonly [Finding, ...Finding[]] };

/** A shorter or handier way than its field's own flag to say something on the command line; fields without one get flags from the JSON Schema. */
export type Flag = {
  /** Without the dashes. */
  readonly name: string;
  readonly means: string;
  /** What stands for its value in help texts (`N`, `HINT`); null: it takes none. */
  readonly word: string | null;
  /** May be given several times. */
  readonly many?: boolean;
  /** Takes every word up to the next flag. */
  readonly several?: boolean;
  /** The value is JSON, given as such, as `@FILE`, as a file's name or as `-`. */
  readonly json?: boolean;
  /** The value is a text, also given as `@FILE` or as `-`; `@@` begins one with an @. */
  readonly sentence?: boolean;
  /** Where the value goes in the command's data: `["options", "mode"]`. */
  readonly field: readonly string[];
  /** What was given (texts, or JSON values), and what the field holds already → the value, or a Refusal; without it the one given, or all of them where `many`. */
  readonly read?: (given: readonly unknown[], held: unknown) => unknown;
  /** What it says of other fields, unless they are given. */
  readonly also?: readonly { readonly field: readonly string[]; readonly value: unknown }[];
  /** The field is one of this command, which is sent together with the first. */
  readonly then?: string;
  /** The commands that are sent together with the first, from its whole data; the flag then takes no value and fills no field. */
  readonly makes?: (data: Readonly<Record<string, unknown>>) => readonly Command[];
};

/** A kind of command. */
export type Message = {
  readonly type: string;
  readonly who: readonly Sender["kind"][];
  /** Live and paused if not said. */
  readonly when?: readonly Life[];
  /** What a hosted job reports by it is judged together with how its process ended, so the engine says it, not the job's holder. */
  readonly judged?: boolean;
  /** The verb that alone may send it, after the work that it records; not given: any sender in `who`. */
  readonly verb?: string;
  /** What the engine must read before the command is decided; null: nothing, and nothing is filled in. */
  ask?(state: unknown, data: unknown): Ask | null;
  /** Puts facts into the fields that no sender may give (tree, head, digests): whatever a sender put there is replaced. */
  fill?(data: unknown, facts: Facts, state?: unknown): unknown;
  /** On a button, where the type's own words don't say it: sentence case, verb first. */
  readonly label?: string;
  /** One sentence for help texts, references and forms. */
  readonly means: string;
  /** What a sender gave, as its schema reads it; or all that doesn't fit. */
  read(data: unknown): Read;
  /** JSON Schema (2020-12) of what a sender may give: flags, tools and reference pages are made from it. */
  readonly json?: () => Readonly<Record<string, unknown>>;
  /** Fields of its data that the run's state holds under the same names: a form shows what they say now. */
  readonly holds?: readonly string[];
  /** Of the command that starts a run: what people are told who choose how to begin one. */
  readonly starts?: Starting;
  /** The fields that words fill where they follow the verb, in order. */
  readonly words?: readonly string[];
  readonly flags?: readonly Flag[];
};

/** `ReopenUnit` → Reopen unit, where nothing else is declared. */
export const labelOf = ({ label, type }: Pick<Message, "label" | "type">): string =>
  label ?? type.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

/** A shape that other programs may rely on, besides the commands': a file of the dialect, a report of an agent, an event. */
export type Described = {
  readonly name: string;
  readonly kind: "document" | "report" | "event";
  /** One sentence; empty where the name says it. */
  readonly means: string;
  /** JSON Schema (2020-12). */
  readonly schema: () => Readonly<Record<string, unknown>>;
};
