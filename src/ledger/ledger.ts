// Ledger port: the interface of every database backend, held to one contract suite.
import type { Card, Digest, Draft, Holder, Lease, Row, Time } from "../core/row.ts";

/** What must still hold of a job's lease for an append to count: its newest grant has this fence and was not ended. */
export type Fence = { readonly job: string; readonly fence: number };

/** What else counts for an append; nothing, if it isn't said. */
export type Terms = {
  readonly fences?: readonly Fence[];
  /** The hash of the event that the rows go on from. A ledger that was put back to an earlier day may have another at that version. */
  readonly after?: Digest;
  /** The rows were recorded before, elsewhere: a command of theirs that this run has already is no repetition, but the rest of it. */
  readonly restored?: boolean;
};

export type Appended =
  | { readonly is: "appended"; readonly version: number }
  /** Another append was first, or what the rows go on from isn't there: fold and decide again. */
  | { readonly is: "lost"; readonly version: number }
  /** A newer lease was granted, or this one ended. `by`: who holds the job now, if anybody. */
  | { readonly is: "fenced"; readonly job: string; readonly by: Lease | null }
  /** The card's origin, or its root with place, belongs to another run. */
  | { readonly is: "taken"; readonly what: "origin" | "place"; readonly run: string }
  /** A named command id (append.ts) among the causes is there already in this run, or, for a start, as the start of any run: its rows. */
  | { readonly is: "repeated"; readonly cause: string; readonly rows: readonly Row[] };

export type LeaseAsk =
  /** Granted if no other unended lease of the job is there, or it lapsed. Its fence is above all of the run, and no lower than `least` (at most mostFence). */
  | {
      readonly do: "take";
      readonly run: string;
      readonly job: string;
      readonly holder: Holder;
      readonly ms: number;
      readonly host: string;
      readonly least?: number;
    }
  | { readonly do: "renew"; readonly run: string; readonly token: string; readonly ms: number }
  | { readonly do: "end"; readonly run: string; readonly token: string };

/** No run ever has so many grants; beyond it tokens have room for as many again. */
export const mostFence = 999_999_999_999;

export type LeaseAnswer =
  | { readonly is: "granted"; readonly lease: Lease }
  | { readonly is: "ended" }
  /** take: somebody else has it. */
  | { readonly is: "held"; readonly held: Lease }
  /** renew, end: the token is not the newest grant's of its job, or that one ended. `by`: who holds the job now. */
  | { readonly is: "fenced"; readonly by: Lease | null };

export type RunFilter = {
  readonly run?: string;
  readonly protocol?: string;
  readonly life?: readonly Card["life"][];
  readonly origin?: string;
  /** The run that started them: their origins begin with its id and a `/`. */
  readonly parent?: string;
};

export type RowFilter = {
  readonly run?: string;
  readonly after?: number;
  readonly limit?: number;
  readonly cause?: string;
};

/** A ledger that doesn't answer. `since`: in ms since 1970. `why`: what came in the place of an answer. `full`: its server does, and lets nobody more in. */
export type Outage = { readonly since: number; readonly why: string; readonly full?: true };

/** Of a project of a database: whoever looked found none of that name, or whoever wrote first made it. `name` null: the one without a name. `others`: which ones there are besides. */
export type ProjectNews = {
  readonly is: "missing" | "made";
  readonly name: string | null;
  readonly others: readonly (string | null)[];
};

export type LedgerShelf = {
  /** Durable when it resolves; the same bytes once. */
  put(bytes: Uint8Array): Promise<void>;
  /** As they are there: whoever asks checks them against the digest. null: none. */
  get(name: Digest): Promise<Uint8Array | null>;
};
/** The most that one content on a ledger's shelf may have, in bytes: larger ones stay on the machine that made them. */
export const shelfBytes = 16 * 1_048_576;

export type Ledger = {
  /** Tells this ledger from another, also when it is moved or copied; null: there is none yet. */
  id(): Promise<string | null>;
  /**
   * One transaction, durable when it resolves. `expected`: the run's version now, 0 means that the run must be new.
   * The rows' versions go on from `expected`; their seq is the ledger's. Order of checks: repeated, lost, fenced, taken.
   */
  append(
    run: string,
    expected: number,
    rows: readonly Draft[],
    card: Card,
    terms?: Terms,
  ): Promise<Appended>;
  /** By version within a run, by seq over all; what commits later never slips in behind what was read. `limit` is 10,000 if not said. `cause` (with `run`), a named one: only that command's rows. */
  read(what: RowFilter): Promise<readonly Row[]>;
  runs(filter?: RunFilter): Promise<readonly Card[]>;
  /** A cache that may be deleted. `key`: the protocol and its edition. */
  snapshot(
    run: string,
    key: string,
  ): Promise<{ readonly version: number; readonly text: string } | null>;
  keep(run: string, key: string, version: number, text: string): Promise<void>;
  lease(ask: LeaseAsk): Promise<LeaseAnswer>;
  /** All that were not ended, lapsed ones too; of one run or of all. */
  leases(run?: string): Promise<readonly Lease[]>;
  /** The clock by which leases lapse. */
  now(): Promise<Time>;
  /** Until when, by that clock, nothing counts as lapsed or late, since its holder couldn't say anything; null: nobody was cut off. Absent where no server can be away. */
  grace?(): Promise<Time | null>;
  /** Calls back soon after somebody appended or leased, in this process or another: a hint, never the truth. */
  watch(hint: () => void): () => void;
  /** Contents that events name by digest, for machines that have another disk; absent where all that use the ledger share one. */
  readonly shelf?: LedgerShelf;
  /** Lets go of what it has in memory: what is read next is on the disk. Absent where a server keeps it. */
  forget?(): Promise<void>;
  /** Settings of a server by which an acknowledged append may be lost; none where there is no server. */
  undurable?(): Promise<readonly string[]>;
  close(): Promise<void>;
};
