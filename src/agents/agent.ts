// Types of the agent port: driver, launch, models, events; the contract suite tests each driver.
import type { AgentFault, Job } from "../core/job.ts";
import type { Refused } from "../core/refused-program.ts";
import type { Path } from "../core/row.ts";
import type { TranscriptEvent } from "../core/transcript.ts";
import type { Usage } from "../core/usage.ts";
import type { StateFolder } from "../core/state-folder.ts";
import type { StreamEvent } from "./stream.ts";

type Tier = NonNullable<Job["tier"]>;
/** Which model a program is asked to use, for all jobs or by a job's tier. */
export type Model = string | Readonly<Partial<Record<Tier, string>>>;

/** An agent of cairn.config.json. A nested array in argv drops out as a whole where a placeholder in it is empty. */
export type AgentConfig = {
  readonly driver: string;
  /** The program, and what is put behind the driver's own words. */
  readonly argv: readonly (string | readonly string[])[];
  /** Not said: the program's own choice. */
  readonly model?: Model;
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
  /** Texts by name, for the program alone to read: they lie in the job's own folder (`Around.folder`) while it runs. */
  readonly files?: Readonly<Record<string, string>>;
};

/** What a driver understood of an agent's output: its last message decides, never what it echoed on the way. */
export type Heard = {
  readonly message: string;
  /** The program's own name of the conversation, by which it can be gone on with; null: it told none, or none that can be. */
  readonly conversation: string | null;
  readonly fault: AgentFault | null;
  /** What its stream tells of that fault in its own words, for people alone; what stands on standard error is seen without that. */
  readonly wrong?: string;
  readonly usage?: Usage;
};

/** What placeholders stand for besides those that the job itself gives. */
export type Words = { readonly run: string; readonly [word: string]: string };

/** What a program is given of the world besides its job. */
export type Around = {
  readonly words: Words;
  /** Absolute, of this attempt alone: `Launch.files` lie there. */
  readonly folder: string;
  /** A UUID for a conversation that begins, where the program takes one. */
  readonly conversation: string;
  /** A conversation of this program about this very work that broke off, to be gone on with; null: a fresh one. */
  readonly resume: string | null;
  /** Absolute: what a job may have to write besides its working tree: the run's own folder, Cairn's own, the git directory. Not each need be there. */
  readonly outside: readonly string[];
  /** It runs inside a fence: what it would fence off by itself is off its limits already. */
  readonly fenced: boolean;
  /** How cairn's MCP server is started. It knows its job by the variables of core/job-variables.ts, which stand in the program's environment. */
  readonly mcp: readonly string[];
};

/** Fills `{brief}` (without it the brief goes to stdin), `{run}`, `{job}`, `{tier}`, each inside its one element. */
export type Driver = {
  readonly name: string;
  /** What its program tells of what a job took; not said: nothing. */
  readonly tells?: { readonly tokens: boolean; readonly cost: boolean };
  /** Where the program is; null: not on this machine. Never starts work. `ms`: how long its version may be waited for, without which it is there all the same; 0: not asked. */
  find(
    config: AgentConfig,
    ms: number,
  ): Promise<{ readonly path: string; readonly version: string | null } | null>;
  /** What its program keeps of its own; none: nothing that a job needs. */
  readonly state?: readonly StateFolder[];
  /** Whether a check would find its program. */
  isThere?(program: string): boolean;
  /** A program of that name that lies on PATH and isn't used, since agents could have put it there; null: none. */
  refused?(config: AgentConfig): Refused | null;
  start(job: Job, brief: string, config: AgentConfig, around: Around): Launch;
  /** Judges by the event stream; an exit code says nothing that the stream doesn't. */
  read(out: string, err: string, exit: number | null): Heard;
  /** What one event of its stream tells of its work; not said: its output is plain text. */
  hear?(event: StreamEvent): readonly TranscriptEvent[];
  /** The words by which a person goes on with a conversation of its, where it was held; not said: nobody can. */
  resume?(config: AgentConfig, conversation: string): readonly string[];
  /** Why the program is in trouble at this moment and goes on trying, by the end of its output so far and what came on standard error since; null: it isn't, or nobody can tell. */
  stuck?(out: string, err: string): AgentFault | null;
  /** It waits for its model and nothing of its own is running, by the end of its output so far: silence then means that no answer comes. */
  waits?(out: string, err: string): boolean;
};
