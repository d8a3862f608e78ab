// Types of the ledger's nouns for all layers: rows, cards, leases, times, digests.
import type { Sender } from "./sender.ts";

/** ISO 8601, UTC, milliseconds: `2026-01-08T12:00:00.000Z`. */
export type Time = string;
/** Sha256, hex. */
export type Digest = string;
/** With `/`, from the run's root; may begin with `~` or `/` where it lies outside. */
export type Path = string;

export type Change = { readonly path: Path; readonly how: "added" | "modified" | "deleted" };

/** What is hashed and appended: `by` and `data` are JSON texts, kept as written. */
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

/** A row of the ledger. `seq` orders all runs and is no part of the hash. */
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

/** One a run, rewritten by each append, so that lists fold nothing. Unique in a ledger: run; origin; root with place. */
export type Card = {
  readonly run: string;
  readonly protocol: string;
  /** Who started it as a child, unique in the ledger; null for a run of its own. */
  readonly origin: string | null;
  /** The working tree's top, relative to the repository's base (`.` if it is that one). */
  readonly root: Path;
  readonly place: Path;
  readonly life: Life;
  readonly phase: string;
  readonly version: number;
  /** Hash of the last row. */
  readonly head: Digest;
  readonly at: Time;
  /** Whether a run that is over ended well; null while it isn't over. */
  readonly good: boolean | null;
};

/** Who does a job, as claimed: never proven. */
export type Holder = {
  readonly name: string;
  readonly agent: string | null;
  readonly conversation: string | null;
};

/** A job that somebody has now. `role`: null where the job isn't due any more. */
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
  /** `fence` "." chance: whoever shows it is the holder. */
  readonly token: string;
  /** By the ledger's clock. A lapsed lease is suspect, not over: its holder may renew it until another was granted. */
  readonly until: Time;
  /** The machine that grants and hosts. */
  readonly host: string;
};
