// Types of the runner's parts: lets tests use door and fold without processes.
import type { Check, Proof } from "../core/job.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Drift, Ground } from "../workspace/workspace.ts";
import type { Suspect } from "./edit-author.ts";
import type { Engine } from "./engine.ts";
import type { Folds } from "./fold.ts";
import type { Later } from "./later.ts";
import type { Logs } from "./logs.ts";
import type { Door } from "./send.ts";
import type { RunOptions, RunResult } from "./run-options.ts";

/** Reads and changes runs. */
export type DoorParts = { readonly engine: Engine; readonly folds: Folds; readonly door: Door };
export type RunnerParts = DoorParts & {
  readonly scan: (run: string, waits?: boolean) => Promise<void>;
  /** Reads edits that a job's holder made in copies of the run's documents. */
  readonly edited: (run: string, drift: readonly Drift[], holder: Suspect) => Promise<void>;
  /** Cached logs of runs; default: reads anew. */
  readonly log?: Logs;
  /** A cancellable timer; default: the system's. */
  readonly later?: Later;
};

export type Runner = {
  drive(parts: RunnerParts, run: string, options: RunOptions): Promise<RunResult | Refusal>;
  /** Stops and records jobs of a run and its child runs on this machine; returns their keys. `job`: only that one. */
  interrupt(
    parts: RunnerParts,
    run: string,
    progress: NonNullable<RunOptions["progress"]>,
    job?: string,
  ): Promise<readonly string[]>;
  /** Runs one check in this process and stores its output. */
  check(engine: Engine, ground: Ground, check: Check): Promise<Proof>;
};
