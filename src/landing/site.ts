// State of a run's work: its base, landed work, and work waiting to land.
import type { Job } from "../core/job.ts";
import { placedKey } from "../core/rules/site-key.ts";
import { isRecord } from "../core/json/record.ts";

/** A commit and its git tree, full ids. */
export type Commit = { readonly commit: string; readonly tree: string };

/** Why work can't land yet. conflict: with work landed meanwhile; red: a check failed on the merged tree; held: it has forbidden content. */
export type Trouble =
  | { readonly is: "conflict"; readonly onto: string; readonly files: readonly string[] }
  | { readonly is: "red"; readonly onto: string; readonly said: string }
  | { readonly is: "held"; readonly said: string };

/** The author: the same agent mends it in the same conversation. */
export type Doer = {
  readonly job: string;
  /** The display name of that job's unit; absent: the unit that the work belongs to. */
  readonly subject?: string | undefined;
  readonly role: string;
  readonly thread: string | null;
  readonly agent: string | null;
};

/** The work of one job. `n`: sequence number in this run. */
export type Piece = { readonly doer: Doer; readonly n: number; readonly work: Commit };

/** `green`: passed checks. `excused`: failed checks that also failed on the base. */
export type EarlyTrial = {
  readonly commit: string;
  readonly passed: boolean;
  readonly said: string;
  readonly green: readonly string[];
  readonly excused: readonly string[];
};

/** Finished work of a job, taken from its place, until it lands. */
export type Candidate = {
  readonly unit: string;
  readonly doer: Doer;
  /** Sequence number in this run, which orders the lane. */
  readonly n: number;
  readonly work: Commit;
  /** Merged with all that had landed. `ahead`: `onto` is the merge of this unit's work, which hadn't landed. */
  readonly merged: (Commit & { readonly onto: string; readonly ahead?: string | undefined }) | null;
  /** Number of merges; from the second on the unit's checks had run on a different tree. */
  readonly merges: number;
  readonly trouble: Trouble | null;
  /** `past`: attempts before a person allowed more; keeps job keys unique. */
  readonly mends: { readonly begun: number; readonly running: boolean; readonly past: number };
  /** The merged commit on which the landing check passed. */
  readonly green: string | null;
  /** Result while the work it rests on hadn't landed; takes effect once that has. */
  readonly early: EarlyTrial | null;
  /** For a unit that gathers several jobs: some work was done in a place, so the user's checkout lacks part of it. */
  readonly placed?: boolean | undefined;
  /** The authors, in order. */
  readonly doers: readonly Doer[];
  /** Later work of other jobs of the unit, which joins in turn or conflicts. */
  readonly waiting: readonly Piece[];
};

/** A check that all work of the repository must pass, as configured when the run's base was set. */
export type RepositoryCheck = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly ms: number;
  /** Paths and patterns restored from the base while it runs. */
  readonly pin?: readonly string[] | undefined;
  /** Paths and patterns that it is known to rewrite. */
  readonly writes?: readonly string[] | undefined;
  /** It runs beside no other check of the run. */
  readonly parallel?: false | undefined;
};
/** Prepares a checkout; runs only for new input content. `makes`: outputs stored for the next checkout. */
export type Setup = {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly inputs: readonly string[];
  readonly makes: readonly string[];
  readonly ms: number;
};
/** `copy`: ignored files of the user that work needs, as paths and patterns; copied into each place and never landed. `include`: the same as lines of .worktreeinclude. `keep`: what lands although it looks like a tool's, as paths and patterns. */
export type Ready = {
  readonly checks: readonly RepositoryCheck[];
  readonly setup: Setup | null;
  readonly copy: readonly string[];
  readonly include?: readonly string[] | undefined;
  readonly keep?: readonly string[] | undefined;
};
/** Results of the repository's checks on the base. red: output by check name; setup: why it failed, so that no check ran. fenced: ran in a sandbox, and whether checks had network there. lacks: files that they missed: relative ones lie untracked in the user's checkout, absolute ones are hidden by the fence. withheld: secrets that they may have needed: paths, which begin with ~ or /, and names of variables. */
export type BaseTrial = {
  readonly red: readonly { readonly name: string; readonly said: string }[];
  readonly setup?: string | undefined;
  readonly fenced?: "online" | "offline" | undefined;
  readonly lacks?: readonly string[] | undefined;
  readonly withheld?: readonly string[] | undefined;
  readonly answered: boolean;
};
/** Checks repeated on the final commit. failed: a person let the run end anyway. */
export type FinalTrial = {
  readonly commit: string;
  readonly green: readonly string[];
  readonly red: readonly { readonly unit: string; readonly said: string }[];
  readonly failed: boolean;
};

/** `head`: the merged commit of the run. `from`, `to`: the checkout's commit before and after. */
export type Delivery = {
  readonly head: string;
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
};

export type Site = {
  /** `branch`: checked out when the run began; null: none. */
  readonly base: Commit & { readonly branch: string | null };
  readonly ready: Ready;
  /** The user's untracked files and folders when the run began. */
  readonly beside?: readonly string[];
  /** null: not tried yet. */
  readonly tried: BaseTrial | null;
  /** How often a person had the configuration reread. */
  readonly rereads: number;
  /** Digests of the private files last copied for jobs and checks; null: no such file. */
  readonly inputs: Readonly<Record<string, string | null>>;
  readonly final: FinalTrial | null;
  /** Checks that failed on the base and may stay red until they first pass. */
  readonly expected: readonly string[];
  /** The run branch. */
  readonly branch: string;
  readonly head: Commit;
  /** The branch's previous commit; null: it didn't exist. */
  readonly previous: string | null;
  readonly landed: number;
  readonly taken: number;
  readonly candidates: Readonly<Record<string, Candidate>>;
  /** Heads named by the protocol; `awaits`: units proved by then that land into it. */
  readonly marks: Readonly<Record<string, Commit & { readonly awaits: readonly string[] }>>;
  /** The last merge that wasn't reverted; `earlier`: the ones before, oldest first. */
  readonly delivery: Delivery | null;
  readonly earlier: readonly Delivery[];
  /** A person reverted a merge and hasn't merged since, so automatic merging is off. */
  readonly undone?: boolean;
  /** A person's discarded commits on the run branch. */
  readonly declined: readonly string[];
  /** A person discarded its places and branch. */
  readonly dropped: boolean;
};

const isSite = (value: unknown): value is Site =>
  isRecord(value) && isRecord(value["candidates"]) && isRecord(value["head"]);

/** null: none of its jobs has begun. */
export const siteOf = (state: unknown): Site | null => {
  const site = isRecord(state) ? state[placedKey] : undefined;
  return isSite(site) ? site : null;
};

/** Sets the site of a state. */
export const withSite = <S>(state: S, site: Site | null): S =>
  site === null ? state : { ...state, [placedKey]: site };

/** The newest commit of a unit's work; later jobs of the unit begin on it. */
const standing = ({ merged, work }: Candidate): Commit =>
  merged === null || merged.ahead !== undefined ? work : merged;

/** The commit where the unit's next job or review begins; with `tried`, where its landing checks run. */
export const commitOf = (
  { candidates, head }: Site,
  unit: string | null,
  tried = false,
): Commit => {
  const own = unit === null ? undefined : candidates[unit];
  if (own === undefined) return head;
  return tried ? (own.merged ?? own.work) : standing(own);
};

/** The next merge target: earlier work of the same unit, or the head. */
export const ontoOf = ({ head }: Site, candidate: Candidate): Commit =>
  candidate.waiting.length > 0 ? standing(candidate) : head;

/** The next piece to merge, and to mend if that fails. */
export const pieceOf = ({ waiting, doer, n, work }: Candidate): Piece =>
  waiting[0] ?? { doer, n, work };

/** Key of a mending job, which distinguishes its work from that of the unit's other jobs. */
export const mendKey = (candidate: Candidate): string => {
  const { begun, running, past } = candidate.mends;
  return `mend-${candidate.unit}-${pieceOf(candidate).n}.${past + (running ? begun : begun + 1)}`;
};

export const isMendOf = (candidate: Candidate, job: string): boolean =>
  candidate.mends.running && mendKey(candidate) === job;

/** The unit of commits that a person makes on the run branch. */
export const branchUnit = "commits on the branch";
export const branchRole = "person";
/** Whether a person made it: no agent mends it, and no checks of a protocol cover it. */
export const isPersons = ({ doer }: Pick<Candidate, "doer">): boolean => doer.role === branchRole;

/** The unit that a job contributes to or reviews. */
export const unitOf = (
  { gathers }: { readonly gathers?: string },
  { subject, without }: Pick<Job, "subject" | "without">,
): string => {
  // No unit has this name: its reviews run on the head.
  if (without) return "";
  return subject === branchUnit ? subject : (gathers ?? subject);
};
