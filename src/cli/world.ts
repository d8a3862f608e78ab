// Types of the World: all that verbs touch outside (streams, prompts, clock), replaceable in tests.
import type { System } from "../runtime/system.ts";
import type { Away } from "./away.ts";

export type Choice = { readonly id: string; readonly label: string };

/** Prompts for a person at a terminal; each throws QuestionLeft when cancelled, by the person or by `gone`. */
export type Prompts = {
  /** Returns the id of a choice; `usual`: the default for Enter, else the first. */
  readonly choose: (
    question: string,
    choices: readonly Choice[],
    usual?: string,
    gone?: AbortSignal,
  ) => Promise<string>;
  /** A trimmed line; `must`: it can't be empty. */
  readonly line: (question: string, must: boolean, gone?: AbortSignal) => Promise<string>;
  /** `usual`: the default for Enter. */
  readonly agree: (question: string, usual: boolean, gone?: AbortSignal) => Promise<boolean>;
};

/** Hears keys of the terminal by name, `ctrl-` before those with Ctrl, until the returned function is called. */
export type Keyboard = (heard: (key: string) => void) => () => void;

export type World = {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Columns of standard output's terminal; null: no terminal. */
  readonly columns: () => number | null;
  /** Standard input and standard error are a terminal. */
  readonly terminal: boolean;
  /** Standard input (null) or a file, as text. */
  readonly read: (path: string | null) => Promise<string>;
  readonly prompts: () => Promise<Prompts>;
  readonly keyboard: () => Promise<Keyboard>;
  readonly interrupted: () => AbortSignal;
  /** After the first call a quick second Ctrl-C means more than letting go; null: no terminal. */
  readonly twice: () => Twice | null;
  readonly now: () => number;
  /** Receives the exit code before the answer is printed, since its reader may disappear. */
  readonly answered?: (exit: number) => void;
  readonly open: (options: {
    readonly cwd: string;
    readonly root?: string;
    readonly ledger?: string;
    readonly env: NodeJS.ProcessEnv;
    readonly away: Away;
    readonly views?: true | "first";
  }) => Promise<System>;
};

/** Whether Ctrl-C was pressed twice within two seconds. */
export type Twice = {
  /** Resolves on the second press or at the end of the time limit; at once after another kind of interruption. */
  readonly said: () => Promise<boolean>;
};

/** Ctrl-C or Ctrl-D instead of an answer. */
export class QuestionLeft extends Error {
  constructor() {
    super("the question was left open");
    this.name = "QuestionLeft";
  }
}
