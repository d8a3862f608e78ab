// The state of a unit and its pass, as plain JSON.
import type * as t from "../../kit/schema.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Moment } from "../../core/span.ts";
import type * as s from "./shapes.ts";

/** `T1` in development; `R1`, `D1`, `A1`, `P1` in knowledge. */
export type UnitId = string;
export type Model = t.Of<typeof s.model>;
/** Position of a unit in its loop; determines `status` in the file. */
export type Stage = t.Of<typeof s.stage>;
export type PassKind = t.Of<typeof s.passKind>;
export type PassResult = t.DataOf<typeof s.passEnd>["result"];
export type StuckKind = t.Of<typeof s.stuckKind>;
export type Gap = t.Of<typeof s.gap>;
export type Issue = t.Of<typeof s.issue>;
/** A unit as the plan describes it. `files`: paths or globs relative to the workspace root; `output`: as written in the plan. */
export type Described = t.Of<typeof s.described>;

/** An active pass. */
export type Pass = {
  /** The unit's `seq` at its start. */
  readonly n: number;
  readonly kind: PassKind;
  readonly holder: string;
  /** Started by a hand edit, so the files end it. */
  readonly hand: boolean;
  readonly base: Moment;
  /** Digest of the unit's content at its start. */
  readonly content: Digest | null;
  /** Units with a live pass at any time during this one. */
  readonly beside: readonly UnitId[];
  /** New progress.md entries of this unit that appeared during the pass, unparsed, in order of appearance. */
  readonly entries: readonly string[];
  /** The blocker that state.json claimed during the pass. */
  readonly claimed: string | null;
  readonly at: Time;
};

/** Gate, consensus and verdict count only on the same content. */
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
  readonly verdict: {
    readonly content: Digest | null;
    readonly holder: string;
    readonly n: number;
    readonly at: Time;
  } | null;
};

/** Consecutive counts; a person's answer resets them to 0. */
export type Counters = {
  readonly unsettled: number;
  readonly rejected: number;
  readonly still: number;
  readonly redGates: number;
  readonly voids: number;
};

/** `n`: how often the unit was stuck, which an answer names. `back`: the stage before. */
export type Stuck = {
  readonly n: number;
  readonly kind: StuckKind;
  readonly reason: string;
  readonly back: Stage;
  readonly skipped: boolean;
};

/** Results of its gates besides green and red. */
export type Gated = {
  /** Gates that also passed on an empty tree, and gates that were red before on this same tree. */
  readonly hollow: readonly string[];
  readonly flipped: readonly string[];
  /** Every passed gate was hollow. */
  readonly nothing: boolean;
  /** The last red gates and their tree. */
  readonly redOn: { readonly tree: string | null; readonly names: readonly string[] } | null;
};

/** A failed check of its gate. `excerpt`: the end of its output. */
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
  /** How often it was ever stuck. */
  readonly stuckCount: number;
  readonly pass: Pass | null;
  /** The tree when a person took over the work. */
  readonly stepped: Moment | null;
  /** Number of passes ever. */
  readonly seq: number;
  /** Number of work, fix and revise passes that count. */
  readonly used: number;
  readonly confirmations: number;
  /** Number of gates ever, which names the next one. */
  readonly gates: number;
  readonly verifications: number;
  /** Its test pass is over. */
  readonly tested: boolean;
  readonly variant: "first" | "later";
  /** Requested by a provider: no pass begins before this time. */
  readonly notBefore: Time | null;
  /** Since a skip. */
  readonly reopened: boolean;
  readonly remaining: string | null;
  readonly lastDid: string | null;
  /** Content at the ends of its last ten passes that count. */
  readonly digests: readonly Digest[];
  /** Content when last measured. */
  readonly content: Digest | null;
  /** Paths that its passes changed, at most 1,000. `touchedAll`: there were more, so any path counts. */
  readonly touched: readonly Path[];
  readonly touchedAll: boolean;
  /** Tests and build files that it changed, and stub lines that it added: named to verifier and reviewer. */
  readonly suspects: readonly string[];
  readonly commits: readonly string[];
  /** Names of its authors. */
  readonly authors: readonly string[];
  readonly gaps: readonly Gap[];
  /** Its verifier's claim for each criterion, in order. */
  readonly judged: readonly { readonly met: boolean; readonly how: string }[];
  readonly minorGaps: readonly Gap[];
  readonly proofs: Proofs;
  readonly basis: "proven" | "adopted" | "accepted" | null;
  /** Acceptance by a person: the reason, and the gaps known at that time. */
  readonly accepted: { readonly reason: string; readonly by: string } | null;
  readonly completedAt: Time | null;
  readonly counters: Counters;
  /** A gate once found that its own checks changed files. */
  readonly restless: boolean;
  readonly gated?: Gated;
  /** Failed checks of its last gate, until a gate is green. */
  readonly red?: readonly RedCheck[];
};
