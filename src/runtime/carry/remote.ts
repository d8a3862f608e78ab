// Remote by which machines share commits, and the commits that a run needs to continue.
import { Fault } from "../../core/refusal.ts";
import type { Site } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";

/** null: no exchange, because there is one machine only or no remote is configured. */
export const remoteOf = ({ shared, config }: Pick<Engine, "shared" | "config">): string | null =>
  shared ? config.git.remote : null;

/** The commits on which its next jobs begin. Everything else that landed is below the head. */
export const neededOf = ({ head, candidates }: Site): readonly string[] => [
  head.commit,
  ...Object.values(candidates).flatMap(({ work, merged, waiting }) => [
    work.commit,
    ...(merged === null ? [] : [merged.commit]),
    ...waiting.map((piece) => piece.work.commit),
  ]),
];

/** An unreachable remote, or a commit that hasn't arrived: callers that can wait retry. */
export const isAway = (error: unknown): error is Fault =>
  error instanceof Fault && ["REMOTE_FAILED", "COMMIT_AWAY"].includes(error.code);
/** Retry interval, in ms. */
export const againMs = 5_000;
