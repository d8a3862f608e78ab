// Types of ultrawork's tasks, criteria, checks and proofs.
import type { Held } from "../../core/hollow.ts";
import type { Digest, Holder, Path, Time } from "../../core/row.ts";

export type TaskId = string;
export type TaskStatus = "open" | "in_progress" | "resolved" | "failed";
export const evidenceTypes = [
  "command_output",
  "test_result",
  "api_response",
  "file_content",
  "screenshot",
  "manual",
] as const;
export type EvidenceType = (typeof evidenceTypes)[number];
export type Complexity = "simple" | "standard" | "complex";
export type ChosenBy = "plan" | "worker" | "verifier" | "person";

/** How a criterion is shown to hold; `type` always given, the rest only where the plan gave it. Defaults: exit 0, options.check_timeout_s. */
export type CriterionCheck = {
  readonly type: EvidenceType;
  readonly command?: string | undefined;
  readonly path?: Path | undefined;
  readonly cwd?: Path | undefined;
  readonly exit?: number | undefined;
  /** Plain text that the output or the file must hold. */
  readonly match?: string | undefined;
  readonly timeout_s?: number | undefined;
};

/** A bypass in a person's name. */
export type Waiver = { readonly by: string; readonly reason: string; readonly at: Time };

/** What the engine ran, a person confirmed or a verdict said; the newest one of a criterion. */
export type Proof = {
  readonly type: EvidenceType;
  readonly command: string;
  readonly passed: boolean;
  /** A picture is kept, nobody has judged it yet. */
  readonly captured: boolean;
  /** It passes on an empty tree as well, or as `held` says: it shows nothing, unless a person says so in his name. */
  readonly hollow?: true;
  readonly held?: Held;
  /** It failed before on this same tree. */
  readonly flipped?: true;
  /** The verdict that stands called it met. */
  readonly judged: boolean;
  /** Undone by a changed tree, a void sweep or a new attempt, until it is run again. */
  readonly stale: boolean;
  /** It failed while others changed the tree: the same check runs once more. */
  readonly disturbed: boolean;
  /** Tries so far in which its program couldn't be started; 0: it ran. */
  readonly unstarted: number;
  /** null: unknown, or nothing was run. */
  readonly exit: number | null;
  readonly why: string | null;
  readonly tree: Digest | null;
  readonly head: string | null;
  readonly at: { readonly attempt: number } | { readonly sweep: number };
  readonly by: "engine" | "person" | "verifier";
  readonly name: string;
  readonly time: Time;
  /** When it was shown first, where sweeps have shown it again without a failure between. */
  readonly since?: Time;
  /** Of the kept output. */
  readonly digest: Digest | null;
  /** At most 2,000 characters of the output. */
  readonly excerpt: string;
};

/** What an agent said; proves nothing. */
export type Claim = {
  readonly by: string;
  readonly type: EvidenceType;
  readonly text: string;
  readonly command: string;
  readonly time: Time;
  /** Unknown keys of the entry by which a hand edit made it, as [key, JSON text]. */
  readonly extras: readonly (readonly [string, string])[];
};

export type Criterion = {
  readonly text: string;
  /** null: bare. */
  readonly check: CriterionCheck | null;
  readonly chosenBy: ChosenBy | null;
  readonly proof: Proof | null;
  readonly claim: Claim | null;
  readonly waived: Waiver | null;
  /** Checks recorded in this attempt: the `.n` in the key of the next one. */
  readonly runs: number;
  /** Answers that a person gave so far. */
  readonly answers: number;
};

export type BaselineResult = {
  readonly criterion: number;
  readonly passed: boolean;
  readonly exit: number | null;
  readonly why: string | null;
  /** The tree on which a check that the worker chose was tried without the work. */
  readonly tree?: Digest | undefined;
};
/** What held before the work began, per criterion number; `note` where it couldn't be run. */
export type Baseline = {
  readonly results: readonly BaselineResult[];
  readonly note: string | null;
};
/** What the worker said when it claimed its task done. */
export type Work = {
  readonly by: string;
  readonly summary: string;
  readonly files: readonly Path[];
  readonly commits: readonly { readonly id: string; readonly exists: boolean }[];
  readonly concerns: string;
};
export type Failure = {
  readonly attempt: number;
  readonly kind: string;
  readonly reason: string;
  readonly at: Time;
};
/** Evidence that an adopted folder held: shown as found, not witnessed; counts for nothing. */
export type Found = {
  readonly criteria: string;
  readonly command: string;
  readonly output: string;
  readonly verified: boolean;
  readonly timestamp: string;
};

/** Who works on a task that a file says was begun, without naming anybody. */
export const nameless = "by hand";

export type Task = {
  readonly id: TaskId;
  readonly subject: string;
  readonly description: string | null;
  readonly complexity: Complexity | null;
  /** Paths or globs that it expects to change; null: none were declared. */
  readonly files: readonly Path[] | null;
  readonly blockedBy: readonly TaskId[];
  readonly status: TaskStatus;
  /** held: claimed by hand while its holder lives; due: its checks are. */
  readonly claimed: "held" | "due" | null;
  readonly waived: Waiver | null;
  /** A lease stands behind the attempt; false: begun by hand. */
  readonly leased: boolean;
  /** When a hand edit last moved it; null: none has in this attempt. */
  readonly editedAt: Time | null;
  readonly holder: Holder | null;
  /** The name shown as worker: the last holder's. */
  readonly worker: string | null;
  /** Beginnings so far; the one under way has this number. */
  readonly attempts: number;
  /** Of them, those that did no work, since a model server turned them away. */
  readonly turnedAway: number;
  /** Beginnings allowed in all: the first of them that fails at this number fails the task. */
  readonly allowance: number;
  /** After which attempt a person was asked what to do about its failure: asked once, it stays asked until it is answered. */
  readonly asked?: number;
  readonly criteria: readonly Criterion[];
  readonly baseline: Baseline | null;
  readonly work: Work | null;
  readonly lastFailure: Failure | null;
  /** Adopted as resolved: its criteria may be unproved. */
  readonly adopted: boolean;
  readonly found: readonly Found[];
  readonly startedAt: Time | null;
  readonly completedAt: Time | null;
};
