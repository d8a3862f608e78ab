// Types of the runner's parts: lets tests use door and fold without processes.
import type { Drift } from "../workspace/workspace.ts";
import type { Copies } from "./files/edit-author.ts";
import type { Engine } from "./engine.ts";
import type { Folds } from "./fold.ts";
import type { Later } from "./later.ts";
import type { Logs } from "./fold/logs.ts";
import type { Door } from "./send.ts";

/** Reads and changes runs. */
export type DoorParts = { readonly engine: Engine; readonly folds: Folds; readonly door: Door };
export type RunnerParts = DoorParts & {
  readonly scan: (run: string, waits?: boolean) => Promise<void>;
  /** Reads edits that a job's holder made in copies of the run's documents. */
  readonly edited: (run: string, drift: readonly Drift[], copies: Copies) => Promise<void>;
  /** Cached logs of runs; default: reads anew. */
  readonly log?: Logs;
  /** A cancellable timer; default: the system's. */
  readonly later?: Later;
};
