// Why: the port behind which every agent program looks the same; a driver is one file that passes the contract suite.
import type { AgentFault, Job } from "../core/job.ts";
import type { Path } from "../core/row.ts";

/** An agent of cairn.config.json. A nested array in argv drops out as a whole where a placeholder in it is empty. */
export type AgentConfig = {
  readonly driver: string;
  readonly argv: readonly (string | readonly string[])[];
  /** `exit`: exit 0 counts as done without a report. */
  readonly done: "report" | "exit";
  readonly env: Readonly<Record<string, string>>;
};

/** What the host launches: argv as it is, never through a shell. */
export type Launch = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** null: closed at once. */
  readonly stdin: string | null;
  /** Relative to the run's root. */
  readonly cwd: Path;
};

/** What a driver understood of an agent's output: its last message decides, never what it echoed on the way. */
export type Heard = { readonly message: string; readonly conversation: string | null; readonly fault: AgentFault | null };

/** What placeholders stand for besides those that the job itself gives. */
export type Words = { readonly run: string; readonly [word: string]: string };

/** Fills `{brief}` (without it the brief goes to stdin), `{run}`, `{job}`, `{tier}`, each inside its one element. */
export type Driver = {
  readonly name: string;
  /** Where the program is; null: not on this machine. Never starts work. */
  find(config: AgentConfig): Promise<{ readonly path: string; readonly version: string | null } | null>;
  start(job: Job, brief: string, config: AgentConfig, words: Words): Launch;
  read(out: string, err: string, exit: number | null): Heard;
};
