// Types of verbs: arguments, flags, answer and exit codes, the source of help and reference.
import { type Refusal, refuse } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import type { Args, Options } from "./flags/args.ts";
import type { Away, Stays } from "./away.ts";
import type { Page } from "./terminal/layout.ts";
import type { Keyboard, Prompts, Twice } from "./world.ts";

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

/** A verb's answer: `json` and `text` are two views of one value. undefined: everything was streamed. */
export type Answer = {
  readonly exit: number;
  readonly json?: unknown;
  readonly text?: (page: Page) => string;
};

/** A part of a streamed answer: one JSON line, or lines of text. */
export type Piece = { readonly json: unknown; readonly text: (page: Page) => string };

export type Context = {
  /** Its name; empty before it is known. */
  readonly verb: string;
  readonly given: Args;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** How to wait for an unreachable ledger server, for code that opens one itself. */
  readonly away: () => Away;
  /** Redirects outage reports; null: to standard error. */
  readonly divert: (to: ((line: string) => void) | null) => void;
  /** Opened on the first call, closed when the verb is over. */
  readonly system: () => Promise<System>;
  /** Closes and reopens the system, for a configuration just written. */
  readonly reopened: () => Promise<System>;
  /** `path` null: standard input. */
  readonly read: (path: string | null) => Promise<string>;
  readonly tell: (piece: Piece) => void;
  /** Prints a line for people, on standard error. */
  readonly note: (line: string) => void;
  /** Whether a person can be prompted. */
  readonly asks: boolean;
  /** Prompts for a person at a terminal. */
  readonly ask: Prompts;
  /** Keys of that terminal. */
  readonly keyboard: () => Promise<Keyboard>;
  readonly page: () => Page;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Standard output is a terminal with text, which may be redrawn. Writes unchanged text, cleaned by the caller. */
  readonly draw: ((text: string) => void) | null;
  /** Aborted by the first Ctrl-C after the first call; the second exits the process, unless the verb uses `twice`. */
  readonly interrupted: () => AbortSignal;
  readonly twice: () => Twice | null;
};

/** Verbs by name, each loaded on first call. */
export type Parts = Readonly<Record<string, () => Promise<Verb>>>;

export type Arg = {
  readonly word: string;
  readonly must: boolean;
  readonly means: string;
  readonly many?: boolean;
  /** More words than this are the verb's to refuse. */
  readonly loose?: true;
  /** The flag without which it isn't said. */
  readonly needs?: string;
};

export type Verb = {
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  readonly args: readonly Arg[];
  readonly options: Options;
  /** What determines its other flags, and how to list them; a sentence without a full stop. */
  readonly follows?: string;
  readonly example: readonly string[];
  /** Flags that follow from the words: those of a command, or of a decision's fields. */
  readonly flags?: (context: Context) => Promise<Options | Refusal>;
  /** Subcommands, called by the word after it: `template list`. */
  readonly parts?: Parts;
  /** Whether it runs long. */
  readonly stays?: Stays;
  /** It only shows what is recorded, and needs no valid configuration. "first": at its start. */
  readonly views?: true | "first" | ((given: Args) => boolean);
  /** What it does, where that is a person's to do and no agent's. */
  readonly person?: string;
  /** It may start a run, and so create a project. */
  readonly begins?: true;
  /** Not in the overview: for programs, not for people. */
  readonly hidden?: boolean;
  readonly run: (context: Context) => Promise<Answer | Refusal>;
};

const argText = ({ word, must, many }: Arg): string => {
  const name = many === true ? `${word} …` : word;
  return must ? name : `[${name}]`;
};
export const usageOf = ({ name, args }: Pick<Verb, "name" | "args">): string =>
  ["cairn", name, ...args.map(argText)].join(" ");

/** Why the words are too many or too few; null: they are as its arguments say. */
export const misworded = (
  verb: Pick<Verb, "name" | "args">,
  words: readonly string[],
): Refusal | null => {
  const { args } = verb;
  const more = args.some(({ many, loose }) => many === true || loose === true)
    ? []
    : words.slice(args.length);
  const missing = args.filter(({ must }) => must)[words.length];
  if (more.length > 0)
    return refuse("USAGE", `too many words: ${more.join(" ").slice(0, 120)}`, {
      fits: `${usageOf(verb)}${args.length === 0 ? "" : "; a text with blanks stands in quotes"}`,
    });
  return missing === undefined
    ? null
    : refuse("USAGE", `${missing.word} is missing`, {
        fits: `${usageOf(verb)}\n  ${missing.word}: ${missing.means}`,
      });
};
