// Types of the agent port: driver, launch, models, events; the contract suite tests each driver.
import type { AgentFault, Job } from "../core/job.ts";
import type { Refused } from "../core/agents/refused-program.ts";
import type { Path, Time } from "../core/row.ts";
import type { TranscriptEvent } from "../core/agents/transcript.ts";
import type { Usage } from "../core/agents/usage.ts";
import type { StateFolder } from "../core/agents/state-folder.ts";
import type { StreamEvent } from "./stream.ts";

type Tier = NonNullable<Job["tier"]>;
/** The model to request from a program, for all jobs or by tier. */
export type Model = string | Readonly<Partial<Record<Tier, string>>>;

/** An agent of cairn.config.json. A nested array in argv is dropped if a placeholder in it is empty. */
export type AgentConfig = {
  readonly driver: string;
  /** The program, and arguments that follow the driver's own. */
  readonly argv: readonly (string | readonly string[])[];
  /** Defaults to the program's own choice. */
  readonly model?: Model;
  /** `exit`: exit code 0 counts as done without a report. */
  readonly done: "report" | "exit";
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the caller that look like secrets and that it gets all the same; absent: none. */
  readonly passes?: readonly string[];
};

/** What the host launches: exactly this argv, never through a shell. */
export type Launch = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** null: closed immediately. */
  readonly stdin: string | null;
  /** Relative to the run's root. */
  readonly cwd: Path;
  /** Files by name, readable by the program only; kept in the job's folder (`Around.folder`) while it runs. */
  readonly files?: Readonly<Record<string, string>>;
};

/** A driver's reading of an agent's output: the final message decides, not interim output. */
export type AgentOutput = {
  readonly message: string;
  /** The program's id of the conversation for resuming it; null: none, or not resumable. */
  readonly conversation: string | null;
  readonly fault: AgentFault | null;
  /** It was to resume a conversation that its program doesn't know. */
  readonly unknown?: true;
  /** The stream's own text about the fault, for display only; standard error is shown separately. */
  readonly wrong?: string;
  readonly usage?: Usage;
};

/** Values of placeholders beyond those of the job. */
export type Words = { readonly run: string; readonly [word: string]: string };

/** Context passed to a program besides its job. */
export type Around = {
  readonly words: Words;
  /** Absolute path, unique to this attempt; holds `Launch.files`. */
  readonly folder: string;
  /** A UUID for a new conversation, if the program accepts one. */
  readonly conversation: string;
  /** An interrupted conversation of this program about the same work, to resume; null: start a new one. */
  readonly resume: string | null;
  /** Absolute paths outside its working tree that a job may write: the run's folder, Cairn's own, the git directory. Some may not exist. */
  readonly outside: readonly string[];
  /** It runs inside a sandbox, so its own isn't needed. */
  readonly fenced: boolean;
  /** The command of cairn's MCP server, which identifies its job by the variables of core/agents/job-variables.ts in the program's environment. */
  readonly mcp: readonly string[];
};

/** `where`: a variable that must be set for them to count, since its program uses them only then. */
export type Keys = { readonly names: readonly string[]; readonly where?: string };

/** Fills `{brief}` (without it the brief goes to stdin), `{run}`, `{job}`, `{tier}`, each within one element. */
export type Driver = {
  readonly name: string;
  /** The usage that its program reports; absent: none. */
  readonly tells?: { readonly tokens: boolean; readonly cost: boolean };
  /** Finds the program; null: not installed. Never starts work. `ms`: how long to wait for its version, which is optional; 0: don't ask. */
  find(
    config: AgentConfig,
    ms: number,
  ): Promise<{ readonly path: string; readonly version: string | null } | null>;
  /** State folders of its program that a job needs; absent: none. */
  readonly state?: readonly StateFolder[];
  /** Variables of the caller by which its program logs in, which no other job gets; absent: none. */
  readonly keys?: readonly Keys[];
  /** Further ones that the user's own settings of its program name; absent: none. */
  settingsKeys?(env: Readonly<Record<string, string | undefined>>): readonly string[];
  /** That no program of that name is there, with the file of its name that isn't executable; null: one is. */
  lacks?(program: string, path?: string): { readonly inert: string | null } | null;
  /** A program of that name on PATH that is rejected because agents could have put it there; null: none. */
  refused?(config: AgentConfig): Refused | null;
  start(job: Job, brief: string, config: AgentConfig, around: Around): Launch;
  /** Judges by the event stream; the exit code adds nothing to it. `at`: when it ended, for times of reset; without it none is read. */
  read(out: string, err: string, exit: number | null, at?: Time): AgentOutput;
  /** Transcript events of one stream event; absent: its output is plain text. */
  hear?(event: StreamEvent): readonly TranscriptEvent[];
  /** The command for a person to continue the conversation; absent: not supported. */
  resume?(config: AgentConfig, conversation: string): readonly string[];
  /** The problem that the program is retrying, judged by its latest output and the standard error since; null: none, or unknown. */
  stuck?(out: string, err: string): AgentFault | null;
  /** Whether the latest output shows it waiting for the model with nothing of its own running, so that silence means no answer. */
  waits?(out: string, err: string): boolean;
};
