// Types of ultrawork's state: plain JSON, folded from events.
import type { Extras } from "../../core/unknown-keys.ts";
import type { RefusedEdit } from "../../core/refused-edit.ts";
import type { Digest, Holder, Path, Time } from "../../core/row.ts";
import type { Options } from "./options.ts";
import type { CriterionCheck, Task, TaskId, Waiver } from "./task.ts";

export type Phase = "PLANNING" | "EXECUTION" | "VERIFICATION" | "COMPLETE" | "FAILED" | "CANCELLED";
export type LivePhase = "PLANNING" | "EXECUTION" | "VERIFICATION";
export type {
  ChosenBy,
  Criterion,
  CriterionCheck,
  EvidenceType,
  FoundEvidence,
  Proof,
  Task,
  TaskId,
  TaskStatus,
  Waiver,
} from "./task.ts";
export type { Options } from "./options.ts";

export type Explorer = {
  readonly id: string;
  readonly hint: string;
  readonly tries: number;
  readonly failed: number;
  /** Attempt number `tries` is active. */
  readonly running: boolean;
  /** `extra`: reported without being expected. */
  readonly status: "expected" | "recorded" | "failed" | "extra";
  readonly agent: string | null;
  readonly lastFailure: string | null;
};
export type ExplorerFindings = {
  readonly explorer: string;
  readonly hint: string;
  readonly file: Path | null;
  readonly summary: string;
  readonly keyFiles: readonly Path[];
  readonly patterns: readonly string[];
  readonly constraints: readonly string[];
};

export type Question = {
  /** Counts from "1" in the run. */
  readonly id: string;
  /** `plan` or a task's id. */
  readonly about: string;
  /** Key of the job that asked. */
  readonly job: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: string | null;
};

export type Issue = {
  readonly summary: string;
  readonly severity: string;
  readonly task: TaskId | null;
  /** Number of the criterion, from 1. */
  readonly criterion: number | null;
  readonly doneWhen: string;
  readonly check: CriterionCheck | null;
  readonly files: readonly Path[];
  /** Identifies the same issue in later verdicts. */
  readonly key: string;
};
export type Judgement = {
  readonly task: TaskId;
  readonly criterion: number;
  readonly judgement: "met" | "unmet" | "unproven";
  readonly note: string;
};
export type Bypass = {
  readonly what: "criterion waived" | "task waived" | "criterion changed";
  readonly task: TaskId;
  readonly criterion: number | null;
  readonly text: string;
} & Waiver;

export type Sweep = {
  /** 0 before the first sweep; counts through all iterations. */
  readonly no: number;
  /** The tree that all of its records must show; null until the first record. */
  readonly tree: Digest | null;
  /** In this iteration. */
  readonly voids: number;
  readonly lastVoid: string | null;
  readonly tries: { readonly begun: number; readonly failed: number };
  /** The verifier's attempt `tries.begun` is active. */
  readonly running: boolean;
  readonly verifier: Holder | null;
  readonly lastFailure: string | null;
  /** Rounds of new checks that verifiers requested in this iteration. */
  readonly rounds: number;
  /** Changed since the run's base. */
  readonly changed: readonly Path[];
  readonly state: "none" | "open" | "passed";
  readonly verdict: "PASS" | "FAIL" | null;
};

export const troubleKinds = ["auth", "quota", "overload", "network"] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/** Why the agents of one unit can't work. */
export type Trouble = {
  readonly kind: TroubleKind;
  readonly reason: string;
  /** Consecutive times. */
  readonly times: number;
  /** null if a person decides on the next attempt. */
  readonly notBefore: Time | null;
};
export type Troubles = Readonly<Record<string, Trouble>>;

export type State = {
  readonly run: string;
  readonly phase: Phase;
  /** The phase before FAILED or CANCELLED. */
  readonly phaseLeft: LivePhase | null;
  readonly paused: boolean;
  readonly archived: boolean;
  readonly goal: string;
  readonly session: string;
  readonly team: string;
  readonly home: Path;
  readonly sessionTask: string;
  readonly origin: string | null;
  readonly options: Options;
  /** The tree at the start of the run. */
  readonly base: { readonly head: string | null; readonly tree: Digest | null };
  readonly explorers: Readonly<Record<string, Explorer>>;
  /** In order of recording. */
  readonly findings: readonly ExplorerFindings[];
  readonly planner: {
    readonly agent: string | null;
    readonly status: "pending" | "running" | "completed" | "failed";
    readonly startedAt: Time | null;
    readonly completedAt: Time | null;
    readonly lastFailure: string | null;
  };
  readonly planTries: { readonly begun: number; readonly failed: number };
  readonly questions: readonly Question[];
  readonly plan: {
    /** 0 before the first proposal. */
    readonly rev: number;
    readonly state: "draft" | "proposed" | "approved";
    readonly warnings: readonly string[];
    readonly decisions: readonly {
      readonly topic: string;
      readonly choice: string;
      readonly rationale: string;
      readonly askedUser: boolean;
    }[];
    /** Files changed since the base when it was proposed. */
    readonly touched: readonly Path[];
    /** A person's note on returning it. */
    readonly note: string | null;
    readonly approvedBy: string | null;
    /** Digest of design.md at approval. */
    readonly design: Digest | null;
  };
  /** Includes the verify task. */
  readonly tasks: Readonly<Record<TaskId, Task>>;
  /** Plan order, fix tasks in order of creation; without the verify task, which always comes last. */
  readonly order: readonly TaskId[];
  readonly verifyId: TaskId;
  /** 1 to options.max_iterations. */
  readonly iteration: number;
  readonly sweep: Sweep;
  /** FAIL verdicts that count for convergence. */
  readonly verdicts: readonly {
    readonly iteration: number;
    readonly by: string;
    readonly keys: readonly string[];
  }[];
  /** Of the last FAIL. */
  readonly issues: readonly Issue[];
  /** Holders of task jobs, and planners while files changed: none of them may verify. */
  readonly involved: readonly (Holder & { readonly planned?: true })[];
  readonly flags: readonly {
    readonly task: TaskId;
    readonly phrase: string;
    readonly sentence: string;
  }[];
  readonly bypasses: readonly Bypass[];
  readonly documents: Readonly<Record<Path, Digest>>;
  readonly extras: readonly Extras[];
  /** By unit, while its model server refuses its agents. */
  readonly troubles: Troubles;
  /** The last refused hand edit that still stands. */
  readonly refused: RefusedEdit | null;
  /** Corrections made at adoption; null if the run was started here. */
  readonly adopted: readonly string[] | null;
  readonly startedAt: Time;
  readonly updatedAt: Time;
  readonly completedAt: Time | null;
  readonly cancelledAt: Time | null;
  readonly failureReason: string | null;
};
