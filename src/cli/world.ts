// Types of the World: all that verbs touch outside (streams, prompts, clock), replaceable in tests.
import type { System } from "../runtime/system.ts";
import type { Away } from "./away.ts";

export type Choice = { readonly id: string; readonly label: string };

/** What is asked of a person at a terminal; each throws QuestionLeft where it is left. */
export type Prompts = {
  /** The id of one of them; `usual`: the one that Enter alone takes, the first if not said. */
  readonly choose: (
    question: string,
    choices: readonly Choice[],
    usual?: string,
  ) => Promise<string>;
  /** A line without blanks around it; `must`: it can't be empty. */
  readonly line: (question: string, must: boolean) => Promise<string>;
  /** `usual`: what Enter alone says. */
  readonly agree: (question: string, usual: boolean) => Promise<boolean>;
};

export type World = {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Columns of the terminal that standard output is; null: it is none. */
  readonly columns: () => number | null;
  /** Standard input and standard error are a terminal. */
  readonly terminal: boolean;
  /** Standard input (null) or a file, as text. */
  readonly read: (path: string | null) => Promise<string>;
  readonly prompts: () => Promise<Prompts>;
  readonly interrupted: () => AbortSignal;
  /** From the first call on a second Ctrl-C soon after the first asks for more than letting go; null: nobody sits at a terminal. */
  readonly twice: () => Twice | null;
  readonly now: () => number;
  /** Told the exit code before the answer is printed: its reader may go away meanwhile. */
  readonly answered?: (exit: number) => void;
  readonly open: (options: {
    readonly cwd: string;
    readonly root?: string;
    readonly ledger?: string;
    readonly env: NodeJS.ProcessEnv;
    readonly away: Away;
    readonly moves: boolean;
  }) => Promise<System>;
};

/** Whether Ctrl-C was pressed twice within two seconds. */
export type Twice = {
  /** Once it was, or the time for it is over since the first; at once where something else than Ctrl-C interrupted. */
  readonly said: () => Promise<boolean>;
};

/** Ctrl-C or Ctrl-D instead of an answer. */
export class QuestionLeft extends Error {
  constructor() {
    super("the question was left open");
    this.name = "QuestionLeft";
  }
}
