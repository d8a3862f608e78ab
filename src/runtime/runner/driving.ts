// Common parts of the runner's steps, with points where tests may interrupt it.
import type { Refusal } from "../../core/refusal.ts";
import type { Holder, Lease } from "../../core/row.ts";
import type { RunnerParts } from "../runner-parts.ts";
import type { Progress, RunResult } from "../run-options.ts";
import type { Room } from "./agent-limit.ts";

export type Driving = RunnerParts & {
  /** From an agent's first job on, each scan waits for files that are behind: agents read them. */
  readonly meetsAgent?: () => void;
  readonly run: string;
  readonly room: Room;
  /** How long a lease lasts without renewal; its host renews at a third. */
  readonly leaseMs: number;
  /** Drives another run beside this one until it rests. */
  readonly nested: (run: string) => Promise<RunResult | Refusal>;
  /** Merges landed work into the user's checkout at once. */
  readonly here?: boolean;
  readonly tell: (progress: Progress) => void;
  /** Named points between steps; in tests, one that never returns simulates a kill. */
  readonly step: (point: string) => Promise<void> | void;
};

/** What taking and landing a job's work requires. */
export type Landing = Pick<
  Driving,
  "engine" | "folds" | "door" | "run" | "tell" | "step" | "edited"
>;

/** Grace for ending remains of a lost host. */
export const sweepMs = 2_000;

/** Value of CAIRN_MARK, unique per grant. */
export const markOf = (lease: Pick<Lease, "run" | "fence">): string =>
  `${lease.run}.${lease.fence}`;

/**
 * Command ids for a grant and its end, which make repetition harmless. Giving up a holder has its own id: a late submission by that holder
 * is different and must be refused, not taken for a repetition.
 */
export const causeOf = (lease: Lease, what: "granted" | "ended" | "given up"): string =>
  `${lease.run}/${lease.job}/${lease.fence}/${what}`;

export const engineHolder: Holder = { name: "engine", agent: null, conversation: null };
