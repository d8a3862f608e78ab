// Types of jobs, derived from state: checks, decisions, limits, proofs, faults.
import type { Command } from "./command.ts";
import type { Change, Digest, Holder, Path, Time } from "./row.ts";
import type { Moment } from "./span.ts";
import type { Usage } from "./agents/usage.ts";
import type { Ended } from "./view.ts";

/** The command of a check job, run without a shell; an empty list only measures the tree. */
export type Check =
  | {
      readonly argv: readonly string[];
      readonly cwd: Path;
      readonly env: Readonly<Record<string, string>>;
      readonly ms: number;
      /** In a clean checkout, these paths are set to that commit during the run. */
      readonly pin?: { readonly paths: readonly Path[]; readonly commit: string };
      /** Files that it is known to rewrite, as patterns. */
      readonly writes?: readonly Path[];
      /** No other check of the run may be under way beside it. */
      readonly parallel?: false;
    }
  | { readonly read: Path };

export type DecisionOption = {
  /** The id that `cairn decide` takes. */
  readonly id: string;
  /** Label of a button: sentence case, verb first. */
  readonly label: string;
  /** Consequences of choosing it, in whole sentences; empty if the label suffices. */
  readonly means: string;
  readonly note: "none" | "may" | "must";
  /** JSON Schema of additional data for `--data`. */
  readonly fields?: unknown;
  /** The stuck unit that it resumes: `job check` gives this answer once a person's fix passes. */
  readonly mends?: string;
  /** Hands over a person's changes in the checkout, which become the unit's work. */
  readonly takes?: true;
  /** The usual choice, preselected. */
  readonly recommended?: true;
  /** It ends the run or reverts work: shown last, in red. */
  readonly ends?: true;
};
/** `output`: the job whose whole output is its context. */
export type Decision = {
  readonly question: string;
  readonly options: readonly DecisionOption[];
  readonly output?: string;
};

export type Limits = { readonly ms: number; readonly bytes: number; readonly tries: number };

export type Job = {
  /** Unique in the run; contains the attempt's number; never parsed. */
  readonly key: string;
  /** Data of the protocol. */
  readonly about: unknown;
  /** The unit as people name it: a task, a node, a story. */
  readonly subject: string;
  /** Another unit that is stuck until this job is done. */
  readonly mends?: string;
  readonly kind: "agent" | "check" | "decision";
  /** `worker`, `verifier` …: the configuration maps it to an agent. */
  readonly role: string;
  readonly tier?: "light" | "standard" | "heavy";
  /** The protocol rule that made it due and what that rule found, in words. */
  readonly reason?: string;
  /** null if it may start, else why not; an active job continues anyway. */
  readonly why: string | null;
  /** An event recorded its start: without a lease or spool it is lost, and must be reported as lost, never started again. */
  readonly begun: boolean;
  /** Done externally: no agent is launched, and waiting loses nothing. */
  readonly outside?: boolean;
  /** It looks at the run's state without its own unit's work. */
  readonly without?: true;
  readonly notBefore?: Time;
  /** For an external job: without a holder it counts as lapsed after this time. */
  readonly expires?: Time;
  /** For an external job: it counts as timed out after this time, held or not. Hosted jobs have `limits.ms`. */
  readonly deadline?: Time;
  readonly everyMs?: number;
  readonly writes: "nothing" | "anything" | readonly Path[];
  /** Files whose texts are part of the outcome; paths as in Ask.files. */
  readonly reads: readonly Path[];
  /** JSON Schema of its report, appended to the brief. */
  readonly report?: { toJSON(): Readonly<Record<string, unknown>> };
  readonly limits: Limits;
  /** Additional placeholders in its agent's argv: `{mode}`, `{rule}`, `{task}`. */
  readonly words?: Readonly<Record<string, string>>;
  /** Attempts with the same thread may continue one agent conversation; if missing, each starts a new one. */
  readonly thread?: string;
  /** What to do if its outcome stays unknown; shown in advance. */
  readonly doubt: "retry" | "ask" | "check";
  readonly checks?: readonly Check[];
  readonly decision?: Decision;
  readonly child?: { readonly protocol: string; readonly start: Command; readonly origin: string };
};

/**
 * A process run by the engine. `text`: kept output, redacted, cut in the middle above 1 MiB, for report() to judge; events store an excerpt and the digest.
 * For a `{ read }`: argv is empty and cwd is the path; exit is 0 for a regular file, else null, and why says what exists instead; bytes is the size,
 * digest that of the kept copy; text is the content, or for non-UTF-8 its first 64 bytes, one character for each byte.
 */
export type Proof = Moment & {
  readonly argv: readonly string[];
  readonly cwd: Path;
  /** null if unknown, killed or not startable, or if a test runner ran no test; never a pass. */
  readonly exit: number | null;
  /** Why there is no exit code: `no test ran`, `timed out`, `killed by SIGKILL`, `flooded`, `cannot be started: …`; null if there is one. */
  readonly why: string | null;
  readonly ms: number;
  readonly digest: Digest;
  readonly bytes: number;
  readonly text: string;
  /** The checked tree if paths were pinned in it; missing if it is `tree`. */
  readonly checked?: string | undefined;
  /** Result of the same program on an empty tree, with the start and end of its output; missing if not run. */
  readonly onEmpty?: { readonly exit: number | null; readonly text: string };
};

export type RefusedReports = { readonly times: number; readonly why: string };

export type AgentFault = {
  readonly kind: "auth" | "quota" | "overload" | "network" | "other";
  readonly retryAt?: Time;
  /** The program's words about its reset, if they gave no time that can be believed. */
  readonly unclear?: string;
};

/** Measurements of the tree around an agent's job. */
export type TreeFacts = {
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: readonly Change[];
  readonly commits: readonly string[];
  /** The commits before and after; missing or null if unknown. */
  readonly headBefore?: string | null;
  readonly headAfter?: string | null;
  /** Changed files in the run's folder, relative to the root, if they aren't part of the tree; missing if they are, or there are none. */
  readonly documents?: readonly Change[];
};

export type Result =
  /** The lease is granted, and nothing is launched yet. */
  | { readonly is: "granted" }
  /** Nothing was launched, a person interrupted it, or its program could not work: the job is released. `conversation`: of the interrupted process, if known. `usage`: up to then. `turned`: what its program met, so that its agent waits. `forgotten`: its program doesn't know the conversation. */
  | {
      readonly is: "unstarted";
      readonly why: string;
      readonly turned?: AgentFault;
      readonly forgotten?: true;
      readonly conversation?: string;
      readonly usage?: Usage;
    }
  | {
      readonly is: "ended";
      readonly exit: number | null;
      /** `lapsed`: an external holder's lease expired; `lost`: the outcome is unknown. */
      readonly reason: "exit" | "timeout" | "killed" | "flooded" | "lapsed" | "lost";
      readonly report: unknown;
      /** `broken`: a block with invalid JSON; `several`: two different ones; `foreign`: of another job. */
      readonly found: "one" | "none" | "broken" | "several" | "foreign";
      readonly message: string;
      /** The end of its standard error, followed by the fault found in its stream, if any: at most 2 KiB. */
      readonly errors?: string;
      /** If no report counts: the refusal of the submitted one. */
      readonly refused?: string;
      readonly fault: AgentFault | null;
      /** The program's own id of the conversation, if known. */
      readonly conversation?: string;
      /** As reported by its program: counted in the run's budget, never used by a protocol. */
      readonly usage?: Usage;
      /** Digest of the kept output. */
      readonly output: Digest | null;
    }
  /** `measured`: the tree after the last check; the only result if the list of checks is empty. */
  | {
      readonly is: "checked";
      readonly proofs: readonly Proof[];
      readonly measured: { readonly tree: string | null; readonly head: string | null };
    }
  | {
      readonly is: "decided";
      readonly option: string;
      readonly note: string;
      readonly data: unknown;
    }
  /** `run`: null if it can't be started, with the reason in `ended`. `ended`: null while it is active, whether or not the job has started. */
  | { readonly is: "child"; readonly run: string | null; readonly ended: Ended | null };

export type Outcome = {
  readonly holder: Holder;
  /** Launched by our host; false if claimed externally. */
  readonly hosted: boolean;
  /** `exit`: exit code 0 counts without a report. */
  readonly done: "report" | "exit";
  readonly tree: TreeFacts;
  /** Whether its checks had network access inside a fence; missing if unfenced. */
  readonly fenced?: "online" | "offline";
  /** Files that checks on the base missed: relative ones lie untracked in the user's checkout, absolute ones are hidden by the fence. Missing if none. */
  readonly lacks?: readonly Path[];
  /** What a failed setup or check on the base may have needed of the user's secrets: paths below `~/` or absolute, names of variables. Missing if none. */
  readonly withheld?: readonly string[];
  /** Texts of the existing files in job.reads. */
  readonly files: Readonly<Record<Path, string>>;
} & Result;
