// Types of the live feed: one look at the ledger, every event for each page.
import type { LedgerTrouble, LogLine } from "../answers.ts";

export type Listener = {
  /** After the seq that it named, in order, none twice. */
  readonly rows: (lines: readonly LogLine[]) => void;
  /** Something else changed: leases, output, files; null: of any run. */
  readonly hint: (run: string | null) => void;
  /** What keeps the ledger from being read; null: nothing any more. */
  readonly trouble: (trouble: LedgerTrouble | null) => void;
  /** false: it can take no more now. Nothing is kept for it but its place, until it asks for `more`. */
  readonly ready: () => boolean;
  /** The run that it looks at, whose files are looked after; null: all of them alike. */
  readonly run: string | null;
};
export type Listening = { readonly more: () => void; readonly end: () => void };
export type Live = {
  /** `after`: the seq of the last event that the listener saw; null: from now on. */
  listen(after: number | null, listener: Listener): Listening;
  /** Grows with each event and each hint of a run: what was worked out before is as good as new while it stays. null: nobody listens, so nothing is looked for. */
  readonly tickOf: (run: string) => number | null;
  /** The newest seq that was seen. */
  readonly newest: () => number;
  /** Looks now, without waiting for a hint. */
  look(): Promise<void>;
  /** Something of this run changed that the ledger doesn't tell. */
  hint(run: string): void;
  /** Somebody looks at this run: its files are looked after while pages are open. */
  looksAt(run: string): void;
  end(): void;
};
