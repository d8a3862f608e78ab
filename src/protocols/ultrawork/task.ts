// Types of ultrawork's tasks, criteria, checks and proofs.
import type { NoProofReason } from "../../core/hollow.ts";
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

/** How a criterion is proven. `type` is always set, the rest only if the plan gave it. Defaults: exit 0, options.check_timeout_s. */
export type CriterionCheck = {
  readonly type: EvidenceType;
  readonly command?: string | undefined;
  readonly path?: Path | undefined;
  readonly cwd?: Path | undefined;
  readonly exit?: number | undefined;
  /** Plain text that the output or the file must contain. */
  readonly match?: string | undefined;
  readonly timeout_s?: number | undefined;
};

/** A bypass in a person's name. */
export type Waiver = { readonly by: string; readonly reason: string; readonly at: Time };

/** The newest proof of a criterion: a run by the engine, a person's confirmation or a verdict. */
export type Proof = {
  readonly type: EvidenceType;
  readonly command: string;
  readonly passed: boolean;
  /** A screenshot is captured and not judged yet. */
  readonly captured: boolean;
  /** It also passes on an empty tree, or as `held` says, so it proves nothing unless a person confirms it. */
  readonly hollow?: true;
  readonly held?: NoProofReason;
  /** It failed before on this same tree. */
  readonly flipped?: true;
  /** The current verdict judged it as met. */
  readonly judged: boolean;
  /** Invalidated by a changed tree, a void sweep or a new attempt, until it is run again. */
  readonly stale: boolean;
  /** It failed while others changed the tree: the same check runs once more. */
  readonly disturbed: boolean;
  /** Failed attempts to start its program; 0 if it ran. */
  readonly unstarted: number;
  /** null if unknown, or nothing was run. */
  readonly exit: number | null;
  readonly why: string | null;
  readonly tree: Digest | null;
  readonly head: string | null;
  readonly at: { readonly attempt: number } | { readonly sweep: number };
  readonly by: "engine" | "person" | "verifier";
  readonly name: string;
  readonly time: Time;
  /** Time of the first proof, if later sweeps confirmed it without a failure. */
  readonly since?: Time;
  /** Of the kept output. */
  readonly digest: Digest | null;
  /** At most 2,000 characters of the output. */
  readonly excerpt: string;
};

/** An agent's statement; proves nothing. */
export type Claim = {
  readonly by: string;
  readonly type: EvidenceType;
  readonly text: string;
  readonly command: string;
  readonly time: Time;
  /** Unknown keys of the hand edit's entry, as [key, JSON text]. */
  readonly extras: readonly (readonly [string, string])[];
};

export type Criterion = {
  readonly text: string;
  /** null if it has no check. */
  readonly check: CriterionCheck | null;
  readonly chosenBy: ChosenBy | null;
  readonly proof: Proof | null;
  readonly claim: Claim | null;
  readonly waived: Waiver | null;
  /** Checks recorded in this attempt: the `.n` in the key of the next one. */
  readonly runs: number;
  /** Number of answers by a person. */
  readonly answers: number;
};

export type BaselineResult = {
  readonly criterion: number;
  readonly passed: boolean;
  readonly exit: number | null;
  readonly why: string | null;
  /** The tree on which the worker's own check ran without the work. */
  readonly tree?: Digest | undefined;
};
/** Results before the work, by criterion number; `note` says why it couldn't be run. */
export type Baseline = {
  readonly results: readonly BaselineResult[];
  readonly note: string | null;
};
/** The worker's report when claiming its task as done. */
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
/** Evidence from an adopted folder: shown as found, not observed, and doesn't count. */
export type FoundEvidence = {
  readonly criteria: string;
  readonly command: string;
  readonly output: string;
  readonly verified: boolean;
  readonly timestamp: string;
};

/** Worker of a task that a file marks as started without a name. */
export const nameless = "by hand";

export type Task = {
  readonly id: TaskId;
  readonly subject: string;
  readonly description: string | null;
  readonly complexity: Complexity | null;
  /** Paths or globs that it expects to change; null if not declared. */
  readonly files: readonly Path[] | null;
  readonly blockedBy: readonly TaskId[];
  readonly status: TaskStatus;
  /** `held`: claimed by hand while its holder is active; `due`: its checks must run. */
  readonly claimed: "held" | "due" | null;
  readonly waived: Waiver | null;
  /** The attempt has a lease; false if it was started by hand. */
  readonly leased: boolean;
  /** Time of the last hand edit; null if there was none in this attempt. */
  readonly editedAt: Time | null;
  readonly holder: Holder | null;
  /** The displayed worker: the name of the last holder. */
  readonly worker: string | null;
  /** Number of attempts begun, also the number of the active one. */
  readonly attempts: number;
  /** Attempts that did no work because a model server refused them. */
  readonly turnedAway: number;
  /** Maximum attempts: if the one with this number fails, the task fails. */
  readonly allowance: number;
  /** The attempt after whose failure a person was asked; it stays asked until answered. */
  readonly asked?: number;
  readonly criteria: readonly Criterion[];
  readonly baseline: Baseline | null;
  readonly work: Work | null;
  readonly lastFailure: Failure | null;
  /** Adopted as resolved: its criteria may be unproven. */
  readonly adopted: boolean;
  readonly found: readonly FoundEvidence[];
  readonly startedAt: Time | null;
  readonly completedAt: Time | null;
};
