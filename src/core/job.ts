// Types of jobs, derived from state: checks, decisions, limits, proofs, faults.
import type { Command } from "./command.ts";
import type { Change, Digest, Holder, Path, Time } from "./row.ts";
import type { Usage } from "./usage.ts";
import type { Ended } from "./view.ts";

/** What a check job runs, never by a shell; an empty list only measures the tree. */
export type Check =
  | {
      readonly argv: readonly string[];
      readonly cwd: Path;
      readonly env: Readonly<Record<string, string>>;
      readonly ms: number;
      /** In a clean checkout these paths are as in that commit while it runs. */
      readonly pin?: { readonly paths: readonly Path[]; readonly commit: string };
    }
  | { readonly read: Path };

export type DecisionOption = {
  /** What `cairn decide` takes. */
  readonly id: string;
  /** On a button: sentence case, verb first. */
  readonly label: string;
  /** What follows from choosing it, in whole sentences; empty: the label says it. */
  readonly means: string;
  readonly note: "none" | "may" | "must";
  /** JSON Schema of what `--data` must hold besides. */
  readonly fields?: unknown;
  /** The stuck unit that goes on by it: `check-again` gives this answer once what a person mended passes. */
  readonly mends?: string;
  /** It hands over what a person did in the checkout: where the run works in places, that becomes the unit's work with the answer. */
  readonly takes?: true;
  /** The usual way on, filled in beforehand. */
  readonly recommended?: true;
  /** It ends the run or takes back work: offered last, in red. */
  readonly ends?: true;
};
export type Decision = { readonly question: string; readonly options: readonly DecisionOption[] };

export type Limits = { readonly ms: number; readonly bytes: number; readonly tries: number };

export type Job = {
  /** Unique in the run, holds the number of the attempt, never parsed. */
  readonly key: string;
  /** The protocol's own data about it. */
  readonly about: unknown;
  /** The unit that people name: a task, a node, a story. */
  readonly subject: string;
  /** Another unit that is stuck until this is done. */
  readonly mends?: string;
  readonly kind: "agent" | "check" | "decision";
  /** `worker`, `verifier` …: configuration maps it to an agent. */
  readonly role: string;
  readonly tier?: "light" | "standard" | "heavy";
  /** By which rule of its protocol it is due, and what that rule saw, in words. */
  readonly reason?: string;
  /** null: may start. Else why it may not begin; one that is under way goes on. */
  readonly why: string | null;
  /** It began already, by an event: without a lease or a spool it is lost, and must be reported so, never begun again. */
  readonly begun: boolean;
  /** Somebody outside does it: nobody is started, nothing is lost by waiting. */
  readonly outside?: boolean;
  /** No other run of its protocol may be at work in the same working tree meanwhile: what changes there is taken for this run's. */
  readonly alone?: true;
  /** It looks at what the run has come to without the work of its own unit. */
  readonly without?: true;
  readonly notBefore?: Time;
  /** Of what somebody outside does: unheld since then, it is told as lapsed. */
  readonly expires?: Time;
  /** Of what somebody outside does: it is told as timed out then, held or not. What is hosted has `limits.ms`. */
  readonly deadline?: Time;
  readonly everyMs?: number;
  readonly writes: "nothing" | "anything" | readonly Path[];
  /** Files whose texts are handed on with the outcome; as in Ask.files. */
  readonly reads: readonly Path[];
  /** JSON Schema of its report as JSON shows it, appended to the brief. */
  readonly report?: unknown;
  readonly limits: Limits;
  /** What placeholders of its agent's argv stand for besides those that every job has: `{mode}`, `{rule}`, `{task}`. */
  readonly words?: Readonly<Record<string, string>>;
  /** Attempts of one thread may go on in one conversation of their agent; not said: each begins afresh, whatever became of the one before. */
  readonly thread?: string;
  /** What is done when nobody can know how it ended: shown beforehand. */
  readonly doubt: "retry" | "ask" | "check";
  readonly checks?: readonly Check[];
  readonly decision?: Decision;
  readonly child?: { readonly protocol: string; readonly start: Command; readonly origin: string };
};

/**
 * What the engine itself ran: `text` (the kept output, redacted, its middle left out above 1 MiB) is for report() to judge, events hold an excerpt and the digest.
 * Of a `{ read }`: argv is empty, cwd is the path, exit is 0 where a regular file was read, else null and why says what is there instead; bytes is its size,
 * digest that of the kept copy; text is its text, or where it is no UTF-8 its first 64 bytes, one character a byte.
 */
export type Proof = {
  readonly argv: readonly string[];
  readonly cwd: Path;
  /** null: unknown, killed or not startable; never a pass. */
  readonly exit: number | null;
  /** Why there is no exit code: `timed out`, `killed by SIGKILL`, `flooded`, `cannot be started: …`; null if there is one. */
  readonly why: string | null;
  readonly ms: number;
  readonly digest: Digest;
  readonly bytes: number;
  readonly text: string;
  /** Tree digests. */
  readonly before: string | null;
  readonly after: string | null;
  readonly head: string | null;
  /** The tree that was checked, where paths were pinned in it; absent: the one before it. */
  readonly checked?: string | undefined;
  /** How the same program ended in an empty tree, and the beginning and end of what it said there; absent: not tried. */
  readonly onEmpty?: { readonly exit: number | null; readonly text: string };
};

export type RefusedReports = { readonly times: number; readonly why: string };

export type AgentFault = {
  readonly kind: "auth" | "quota" | "overload" | "network" | "other";
  readonly retryAt?: Time;
};

/** What is known of the tree around an agent's job. */
export type TreeFacts = {
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: readonly Change[];
  readonly commits: readonly string[];
  /** HEAD before and after; absent or null: not known, or no git. */
  readonly headBefore?: string | null;
  readonly headAfter?: string | null;
  /** What it wrote in the run's folder, by paths from the root, where that is in no tree; absent: it is, or nothing. */
  readonly documents?: readonly Change[];
};

export type Result =
  /** The lease is won, nothing is launched yet. */
  | { readonly is: "granted" }
  /** Nothing was launched, or a person interrupted it: the job is given back. `conversation`: of what was interrupted, where its program told one. `usage`: what it took till then. */
  | {
      readonly is: "unstarted";
      readonly why: string;
      readonly conversation?: string;
      readonly usage?: Usage;
    }
  | {
      readonly is: "ended";
      readonly exit: number | null;
      /** lapsed: the lease of somebody outside ran out; lost: nobody can know. */
      readonly reason: "exit" | "timeout" | "killed" | "flooded" | "lapsed" | "lost";
      readonly report: unknown;
      /** broken: a block that is no JSON; several: two that differ; foreign: another job's. */
      readonly found: "one" | "none" | "broken" | "several" | "foreign";
      readonly message: string;
      /** The end of what its process wrote to standard error, and behind it what its stream tells of its trouble, where one was seen: at most 2 KiB. */
      readonly errors?: string;
      /** Where no report counts: what the one that was handed in was refused with. */
      readonly refused?: string;
      readonly fault: AgentFault | null;
      /** The program's own name of the conversation, where it told one. */
      readonly conversation?: string;
      /** As its program told: a run's budget counts it, and no protocol decides by it. */
      readonly usage?: Usage;
      /** Digest of the kept output. */
      readonly output: Digest | null;
    }
  /** measured: the tree after the last of them; with an empty list of checks that is all. */
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
  /** `run` null: it can't be started, `ended` says why. `ended` null: it is under way, whether or not the job began. */
  | { readonly is: "child"; readonly run: string | null; readonly ended: Ended | null };

export type Outcome = {
  readonly holder: Holder;
  /** Launched by a host of ours; false: claimed by somebody from outside. */
  readonly hosted: boolean;
  /** `exit`: exit 0 counts without a report. */
  readonly done: "report" | "exit";
  readonly tree: TreeFacts;
  /** Within a fence, and whether its checks reached the network there; absent: unfenced. */
  readonly fenced?: "online" | "offline";
  /** The texts of job.reads that are there. */
  readonly files: Readonly<Record<Path, string>>;
} & Result;
