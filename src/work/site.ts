// Where a run's work stands: its base, what has landed on it, and what waits to land.
import type { Job } from "../core/job.ts";
import { placedKey } from "../core/placed.ts";
import { isRecord } from "../core/record.ts";

/** A commit and its git tree, full ids. */
export type Commit = { readonly commit: string; readonly tree: string };

/** Why work can't land yet. conflict: with what landed meanwhile; red: a check failed on the merged tree; held: it holds what no job's work may. */
export type Trouble =
  | { readonly is: "conflict"; readonly onto: string; readonly files: readonly string[] }
  | { readonly is: "red"; readonly onto: string; readonly said: string }
  | { readonly is: "held"; readonly said: string };

/** Who did it: the same agent mends it, in the same conversation. */
export type Doer = {
  readonly job: string;
  /** What people call that job's unit; absent: the unit whose work it is. */
  readonly subject?: string | undefined;
  readonly role: string;
  readonly thread: string | null;
  readonly agent: string | null;
};

/** What one job left. `n` counts what was taken in this run. */
export type Piece = { readonly doer: Doer; readonly n: number; readonly work: Commit };

/** `green`: checks that were. `excused`: checks that were red, as they were on the base. */
export type EarlyTrial = {
  readonly commit: string;
  readonly passed: boolean;
  readonly said: string;
  readonly green: readonly string[];
  readonly excused: readonly string[];
};

/** What a job left, taken out of its place, until it lands. */
export type Candidate = {
  readonly unit: string;
  readonly doer: Doer;
  /** Counts what was taken in this run: the lane's order. */
  readonly n: number;
  readonly work: Commit;
  /** Merged with what had landed by then. `ahead`: `onto` is what this unit's work was merged into, and hasn't landed yet. */
  readonly merged: (Commit & { readonly onto: string; readonly ahead?: string | undefined }) | null;
  /** Merges so far since it was taken: from the second on its checks ran on different trees. */
  readonly merges: number;
  readonly trouble: Trouble | null;
  /** `past`: those begun before a person allowed more, so that no two have one key. */
  readonly mends: { readonly begun: number; readonly running: boolean; readonly past: number };
  /** The landing check was green on this merged commit. */
  readonly green: string | null;
  /** How it ended there while what that rests on hadn't landed; counts once it has. */
  readonly early: EarlyTrial | null;
  /** Of a unit that gathers the work of several jobs: some of it was done in a place, so the user's checkout doesn't hold all of it. */
  readonly placed?: boolean | undefined;
  /** Whose work it holds, in order. */
  readonly doers: readonly Doer[];
  /** What other jobs of the unit left meanwhile: each joins it in turn, or conflicts with it. */
  readonly waiting: readonly Piece[];
};

/** A check that all work of the repository must pass, as it stood in the configuration when the run's base was set. */
export type RepositoryCheck = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly ms: number;
  /** Paths and patterns that are as in the base while it runs. */
  readonly pin?: readonly string[] | undefined;
};
/** What makes a checkout ready: run where its inputs' content wasn't made ready before. `makes`: what it leaves, kept for the next. */
export type Setup = {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly inputs: readonly string[];
  readonly makes: readonly string[];
  readonly ms: number;
};
/** `copy`: ignored files of the user's that work needs, copied into each place and never landed. */
export type Ready = {
  readonly checks: readonly RepositoryCheck[];
  readonly setup: Setup | null;
  readonly copy: readonly string[];
};
/** How the repository's checks ended on the base. red: by name, with what each said; setup: why it failed, so that none of them ran. fenced: within a fence, and whether checks reached the network there. */
export type BaseTrial = {
  readonly red: readonly { readonly name: string; readonly said: string }[];
  readonly setup?: string | undefined;
  readonly fenced?: "online" | "offline" | undefined;
  readonly answered: boolean;
};
/** What was shown once more on the commit at which all work came to. failed: a person let the run end so. */
export type FinalTrial = {
  readonly commit: string;
  readonly green: readonly string[];
  readonly red: readonly { readonly unit: string; readonly said: string }[];
  readonly failed: boolean;
};

/** `head`: what of the run was merged. `from`, `to`: where the checkout stood before and after. */
export type Delivery = {
  readonly head: string;
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
};

export type Site = {
  /** `branch`: what was checked out as the run began; null: none. */
  readonly base: Commit & { readonly branch: string | null };
  readonly ready: Ready;
  /** null: not tried yet. */
  readonly tried: BaseTrial | null;
  /** How often the configuration was read again by a person's word. */
  readonly rereads: number;
  /** Digests of the private files that jobs and checks were given last; null: there was no such file. */
  readonly inputs: Readonly<Record<string, string | null>>;
  readonly final: FinalTrial | null;
  /** Checks that were red on the base and needn't be green before they have been so once. */
  readonly expected: readonly string[];
  /** The run branch. */
  readonly branch: string;
  readonly head: Commit;
  /** Where the branch stood before; null: there was none. */
  readonly previous: string | null;
  readonly landed: number;
  readonly taken: number;
  readonly candidates: Readonly<Record<string, Candidate>>;
  /** Where the head stood as its protocol gave that a name; `awaits`: units whose work was proved by then, and lands into it. */
  readonly marks: Readonly<Record<string, Commit & { readonly awaits: readonly string[] }>>;
  /** The last merge that wasn't taken back; `earlier`: those before it, the oldest first. */
  readonly delivery: Delivery | null;
  readonly earlier: readonly Delivery[];
  /** A person took a merge back, and hasn't merged since: nothing is brought to them by itself. */
  readonly undone?: boolean;
  /** Commits of a person's on the run branch that were given up. */
  readonly declined: readonly string[];
  /** Its places are gone and its branch was given up, in a person's name. */
  readonly dropped: boolean;
};

const isSite = (value: unknown): value is Site =>
  isRecord(value) && isRecord(value["candidates"]) && isRecord(value["head"]);

/** null: the run's jobs work in the checkout itself. */
export const siteOf = (state: unknown): Site | null => {
  const site = isRecord(state) ? state[placedKey] : undefined;
  return isSite(site) ? site : null;
};

/** The state with where its work stands. */
export const withSite = <S>(state: S, site: Site | null): S =>
  site === null ? state : { ...state, [placedKey]: site };

/** Nothing begins on what others did before that has landed. */
const standing = ({ merged, work }: Candidate): Commit =>
  merged === null || merged.ahead !== undefined ? work : merged;

/** On which commit the next job of a unit begins, and what looks at its work looks at; with `tried`, on which the checks of its landing run. */
export const commitOf = (
  { candidates, head }: Site,
  unit: string | null,
  tried = false,
): Commit => {
  const own = unit === null ? undefined : candidates[unit];
  if (own === undefined) return head;
  return tried ? (own.merged ?? own.work) : standing(own);
};

/** What it has to be merged with next: what others of its unit left before it, or what has landed. */
export const ontoOf = ({ head }: Site, candidate: Candidate): Commit =>
  candidate.waiting.length > 0 ? standing(candidate) : head;

/** What is merged next, and mended where that can't be. */
export const pieceOf = ({ waiting, doer, n, work }: Candidate): Piece =>
  waiting[0] ?? { doer, n, work };

/** The unit of what a person commits on top of the run branch. */
export const branchUnit = "commits on the branch";
export const branchRole = "person";
/** No agent did it: nobody else mends it, and no protocol's checks were about it. */
export const isPersons = ({ doer }: Pick<Candidate, "doer">): boolean => doer.role === branchRole;

/** The unit whose work a job adds to or looks at. */
export const unitOf = (
  { gathers }: { readonly gathers?: string },
  { subject, without }: Pick<Job, "subject" | "without">,
): string => {
  // No unit has that name: what looks at it looks at the head.
  if (without) return "";
  return subject === branchUnit ? subject : (gathers ?? subject);
};
