// The state of a unit and its pass, as plain JSON.
import type * as t from "../../kit/schema.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Moment } from "../../core/span.ts";
import type * as s from "./shapes.ts";

/** `T1` in development; `R1`, `D1`, `A1`, `P1` in knowledge. */
export type UnitId = string;
export type Model = t.Of<typeof s.model>;
/** Where a unit is in its loop; the file's `status` follows from it (specification, section 3). */
export type Stage = t.Of<typeof s.stage>;
export type PassKind = t.Of<typeof s.passKind>;
export type PassResult = t.DataOf<typeof s.passEnd>["result"];
export type StuckKind = t.Of<typeof s.stuckKind>;
export type Gap = t.Of<typeof s.gap>;
export type Issue = t.Of<typeof s.issue>;
/** What a plan says of a unit. `files`: paths or globs from the workspace's root; `output`: as written in the plan. */
export type Described = t.Of<typeof s.described>;

/** One pass under way. */
export type Pass = {
  /** The unit's `seq` when it began. */
  readonly n: number;
  readonly kind: PassKind;
  readonly holder: string;
  /** Begun by a hand edit: the files end it. */
  readonly hand: boolean;
  readonly base: Moment;
  /** Digest of the unit's content when it began. */
  readonly content: Digest | null;
  /** Units whose passes were live at any time beside this one. */
  readonly beside: readonly UnitId[];
  /** New entries of progress.md for this unit that were seen while it ran, raw and in the order seen. */
  readonly entries: readonly string[];
  /** What state.json claimed as its blocker while it ran. */
  readonly claimed: string | null;
  readonly at: Time;
};

/** Gate, consensus and verdict count only on one content. */
export type Proofs = {
  readonly gate: {
    readonly content: Digest | null;
    readonly tree: string | null;
    readonly n: number;
    readonly at: Time;
  } | null;
  readonly consensus: {
    readonly content: Digest | null;
    readonly holder: string;
    readonly at: Time;
  } | null;
  /** A file edit confirmed it, which older ledgers hold and which is nobody's agreement. */
  readonly edited?: true;
  readonly verdict: {
    readonly content: Digest | null;
    readonly holder: string;
    readonly n: number;
    readonly at: Time;
  } | null;
};

/** Each in a row; a person's answer sets them to 0. */
export type Counters = {
  readonly unsettled: number;
  readonly rejected: number;
  readonly still: number;
  readonly redGates: number;
  readonly voids: number;
};

/** `n`: how often the unit was stuck; an answer names it. `back`: the stage from which it came. */
export type Stuck = {
  readonly n: number;
  readonly kind: StuckKind;
  readonly reason: string;
  readonly back: Stage;
  readonly skipped: boolean;
};

/** What its gates came to, besides green or red. */
export type Gated = {
  /** Gates that passed on an empty tree as well, and those that were red before on this same tree. */
  readonly hollow: readonly string[];
  readonly flipped: readonly string[];
  /** All that passed was hollow. */
  readonly nothing: boolean;
  /** The gates that were red last, and on which tree. */
  readonly redOn: { readonly tree: string | null; readonly names: readonly string[] } | null;
};

/** A check of its gate that failed. `excerpt`: the end of what it printed. */
export type RedCheck = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly exit: number | null;
  readonly why: string | null;
  readonly excerpt: string;
};

export type Unit = Described & {
  readonly stage: Stage;
  readonly stuck: Stuck | null;
  /** How often it was stuck, ever. */
  readonly stuckCount: number;
  readonly pass: Pass | null;
  /** The work as the person found it who stepped in. */
  readonly stepped: Moment | null;
  /** Passes ever. */
  readonly seq: number;
  /** Work, fix and revise passes that count. */
  readonly used: number;
  readonly confirmations: number;
  /** Gates ever, by which one is named. */
  readonly gates: number;
  readonly verifications: number;
  /** Its test pass is over. */
  readonly tested: boolean;
  readonly variant: "first" | "later";
  /** Until then no pass begins: a provider's word. */
  readonly notBefore: Time | null;
  /** Since a skip. */
  readonly reopened: boolean;
  readonly remaining: string | null;
  readonly lastDid: string | null;
  /** Of the content at the ends of its last ten passes that count. */
  readonly digests: readonly Digest[];
  /** The content when it was last measured. */
  readonly content: Digest | null;
  /** Paths that its passes changed, at most 1,000; `touchedAll`: more than that, so any. */
  readonly touched: readonly Path[];
  readonly touchedAll: boolean;
  /** Of those, what was not committed when last measured. */
  readonly uncommitted: readonly Path[];
  /** Tests and build files that it changed, stub lines that it added: named to verifier and reviewer. */
  readonly suspects: readonly string[];
  readonly commits: readonly string[];
  /** Names of those who worked on it. */
  readonly authors: readonly string[];
  readonly gaps: readonly Gap[];
  /** Each criterion as its verifier judged it, in order; a claim. */
  readonly judged: readonly { readonly met: boolean; readonly how: string }[];
  readonly minorGaps: readonly Gap[];
  readonly proofs: Proofs;
  readonly basis: "proven" | "adopted" | "accepted" | null;
  /** Of an acceptance: why, and what was known to lack. */
  readonly accepted: { readonly reason: string; readonly by: string } | null;
  readonly completedAt: Time | null;
  readonly counters: Counters;
  /** A gate that met files changed by its own checks once. */
  readonly restless: boolean;
  readonly gated?: Gated;
  /** What failed at its last gate, until a gate is green. */
  readonly red?: readonly RedCheck[];
};
