// The state of a run: all that the rules of iterative know of it, as plain JSON.
import type * as t from "../../kit/schema.ts";
import type { Extras } from "../../kit/document/unknown-keys.ts";
import type { RefusedEdit } from "../../kit/edits/refused-edit.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Settings } from "./settings.ts";
import type * as s from "./shapes.ts";
import type { Described, Gated, Issue, Unit, UnitId } from "./unit.ts";

export type {
  Counters,
  Described,
  Gap,
  Gated,
  RedCheck,
  Issue,
  Model,
  Pass,
  PassKind,
  PassResult,
  Proofs,
  Stage,
  StuckKind,
  Unit,
  UnitId,
} from "./unit.ts";

export type { GateCheck, Settings } from "./settings.ts";
export type Mode = t.Of<typeof s.mode>;
export type Domain = t.Of<typeof s.domain>;
export type KnowledgeDomain = t.Of<typeof s.knowledgeDomain>;
export type Phase = t.Of<typeof s.phase>;
/** `learned`: for example `T1 iteration 2`. */
export type Guardrail = t.Of<typeof s.guardrail>;

export type Brief = Omit<t.Of<typeof s.brief>, "done_when"> & {
  readonly doneWhen: readonly string[];
  readonly at: Time;
};
export type Question = t.Of<typeof s.question> & {
  readonly answers: readonly string[] | null;
  readonly skipped: boolean;
};
/** `signals`: the planner's own words by unit; `whole`: an adopted text of 200 words or more, kept unchanged. */
export type ContextText = Omit<t.Of<typeof s.contextText>, "key_files"> & {
  readonly keyFiles: readonly { readonly path: Path; readonly text: string }[];
};

/** A proposal until its approval; after a skip back, the previous plan. */
export type Proposal = {
  readonly units: readonly Described[];
  readonly warnings: readonly string[];
};
export type Plan = {
  /** Revision of the last proposal; 0 if there is none. */
  readonly rev: number;
  readonly state: "none" | "proposed" | "rejected" | "approved";
  readonly proposal: Proposal | null;
  readonly notes: string;
  readonly rejection: string | null;
  /** Time of the proposal: `Created` of the plan file. */
  readonly at: Time | null;
};

export type Final = {
  readonly gates: number;
  readonly gate: {
    readonly tree: string | null;
    readonly n: number;
    readonly red: readonly string[];
    readonly none: boolean;
    readonly at: Time;
  } | null;
  readonly reviews: number;
  readonly review: {
    readonly verdict: "REVIEW_PASS" | "REVIEW_FAIL";
    readonly tree: string | null;
    readonly round: number;
  } | null;
  readonly issues: readonly Issue[];
  /** How often the review decision was requested. */
  readonly asked: number;
  /** The rounds are used up: a person decides. */
  readonly waits: boolean;
  readonly minorGaps: readonly Issue[];
  readonly accepted: { readonly by: string; readonly reason: string } | null;
  readonly restless: boolean;
  readonly gated?: Gated;
};

/** A bypass; always shown and exported. */
export type Bypass = {
  readonly what: string;
  readonly by: string;
  readonly reason: string;
  readonly at: Time;
};
export type Claim = {
  readonly unit: UnitId | null;
  readonly claim: string;
  readonly where: string;
  readonly by: string;
  readonly at: Time;
};

/** `attempts`: consecutive failed attempts; `why`: reason of the last, for the next brief. */
export type Desk = {
  readonly n: number;
  readonly attempts: number;
  readonly rounds: number;
  readonly why: string | null;
};

export type State = {
  readonly run: string;
  readonly task: string;
  readonly slug: string;
  readonly mode: Mode;
  /** As given at the start, then that of brief.md. */
  readonly domain: Domain;
  /** For knowledge: the domains whose templates are chained. */
  readonly domains: readonly KnowledgeDomain[];
  readonly request: string;
  /** Title of an adopted folder without a brief; null if unknown. */
  readonly title: string | null;
  readonly phase: Phase;
  /** A skip entered verify or deliver: only units reopened or added since continue. */
  readonly skipped: boolean;
  readonly paused: boolean;
  readonly ended: { readonly how: "delivered" | "cancelled"; readonly reason: string } | null;
  /** Approval and its author; the archive is due. */
  readonly delivery: {
    readonly tree: string | null;
    readonly by: string;
    readonly at: Time;
  } | null;
  readonly deliveries: number;
  /** Requested for a cancelled run. */
  readonly archiveAsked: Time | null;
  /** Relative to the root, once moved. */
  readonly archive: Path | null;
  /** A person removed its files from the archive. */
  readonly filesDropped: boolean;
  readonly origin: string | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly settings: Settings;
  readonly brief: Brief | null;
  readonly questions: readonly Question[];
  readonly plan: Plan;
  readonly context: ContextText | null;
  readonly guardrails: readonly Guardrail[];
  /** In plan order. */
  readonly units: readonly Unit[];
  readonly dropped: readonly {
    readonly id: UnitId;
    readonly title: string;
    readonly reason: string;
  }[];
  /** The current unit and its iteration in state.json; null before the first pass. */
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
  /** Unknown keys of an object in state.json; for Markdown (`pointer`: the block before) as [kind, text]. */
  readonly extras: readonly Extras[];
  readonly refused: RefusedEdit | null;
  /** Digests of agents' files in the run's folder, by path, as passes and gates saw them; missing if there are none. */
  readonly documents?: Readonly<Record<Path, Digest>>;
  /** Remarks made at adoption; null if the run was started here. */
  readonly adopted: readonly string[] | null;
};
