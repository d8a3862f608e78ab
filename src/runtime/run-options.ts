// What a runner is asked to do with a run, what it tells meanwhile, and how the run stands when it stops.
import type { News } from "../core/news.ts";
import type { Recorded } from "../core/row.ts";

/** What a runner tells while it works; one line an event where there is no terminal. */
export type Progress =
  /** `news`: what people are told of it; null: nothing. */
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
  /** note: news that asks for nothing. */
  | { readonly is: "warning" | "note"; readonly text: string };

export const warn = (tell: (progress: Progress) => void, text: string): void =>
  tell({ is: "warning", text });

export type RunOptions = {
  /** The run starts from the user's uncommitted changes, too, where it has no base yet. */
  readonly changes?: boolean;
  /** What lands is merged into the user's checkout at once. */
  readonly here?: boolean;
  /** No agent is started; agents' jobs wait for `claim`. */
  readonly hand: boolean;
  readonly progress?: (progress: Progress) => void;
  /** Aborted: the runner lets go; hosted jobs go on. */
  readonly signal?: AbortSignal;
  /** What this runner begins jobs of (runner/serving.ts); all of them if not said. */
  readonly serve?: readonly string[];
  /** What this machine has of what roles need (`needs` in the configuration). */
  readonly labels?: readonly string[];
  /** How long a job's lease holds without being renewed: as long as a machine that fell silent keeps its jobs. 60 s if not said. */
  readonly leaseMs?: number;
};
export type RunResult = {
  readonly run: string;
  readonly status: "ended" | "waiting" | "paused" | "outside" | "interrupted";
  readonly good: boolean | null;
  readonly summary: string;
  /** What it waits for: keys of decisions and of jobs for somebody outside. */
  readonly waiting: readonly { readonly key: string; readonly what: string }[];
};
