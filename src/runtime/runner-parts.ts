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

/** What reads runs and changes them. */
export type DoorParts = { readonly engine: Engine; readonly folds: Folds; readonly door: Door };
export type RunnerParts = DoorParts & {
  readonly scan: (run: string) => Promise<void>;
  /** Takes in edits that a job's holder made in copies of the run's documents. */
  readonly edited: (run: string, drift: readonly Drift[], holder: Suspect) => Promise<void>;
  /** What was read of a run's log already is read no more; read anew if not said. */
  readonly log?: Logs;
  /** A timer, and how to call it off; the system's own if not said. */
  readonly later?: Later;
};

export type Runner = {
  drive(parts: RunnerParts, run: string, options: RunOptions): Promise<RunResult | Refusal>;
  /** Stops what this machine hosts of a run and of the runs that it started, and records that; the keys of what was stopped. `job`: that one alone. */
  interrupt(
    parts: RunnerParts,
    run: string,
    progress: NonNullable<RunOptions["progress"]>,
    job?: string,
  ): Promise<readonly string[]>;
  /** Runs one check in this process and keeps its output. */
  check(engine: Engine, ground: Ground, check: Check): Promise<Proof>;
};
