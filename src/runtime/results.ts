// The shapes of what a system answers about runs, jobs and attempts.
import type { AttemptEnd } from "../core/attempt-end.ts";
import type { Job } from "../core/job.ts";
import type { Protocol, Sender } from "../core/protocol.ts";
import type { Card, Lease, Path, Recorded, Time } from "../core/row.ts";

export type Loaded = {
  readonly card: Card;
  readonly protocol: Protocol;
  readonly state: unknown;
  readonly version: number;
};
/** `left`: of what a claimed job's place held, what wasn't taken along, and why. */
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
  /** What it will do, in lines for people; null: its protocol doesn't say. */
  readonly preview: string | null;
};
/** A folder that was taken over, or would be. */
export type AdoptedRun = Omit<Started, "preview"> & {
  readonly phase: string;
  /** What was read otherwise than it stands there, a sentence each. */
  readonly corrections: readonly string[];
  /** What was not taken; its bytes are kept. */
  readonly quarantined: readonly { readonly path: Path; readonly why: string }[];
};

/** Where a job is done that isn't done on this machine. `leftMs`: how long its lease still holds without being renewed, by the ledger's clock; below 0: since when it doesn't. `silent`: renewals have failed to come. */
export type HeldOn = {
  readonly machine: string;
  readonly leftMs: number;
  readonly silent: boolean;
};

/** A job as people see it: what state says of it, joined with its lease. */
export type Standing = {
  readonly job: Job;
  readonly lease: Lease | null;
  readonly is: "running" | "ready" | "waiting" | "decision" | "doubt";
  /** Why it isn't running, or what is in doubt and what will be done about it. */
  readonly why: string | null;
  /** Only where its lease is another machine's. */
  readonly on?: HeldOn;
};

/** From which job this process descends. `marks`: of the jobs around it, the innermost first. `lease` null: that job is over, or of another ledger. */
export type OfJob = { readonly marks: readonly string[]; readonly lease: Lease | null };

/** `place`: the folder to work in, where that isn't the user's checkout. `told`: what whoever claims should know, a line each. */
export type Claimed = {
  readonly lease: Lease;
  readonly brief: string;
  readonly place: Path | null;
  readonly told: readonly string[];
};

/** What became of a stuck unit whose checks ran again by a person's word. */
export type CheckedAgain = Sent & {
  readonly unit: string;
  /** How many checks ran. */
  readonly ran: number;
  /** What each said that failed: then nothing was recorded. None: what was recorded lets them run once more, for the record. */
  readonly failed: readonly string[];
  /** The roles that a runner has to serve for that; none: no agent at all. */
  readonly serve: readonly string[];
};

/** What may be meant where nothing is live: newest: the run that was at work last, to look at; only: the one that is over and not put away, where there is no other; away: the only one that was put away. */
export type Over = "newest" | "only" | "away";

/** `id`: as for what is sent. */
export type StopHow = {
  readonly fence?: number;
  readonly note?: { readonly text: string; readonly by: Sender; readonly id?: string };
};

/** One lease of a job, as its events tell of it. */
export type Attempt = {
  readonly job: string;
  /** Grows with each grant in a run. */
  readonly fence: number;
  /** What it was about; null: its rules didn't know the job when it began. */
  readonly role: string | null;
  readonly kind: Job["kind"] | null;
  readonly subject: string | null;
  /** Who did it, as claimed: `worker/codex`; null: nobody said. */
  readonly by: string | null;
  /** Of its first event and its last one so far. */
  readonly from: Time;
  readonly to: Time;
  readonly versions: readonly [first: number, last: number];
  /** It said how it ended, or its lease is no more; else it is under way, or nobody knows. */
  readonly over: boolean;
  /** How it ended, and what became of its work since, each by the event that says so: it was reported, then proved, then it landed. */
  readonly ends: readonly AttemptEndAt[];
  /** It left work, whatever became of that. */
  readonly work: boolean;
};
export type AttemptEndAt = AttemptEnd & { readonly version: number };
