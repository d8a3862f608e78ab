// Common parts of the runner's steps, with points where tests may interrupt it.
import type { Refusal } from "../../core/refusal.ts";
import type { Holder, Lease } from "../../core/row.ts";
import type { RunnerParts } from "../runner-parts.ts";
import type { Progress, RunResult } from "../run-options.ts";
import type { Room } from "./room.ts";

export type Driving = RunnerParts & {
  readonly run: string;
  readonly room: Room;
  /** How long a lease holds without being renewed; its host renews it at a third. */
  readonly leaseMs: number;
  /** Drives another run beside this one, until that rests. */
  readonly nested: (run: string) => Promise<RunResult | Refusal>;
  /** What lands is merged into the user's checkout at once. */
  readonly here?: boolean;
  readonly tell: (progress: Progress) => void;
  /** Named points between steps: what never comes back from one stands for a kill. */
  readonly step: (point: string) => Promise<void> | void;
};

/** What taking out a job's work, and bringing it on, asks for. */
export type Landing = Pick<
  Driving,
  "engine" | "folds" | "door" | "run" | "tell" | "step" | "edited"
>;

/** How kindly what a lost host left behind is ended. */
export const sweepMs = 2_000;

/** Value of CAIRN_MARK: one for each grant. */
export const markOf = (lease: Pick<Lease, "run" | "fence">): string =>
  `${lease.run}.${lease.fence}`;

/**
 * The ids of the commands that a grant and its end cause: handing in twice changes nothing. That others gave a holder up has one of its own:
 * what the holder brings afterwards is something else, and is to be refused, not taken for said.
 */
export const causeOf = (lease: Lease, what: "granted" | "ended" | "given up"): string =>
  `${lease.run}/${lease.job}/${lease.fence}/${what}`;

export const engineHolder: Holder = { name: "engine", agent: null, conversation: null };
