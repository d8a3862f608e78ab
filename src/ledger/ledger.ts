// Ledger port: the interface of every database backend, held to one contract suite.
import type { Card, Digest, Draft, Holder, Lease, Row, Time } from "../core/row.ts";

/** Condition on a job's lease for an append to count: its newest grant has this fence and hasn't ended. */
export type Fence = { readonly job: string; readonly fence: number };

/** Further conditions for an append. */
export type Terms = {
  readonly fences?: readonly Fence[];
  /** The hash of the event that the rows follow. A ledger restored from a backup may have another at that version. */
  readonly after?: Digest;
  /** The rows come from elsewhere: a command id that this run already has is a continuation, not a repetition. */
  readonly restored?: boolean;
};

export type Appended =
  | { readonly is: "appended"; readonly version: number }
  /** Another append came first, or the event that the rows follow is missing: fold and decide again. */
  | { readonly is: "lost"; readonly version: number }
  /** A newer lease was granted, or this one ended. `by`: the current holder, if any. */
  | { readonly is: "fenced"; readonly job: string; readonly by: Lease | null }
  /** The card's origin, or its root with place, belongs to another run. */
  | { readonly is: "taken"; readonly what: "origin" | "place"; readonly run: string }
  /** A named command id (append.ts) among the causes already exists in this run or, for a start, as the start of any run; `rows` are its rows. */
  | { readonly is: "repeated"; readonly cause: string; readonly rows: readonly Row[] };

export type LeaseAsk =
  /** Granted unless another lease of the job is active. Its fence is above all of the run and at least `least` (at most mostFence). */
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

/** No run reaches this many grants; tokens have room for as many more. */
export const mostFence = 999_999_999_999;

export type LeaseAnswer =
  | { readonly is: "granted"; readonly lease: Lease }
  | { readonly is: "ended" }
  /** take: another holder has it. */
  | { readonly is: "held"; readonly held: Lease }
  /** renew, end: the token isn't the job's newest grant, or that has ended. `by`: the current holder. */
  | { readonly is: "fenced"; readonly by: Lease | null };

export type RunFilter = {
  readonly run?: string;
  readonly protocol?: string;
  readonly life?: readonly Card["life"][];
  readonly origin?: string;
  /** The run that started them: their origins begin with its id and `/`. */
  readonly parent?: string;
};

export type RowFilter = {
  readonly run?: string;
  readonly after?: number;
  readonly limit?: number;
  readonly cause?: string;
};

/** An unreachable ledger. `since`: ms since 1970. `why`: the error. `full`: the server answers but accepts no more connections. */
export type Outage = { readonly since: number; readonly why: string; readonly full?: true };

/** A database lacks the project, or it was just created. `name` null: the project without a name. `others`: existing projects. */
export type ProjectNews = {
  readonly is: "missing" | "made";
  readonly name: string | null;
  readonly others: readonly (string | null)[];
};

export type LedgerShelf = {
  /** Durable when it resolves; equal bytes are stored once. */
  put(bytes: Uint8Array): Promise<void>;
  /** The stored bytes; the caller verifies the digest. null: none. */
  get(name: Digest): Promise<Uint8Array | null>;
};
/** Maximum size in bytes of one content on a ledger's shelf; larger ones stay on the machine that made them. */
export const shelfBytes = 16 * 1_048_576;

export type Ledger = {
  /** Identifies this ledger, also after a move or copy; null: none exists yet. */
  id(): Promise<string | null>;
  /**
   * One transaction, durable when it resolves. `expected`: the run's current version; 0: a new run. The rows' versions
   * continue from there; the ledger assigns seq. Order of checks: repeated, lost, fenced, taken.
   */
  append(
    run: string,
    expected: number,
    rows: readonly Draft[],
    card: Card,
    terms?: Terms,
  ): Promise<Appended>;
  /** Ordered by version within a run, by seq over all; later commits never appear before rows already read. `limit` defaults to 10,000. `cause` (with `run`): only rows of that named command. */
  read(what: RowFilter): Promise<readonly Row[]>;
  /** The seq of the newest event of all runs; 0: none. */
  newest(): Promise<number>;
  runs(filter?: RunFilter): Promise<readonly Card[]>;
  /** A cache that may be deleted. `key`: the protocol and the digest of its code. */
  snapshot(
    run: string,
    key: string,
  ): Promise<{ readonly version: number; readonly text: string } | null>;
  keep(run: string, key: string, version: number, text: string): Promise<void>;
  lease(ask: LeaseAsk): Promise<LeaseAnswer>;
  /** All leases that haven't ended, including lapsed ones; of one run or of all. */
  leases(run?: string): Promise<readonly Lease[]>;
  /** The clock by which leases lapse. */
  now(): Promise<Time>;
  /** Until when, by that clock, nothing counts as lapsed or late because holders had no connection; null: no outage. Absent for ledgers that can't be unreachable. */
  grace?(): Promise<Time | null>;
  /** Calls back soon after an append or lease in any process; a hint without guarantee. */
  watch(hint: () => void): () => void;
  /** Keeps a copy of all events while this process works, against a file emptied or overwritten beneath it. Absent for servers. */
  guard?(): Promise<void>;
  /** Contents that events refer to by digest, for machines with other disks; absent if all users of the ledger share one. */
  readonly shelf?: LedgerShelf;
  /** Drops memory caches, so that the next read comes from disk. Absent for servers. */
  forget?(): Promise<void>;
  /** Server settings that may lose an acknowledged append; empty without a server. */
  undurable?(): Promise<readonly string[]>;
  close(): Promise<void>;
};
