// Data that the parts of the System share.
import type { Engine } from "../engine.ts";
import { unknownRun } from "../find.ts";
import type { Folded, Folds } from "../fold.ts";
import type { Past } from "../fold/past.ts";
import type { Projector, ProjectorParts } from "../files/projector.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";
import { displayPath } from "../../core/within.ts";

export type Clocks = Pick<ProjectorParts, "elapsed" | "later">;
export type Parts = RunnerParts & {
  readonly clocks: Clocks;
  readonly projector: Projector;
  readonly past: Past;
};

/** Queries the newest state of a run. Refusal RUN_UNKNOWN. */
export const withFolded = async <T>(
  { folds }: { readonly folds: Pick<Folds, "newest"> },
  run: string,
  then: (folded: Folded) => Promise<T> | T,
): Promise<T | Refusal> => {
  const folded = await folds.newest(run);
  return folded === null ? unknownRun(run) : then(folded);
};

export const unknownVersion = (run: string, at: number | Time): Refusal =>
  refuse("VERSION_UNKNOWN", `run ${run} wasn't yet at ${at}`);

/** The root as stored in cards: relative to the repository's base. */
export const rootOf = ({ root, base }: Engine): string =>
  root === base ? "." : displayPath(base, root);
