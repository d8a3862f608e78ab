// Why: however many pages are open, the ledger is looked at once; each page gets every event after the last one that it saw.
import type { LogLine } from "./answers.ts";

export type Listener = {
  /** After the seq that it named, in order, none twice. */
  readonly rows: (lines: readonly LogLine[]) => void;
  readonly hint: (run: string | null) => void;
};
export type Live = {
  /** `after`: the seq of the last event that the listener saw; null: from now on. Returns what ends it. */
  listen(after: number | null, listener: Listener): () => void;
  /** Grows with each hint and each event: what was worked out before is as good as new while it stays. */
  readonly tick: () => number;
  readonly newest: () => number;
  end(): void;
};
