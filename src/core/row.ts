// Types of the ledger's nouns for all layers: rows, cards, leases, times, digests.
import type { Sender } from "./sender.ts";

/** ISO 8601, UTC, milliseconds: `2026-01-08T12:00:00.000Z`. */
export type Time = string;
/** SHA-256 in hex. */
export type Digest = string;
/** With `/`, relative to the run's root; starts with `~` or `/` if it is outside. */
export type Path = string;

export type Change = { readonly path: Path; readonly how: "added" | "modified" | "deleted" };

/** The hashed and appended row: `by` and `data` are JSON texts, stored as written. */
export type Draft = {
  readonly run: string;
  /** Counts from 1 in each run, without gaps. */
  readonly version: number;
  readonly type: string;
  readonly data: string;
  readonly at: Time;
  readonly by: string;
  /** The id of the command that caused it. */
  readonly cause: string;
  readonly hash: Digest;
};

/** A row of the ledger. `seq` orders all runs and isn't part of the hash. */
export type Row = Draft & { readonly seq: number };

/** An event as the rules read it: a row with its texts parsed. */
export type Recorded<
  E extends { readonly type: string; readonly data: unknown } = {
    readonly type: string;
    readonly data: unknown;
  },
> = E & {
  readonly version: number;
  readonly at: Time;
  readonly by: Sender;
  readonly cause: string;
};

export type Life = "live" | "paused" | "over" | "archived";

/** One for each run, rewritten by each append, so that lists need no fold. Unique in a ledger: run; origin; root with place. */
export type Card = {
  readonly run: string;
  readonly protocol: string;
  /** Parent of a child run, unique in the ledger; null for other runs. */
  readonly origin: string | null;
  /** Root of the working tree relative to the repository's base (`.` for the base itself). */
  readonly root: Path;
  readonly place: Path;
  readonly life: Life;
  readonly phase: string;
  readonly version: number;
  /** Hash of the last row. */
  readonly head: Digest;
  readonly at: Time;
  /** Whether a finished run was successful; null while it is active. */
  readonly good: boolean | null;
};

/** The holder of a job, as claimed: never proven. */
export type Holder = {
  readonly name: string;
  readonly agent: string | null;
  readonly conversation: string | null;
};

/** A job with a current holder. `role`: null if the job is no longer due. */
export type Leased = {
  readonly key: string;
  readonly role: string | null;
  readonly holder: Holder;
};

export type Lease = {
  readonly run: string;
  readonly job: string;
  readonly holder: Holder;
  /** Grows with each grant in a run. */
  readonly fence: number;
  /** `fence`, ".", and a random part; its bearer is the holder. */
  readonly token: string;
  /** By the ledger's clock. After that the lease is suspect, not over: its holder may renew it until another is granted. */
  readonly until: Time;
  /** The machine that grants and hosts. */
  readonly host: string;
};
