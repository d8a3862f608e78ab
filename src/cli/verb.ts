// Types of verbs: arguments, flags, answer and exit codes, the source of help and reference.
import type { Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import type { Given, Options } from "./args.ts";
import type { Away, Stays } from "./away.ts";
import type { Page } from "./layout.ts";
import type { Prompts, Twice } from "./world.ts";

export const exits = {
  done: 0,
  fault: 1,
  refused: 2,
  waiting: 3,
  unsuccessful: 4,
  damaged: 5,
  bug: 70,
  interrupted: 130,
} as const;

/** What a verb has to say: `json` and `text` are two views of one value. undefined: everything was told while it streamed. */
export type Answer = {
  readonly exit: number;
  readonly json?: unknown;
  readonly text?: (page: Page) => string;
};

/** A part of an answer that streams: one JSON line, or lines of text. */
export type Piece = { readonly json: unknown; readonly text: (page: Page) => string };

export type Context = {
  readonly given: Given;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** How a ledger's server that is away is waited for, for whoever opens one himself. */
  readonly away: () => Away;
  /** Where it is told that the server is away; null: on standard error. */
  readonly divert: (to: ((line: string) => void) | null) => void;
  /** Opened at the first call, closed when the verb is over. */
  readonly system: () => Promise<System>;
  /** Lets go of what was opened and opens it anew, for a configuration that was just written. */
  readonly reopened: () => Promise<System>;
  /** `path` null: standard input. */
  readonly read: (path: string | null) => Promise<string>;
  readonly tell: (piece: Piece) => void;
  /** A line for people, on standard error. */
  readonly note: (line: string) => void;
  /** Somebody sits there and may be asked. */
  readonly asks: boolean;
  /** What is asked of a person at a terminal. */
  readonly ask: Prompts;
  readonly page: () => Page;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Standard output is a terminal that shows text: it may be redrawn. Writes as it is, after cleaning by whoever calls. */
  readonly draw: ((text: string) => void) | null;
  /** Aborted by the first Ctrl-C from the first call on; the second ends the process, unless the verb asked for `twice`. */
  readonly interrupted: () => AbortSignal;
  readonly twice: () => Twice | null;
};

export type Arg = {
  readonly word: string;
  readonly must: boolean;
  readonly means: string;
  readonly many?: boolean;
};

export type Verb = {
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly args: readonly Arg[];
  readonly options: Options;
  /** What its other flags follow from, and how they are listed; a sentence without a full stop. */
  readonly follows?: string;
  readonly example: readonly string[];
  /** Flags that follow from the words: those of a command, or of what a decision asks for. */
  readonly flags?: (context: Context) => Promise<Options | Refusal>;
  /** Verbs of its own, called by the word behind it: `template list`. */
  readonly parts?: Readonly<Record<string, Verb>>;
  /** It lives long. */
  readonly stays?: Stays;
  /** It may begin a run, and by that a project. */
  readonly begins?: true;
  /** Not in the overview: for programs, not for people. */
  readonly hidden?: boolean;
  readonly run: (context: Context) => Promise<Answer | Refusal>;
};
