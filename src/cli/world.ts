// Why: all that a verb touches outside itself is handed in, so that tests run the whole command line without a process.
import type { System } from "../runtime/system.ts";
import type { Away } from "./away.ts";

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
  readonly ask: (question: string) => Promise<string>;
  readonly interrupted: () => AbortSignal;
  readonly now: () => number;
  readonly open: (options: {
    readonly cwd: string;
    readonly root?: string;
    readonly ledger?: string;
    readonly env: NodeJS.ProcessEnv;
    readonly away: Away;
  }) => Promise<System>;
};

/** Ctrl-C or Ctrl-D instead of an answer. */
export class QuestionLeft extends Error {
  constructor() {
    super("the question was left open");
    this.name = "QuestionLeft";
  }
}
