// Types of the live feed: one look at the ledger, every event for each page.
import type { LedgerTrouble, LogLine } from "../answers.ts";

export type Listener = {
  /** Events after the requested seq, in order, each once. */
  readonly rows: (lines: readonly LogLine[]) => void;
  /** Something else changed: leases, output, files; null: of any run. */
  readonly hint: (run: string | null) => void;
  /** Why the ledger is unreadable; null: readable again. */
  readonly trouble: (trouble: LedgerTrouble | null) => void;
  /** false: it can't accept more now. Only its position is kept until it asks for `more`. */
  readonly ready: () => boolean;
  /** The viewed run, whose files are watched; null: all runs alike. */
  readonly run: string | null;
};
export type Listening = { readonly more: () => void; readonly end: () => void };
export type Live = {
  /** `after`: the seq of the listener's last event; null: from now on. */
  listen(after: number | null, listener: Listener): Listening;
  /** Increases with each event and hint of a run: results stay valid while it is unchanged. null: without listeners there are no observations. */
  readonly tickOf: (run: string) => number | null;
  /** The newest seq seen. */
  readonly newest: () => number;
  /** Polls now, without waiting for a hint. */
  look(): Promise<void>;
  /** Reports a change of this run that isn't in the ledger. */
  hint(run: string): void;
  /** Records interest in this run: its files are watched while pages are open. */
  looksAt(run: string): void;
  end(): void;
};
