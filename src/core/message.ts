// Types of messages: one description for flags, tools, checks and reference pages.
import type { Ask, Facts } from "./facts.ts";
import type { Sender } from "./sender.ts";
import type { Life } from "./row.ts";
import type { Starting } from "./starting.ts";

/** A mismatch. `pointer`: RFC 6901, into the value that was read. `code`: finding code for files. */
export type Finding = {
  readonly pointer: string;
  readonly text: string;
  readonly code?: string;
};
export type ReadResult<T = unknown> =
  | { readonly value: T }
  | { readonly findings: readonly [Finding, ...Finding[]] };

/** A shorter flag for a field or several fields; fields without one get flags from the JSON Schema. */
export type Flag = {
  /** Without the dashes. */
  readonly name: string;
  readonly means: string;
  /** Placeholder of its value in help texts (`N`, `HINT`); null if it takes none. */
  readonly word: string | null;
  /** May be repeated. */
  readonly many?: boolean;
  /** Takes all words up to the next flag. */
  readonly several?: boolean;
  /** The value is JSON: inline, as `@FILE`, as a file's name or as `-`. */
  readonly json?: boolean;
  /** The value is a text: inline, as `@FILE` or as `-`; `@@` stands for a leading @. */
  readonly sentence?: boolean;
  /** Path of the value in the command's data: `["options", "mode"]`. */
  readonly field: readonly string[];
  /** Combines the given values (texts, or JSON values) and the field's current value, or refuses them; default: the given value, or all of them with `many`. */
  readonly read?: (given: readonly unknown[], held: unknown) => unknown;
  /** Values that it implies for other fields, unless they are given. */
  readonly also?: readonly { readonly field: readonly string[]; readonly value: unknown }[];
  /** The field belongs to this command, which is sent together with the first. */
  readonly then?: string;
  /** Name of the flag that it doesn't go with. */
  readonly unlike?: string;
};

/** A kind of command. */
export type Message = {
  readonly type: string;
  /** The usual sender first: what others usually send isn't offered to a person at first. */
  readonly who: readonly Sender["kind"][];
  /** Default: live and paused. */
  readonly when?: readonly Life[];
  /** A hosted job's report is judged together with its process's end, so the engine sends it instead of the job's holder. */
  readonly judged?: boolean;
  /** The only verb that may send it, after doing the work that it records; default: any sender in `who`. */
  readonly verb?: string;
  /** Only answers a decision, which offers it while it is open: never offered elsewhere. */
  readonly answers?: true;
  /** Has the work of a unit done again. */
  readonly redoes?: true;
  /** Facts to read before deciding; null if none, and then nothing is filled in. */
  ask?(state: unknown, data: unknown): Ask | null;
  /** Writes facts into fields reserved for the engine (tree, head, digests), replacing a sender's values. */
  fill?(data: unknown, facts: Facts, state?: unknown): unknown;
  /** Label of a button, if the type's words don't suffice: sentence case, verb first. */
  readonly label?: string;
  /** One sentence for help texts, references and forms. */
  readonly means: string;
  /** Parses a sender's data, or returns all mismatches. */
  read(data: unknown): ReadResult;
  /** JSON Schema (2020-12) of a sender's input: source of flags, tools and reference pages. */
  readonly json?: () => Readonly<Record<string, unknown>>;
  /** For the command that starts a run: description for choosing a protocol. */
  readonly starts?: Starting;
  /** Fields filled by the words after the verb, in order. */
  readonly words?: readonly string[];
  readonly flags?: readonly Flag[];
};

/** `ReopenUnit` becomes "Reopen unit", unless a label is declared. */
export const labelOf = ({ label, type }: Pick<Message, "label" | "type">): string =>
  label ?? type.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

/** A shape besides the commands that other programs may rely on: a file of the dialect, an agent's report, an event. */
export type Described = {
  readonly name: string;
  readonly kind: "document" | "report" | "event";
  /** One sentence; empty if the name suffices. */
  readonly means: string;
  /** JSON Schema (2020-12). */
  readonly schema: () => Readonly<Record<string, unknown>>;
};
