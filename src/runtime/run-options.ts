// Options, progress and result of a runner.
import type { News } from "../core/words/news.ts";
import type { Recorded } from "../core/row.ts";

/** Progress reports of a runner; one line per event without a terminal. */
export type Progress =
  /** `news`: the text for people; null: none. */
  | { readonly is: "event"; readonly event: Recorded; readonly news: News | null }
  | {
      readonly is: "job";
      readonly key: string;
      readonly what:
        | "started"
        | "adopted"
        | "reattached"
        | "finished"
        | "lost"
        | "stopped"
        | "refused"
        | "left"
        | "waits";
      readonly note: string;
    }
  /** note: news without required action. */
  | { readonly is: "warning" | "note"; readonly text: string };

export const warn = (tell: (progress: Progress) => void, text: string): void =>
  tell({ is: "warning", text });

export type RunOptions = {
  /** Whether the run starts from the user's uncommitted changes, too, if it has no base yet. */
  readonly changes?: boolean;
  /** Merges landed work into the user's checkout at once. */
  readonly here?: boolean;
  /** Starts no agent; agents' jobs wait for `job claim`. */
  readonly hand: boolean;
  readonly progress?: (progress: Progress) => void;
  /** Aborted: the runner stops; hosted jobs continue. */
  /** Its reason: SIGTERM or SIGHUP if that ended the process, and no person by Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Which jobs this runner begins (runner/serving.ts); default: all. */
  readonly serve?: readonly string[];
  /** This machine's labels for the needs of roles (`needs` in the configuration). */
  readonly labels?: readonly string[];
  /** How long a job's lease lasts without renewal, and so how long a silent machine keeps its jobs. Default 60 s. */
  readonly leaseMs?: number;
};
export type RunResult = {
  readonly run: string;
  readonly status: "ended" | "waiting" | "paused" | "outside" | "interrupted";
  readonly good: boolean | null;
  readonly summary: string;
  /** What it waits for: keys of decisions and of external workers' jobs. */
  readonly waiting: readonly { readonly key: string; readonly what: string }[];
};

/** Whether a signal ends this process that no person at its terminal sent. */
export const isSignalled = ({ signal }: Pick<RunOptions, "signal">): boolean => {
  const reason: unknown = signal?.reason;
  return reason === "SIGTERM" || reason === "SIGHUP";
};
