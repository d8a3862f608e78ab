// The remote by which machines share commits, and what of a run they need to go on with it.
import { Fault } from "../../core/refusal.ts";
import type { Site } from "../../work/site.ts";
import type { Engine } from "../engine.ts";

/** null: nothing is sent or brought, since one machine has all, or since nobody said where to. */
export const remoteOf = ({ shared, config }: Pick<Engine, "shared" | "config">): string | null =>
  shared ? config.git.remote : null;

/** What its next jobs begin on. All else that landed is below the head. */
export const neededOf = ({ head, candidates }: Site): readonly string[] => [
  head.commit,
  ...Object.values(candidates).flatMap(({ work, merged, waiting }) => [
    work.commit,
    ...(merged === null ? [] : [merged.commit]),
    ...waiting.map((piece) => piece.work.commit),
  ]),
];

/** A remote that can't be reached, or a commit that isn't here yet: tried again by whoever can wait. */
export const isAway = (error: unknown): error is Fault =>
  error instanceof Fault && ["REMOTE_FAILED", "COMMIT_AWAY"].includes(error.code);
/** After so long, in ms. */
export const againMs = 5_000;
