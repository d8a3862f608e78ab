// Why: everything the rules of iterative know of a run, as plain JSON that is folded from events and kept in snapshots.
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Moment } from "../../core/span.ts";

/** `T1` in development; `R1`, `D1`, `A1`, `P1` in knowledge. */
export type UnitId = string;
export type Mode = "development" | "knowledge";
export type DevelopmentDomain = "feature" | "bug" | "refactor";
export type KnowledgeDomain = "research" | "writing" | "analysis" | "planning";
export type Domain = DevelopmentDomain | KnowledgeDomain;
export type Phase = "discover" | "plan" | "execute" | "verify" | "deliver" | "complete";
export type Model = "haiku" | "sonnet" | "opus";

/** Where a unit is in its loop; the file's `status` follows from it (specification, section 3). */
export type Stage = "idle" | "work" | "test" | "gate" | "stepped-in" | "confirm" | "regate" | "verify" | "settled" | "stuck";
export type PassKind = "work" | "fix" | "revise" | "test" | "confirmation" | "verification" | "person";
export type PassResult = "done" | "continue" | "blocked";
export type StuckKind = "blocked" | "timeout" | "unsettled" | "unverified" | "saturated" | "unrunnable";

export type Gap = {
  readonly severity: "critical" | "major" | "minor";
  readonly type: string;
  readonly file: Path | null;
  readonly line: number | null;
  readonly problem: string;
};
export type Issue = Gap & { readonly unit: UnitId | null };

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
  readonly gate: { readonly content: Digest | null; readonly tree: string | null; readonly n: number; readonly at: Time } | null;
  readonly consensus: { readonly content: Digest | null; readonly holder: string; readonly at: Time } | null;
  readonly verdict: { readonly content: Digest | null; readonly holder: string; readonly n: number; readonly at: Time } | null;
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
export type Stuck = { readonly n: number; readonly kind: StuckKind; readonly reason: string; readonly back: Stage; readonly skipped: boolean };

/** What a plan says of a unit. */
export type Described = {
  readonly id: UnitId;
  readonly title: string;
  readonly criteria: readonly string[];
  /** Paths or globs from the workspace's root; development. */
  readonly files: readonly Path[];
  /** Knowledge: as written in the plan. */
  readonly output: Path | null;
  readonly depends: readonly UnitId[];
  readonly model: Model;
  readonly max: number;
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
};

export type GateCheck = {
  readonly name: string;
  readonly argv: readonly string[];
  /** From the root. */
  readonly cwd: Path;
  /** run: all that there is. unit: `{files}` stands for the unit's files. */
  readonly scope: "run" | "unit";
  readonly timeout_s: number;
};
export type Settings = {
  readonly workers: number;
  readonly interviewer: "agent" | "hand";
  readonly planner: "agent" | "template" | "hand";
  readonly gates: readonly GateCheck[];
  readonly commits: "on" | "off";
  readonly deliver: "auto" | "ask";
  readonly test_pass: "auto" | "off";
  /** Globs. */
  readonly test_paths: readonly string[];
  readonly ignore: readonly string[];
  readonly minutes: { readonly work: number; readonly verify: number; readonly review: number; readonly plan: number; readonly check: number };
  readonly caps: {
    readonly unsettled: number;
    readonly rejected: number;
    readonly reviews: number;
    readonly still: number;
    readonly redGates: number;
    readonly voids: number;
    readonly discover: number;
    readonly plan: number;
  };
};

export type Brief = {
  readonly title: string;
  readonly domain: Domain;
  readonly outcome: string;
  readonly doneWhen: readonly string[];
  readonly constraints: readonly string[];
  readonly notes: string;
  readonly at: Time;
};
export type Question = {
  readonly id: string;
  readonly text: string;
  readonly options: readonly string[];
  /** Index into options. */
  readonly recommended: number;
  readonly multi: boolean;
  readonly answers: readonly string[] | null;
  readonly skipped: boolean;
};
export type ContextText = {
  readonly goal: string;
  readonly approach: string;
  readonly keyFiles: readonly { readonly path: Path; readonly text: string }[];
  readonly patterns: readonly string[];
  /** The planner's own words by unit. */
  readonly signals: Readonly<Record<UnitId, string>>;
  /** An adopted text of 200 words or more, kept as found. */
  readonly whole: string | null;
};
export type Guardrail = {
  readonly name: string;
  readonly when: string;
  readonly problem: string;
  readonly solution: string;
  /** `T1 iteration 2`. */
  readonly learned: string;
};

/** A proposal, until it is approved; after a skip back: what stood. */
export type Proposal = { readonly units: readonly Described[]; readonly warnings: readonly string[] };
export type Plan = {
  /** Of the last proposal; 0: none yet. */
  readonly rev: number;
  readonly state: "none" | "proposed" | "rejected" | "approved";
  readonly proposal: Proposal | null;
  readonly notes: string;
  readonly rejection: string | null;
  /** When it was proposed: `Created` of the plan file. */
  readonly at: Time | null;
};

export type Final = {
  readonly gates: number;
  readonly gate: { readonly tree: string | null; readonly n: number; readonly red: readonly string[]; readonly none: boolean; readonly at: Time } | null;
  readonly reviews: number;
  readonly review: { readonly verdict: "REVIEW_PASS" | "REVIEW_FAIL"; readonly tree: string | null; readonly round: number } | null;
  readonly issues: readonly Issue[];
  /** How often the review decision was asked for. */
  readonly asked: number;
  /** The rounds are used up: a person decides. */
  readonly waits: boolean;
  readonly minorGaps: readonly Issue[];
  readonly accepted: { readonly by: string; readonly reason: string } | null;
  readonly restless: boolean;
};

/** Shown and exported for ever. */
export type Bypass = { readonly what: string; readonly by: string; readonly reason: string; readonly at: Time };
export type Claim = { readonly unit: UnitId | null; readonly claim: string; readonly where: string; readonly by: string; readonly at: Time };

/** Unknown keys of an object (`pointer`: RFC 6901) as [key, JSON text]; in Markdown (`pointer`: the block before) as [kind, text]. */
export type Extras = { readonly file: Path; readonly pointer: string; readonly entries: readonly (readonly [string, string])[] };
export type RefusedEdit = { readonly path: Path; readonly digest: Digest; readonly code: string; readonly why: string; readonly at: Time };

/** `attempts`: tries at the same that failed in a row; `why`: of the last, for the next one's brief. */
export type Desk = { readonly n: number; readonly attempts: number; readonly rounds: number; readonly why: string | null };

export type State = {
  readonly run: string;
  readonly task: string;
  readonly slug: string;
  readonly mode: Mode;
  /** As given at the start; brief.md's once there is one. */
  readonly domain: Domain;
  /** Knowledge: the domains whose templates are chained. */
  readonly domains: readonly KnowledgeDomain[];
  readonly request: string;
  readonly phase: Phase;
  /** Verify or deliver was entered by a skip: only units reopened or added since go on. */
  readonly skipped: boolean;
  readonly paused: boolean;
  readonly ended: { readonly how: "delivered" | "cancelled"; readonly reason: string } | null;
  /** Approved, and by whom; the archive is due. */
  readonly delivery: { readonly tree: string | null; readonly by: string; readonly at: Time } | null;
  readonly deliveries: number;
  /** Asked for a cancelled run. */
  readonly archiveAsked: Time | null;
  /** From the root, once moved. */
  readonly archive: Path | null;
  readonly origin: string | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly branch: string | null;
  readonly settings: Settings;
  readonly brief: Brief | null;
  readonly questions: readonly Question[];
  readonly plan: Plan;
  readonly context: ContextText | null;
  readonly guardrails: readonly Guardrail[];
  /** In plan order. */
  readonly units: readonly Unit[];
  readonly dropped: readonly { readonly id: UnitId; readonly title: string; readonly reason: string }[];
  /** The unit and its iteration that state.json calls current; null before the first pass. */
  readonly current: { readonly unit: UnitId; readonly iteration: number } | null;
  /** Full hashes and subjects, oldest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  readonly interviewer: Desk;
  readonly planner: Desk;
  readonly reviewer: Desk;
  readonly final: Final;
  readonly bypasses: readonly Bypass[];
  readonly claims: readonly Claim[];
  readonly discrepancies: number;
  readonly extras: readonly Extras[];
  readonly refused: RefusedEdit | null;
  /** Remarks made when the folder was adopted; null: started here. */
  readonly adopted: readonly string[] | null;
};
