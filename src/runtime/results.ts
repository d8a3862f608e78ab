// Types of a system's answers about runs, jobs and attempts.
import type { Job } from "../core/job.ts";
import type { HeldOn } from "./picture/shape.ts";
import type { Protocol, Sender } from "../core/protocol.ts";
import type { Card, Lease, Path, Recorded } from "../core/row.ts";

export type Loaded = {
  readonly card: Card;
  readonly protocol: Protocol;
  readonly state: unknown;
  readonly version: number;
};
/** `left`: untaken parts of a claimed job's work, with reasons. */
export type Sent = {
  readonly run: string;
  readonly events: readonly Recorded[];
  readonly version: number;
  readonly left?: readonly string[];
};
export type Started = {
  readonly run: string;
  readonly protocol: string;
  readonly version: number;
  readonly folder: string;
  readonly files: readonly Path[];
  /** A preview in lines for people; null: its protocol has none. */
  readonly preview: string | null;
};
/** An adopted folder, or one to be adopted. */
export type AdoptedRun = Omit<Started, "preview"> & {
  readonly phase: string;
  readonly title: string;
  /** The work found, by the protocol's noun for a piece of it. */
  readonly units: readonly { readonly kind: string; readonly all: number; readonly done: number }[];
  /** Corrections made while reading, one sentence each. */
  readonly corrections: readonly string[];
  /** What wasn't taken; its bytes are stored. */
  readonly quarantined: readonly { readonly path: Path; readonly why: string }[];
  /** As the run's status has them; of one that only would be adopted: none. */
  readonly warnings: readonly string[];
};

/** A job for display: its state combined with its lease. */
export type Standing = {
  readonly job: Job;
  readonly lease: Lease | null;
  readonly is: "running" | "ready" | "waiting" | "decision" | "doubt";
  /** Why it isn't running, or what is in doubt and what follows. */
  readonly why: string | null;
  /** Only if its lease is another machine's. */
  readonly on?: HeldOn;
};

/** The job from which this process descends. `marks`: of the surrounding jobs, innermost first. `lease` null: that job is over, or of another ledger. */
export type OfJob = { readonly marks: readonly string[]; readonly lease: Lease | null };

/** `place`: the folder to work in, if not the user's checkout. `told`: notices for the claimant, one per line. */
export type Claimed = {
  readonly lease: Lease;
  readonly brief: string;
  readonly place: Path | null;
  readonly told: readonly string[];
};

/** The result of rerunning a stuck unit's checks on a person's request. */
export type CheckedAgain = Sent & {
  readonly unit: string;
  /** Number of checks run. */
  readonly ran: number;
  /** Messages of failed checks: then nothing was recorded. Empty: the recorded fix makes them run again for the record. */
  readonly failed: readonly string[];
  /** The roles that a runner has to serve for that; empty: no agent. */
  readonly serve: readonly string[];
};

/** Which run to use if none is live. newest: the last active one, for viewing; only: the single finished, unarchived one; away: the single archived one. */
export type Over = "newest" | "only" | "away";

/** `id`: as for sends. */
export type StopHow = {
  readonly fence?: number;
  readonly note?: { readonly text: string; readonly by: Sender; readonly id?: string };
};
