// Why: pausing, ending, taking up and putting away a run, and what is merely noted about its files.
import { extrasAt, extrasSize } from "../../../core/kept-extras.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { refuse } from "../../../core/refusal.ts";
import { isRefusedAlready } from "../../../core/refused-edit.ts";
import { livePhase } from "../evolve/run.ts";
import { extrasLimit } from "../limits.ts";
import { isOver } from "../over.ts";
import { oversized } from "../plan/read.ts";
import { type Decide, type Decided } from "./step.ts";

export const pause: Decide<"Pause"> = (state): Decided =>
  state.paused ? [] : [{ type: "RunPaused", data: {} }];
export const resume: Decide<"Resume"> = (state): Decided =>
  state.paused ? [{ type: "RunResumed", data: {} }] : [];

export const cancel: Decide<"Cancel"> = (state, { reason }): Decided => {
  if (state.phase === "CANCELLED") return [];
  return isOver(state)
    ? refuse("RUN_OVER", `the run is ${state.phase}`)
    : [{ type: "RunCancelled", data: { reason: reason ?? null } }];
};

export const fail: Decide<"Fail"> = (_state, { reason }): Decided =>
  reasonMissing(reason) ?? [{ type: "RunFailed", data: { reason } }];

export const reopen: Decide<"Reopen"> = (state, { reason, max_iterations: max }): Decided => {
  if (state.phase === "COMPLETE")
    return refuse("RUN_COMPLETE", "a complete run stays so", { fits: "start a new run" });
  if (!isOver(state))
    return refuse("RUN_LIVE", `the run is in ${state.phase}`, {
      fits: "a run that failed or was cancelled",
    });
  if (max !== undefined && (max < state.iteration || max > 50))
    return refuse("OPTION_INVALID", `max_iterations cannot be ${max}`, {
      fits: `a whole number from ${state.iteration} to 50`,
    });
  return (
    reasonMissing(reason) ?? [
      {
        type: "RunReopened",
        data: { phase: livePhase(state), reason, max_iterations: max ?? null },
      },
    ]
  );
};

export const archive: Decide<"Archive"> = (state): Decided =>
  isOver(state)
    ? [{ type: "RunArchived", data: {} }]
    : refuse("RUN_LIVE", `the run is in ${state.phase}`, {
        fits: "end it first: a live run isn't put away",
      });

export const unarchive: Decide<"Unarchive"> = (state): Decided =>
  state.archived
    ? [{ type: "RunUnarchived", data: {} }]
    : refuse("ARCHIVE_MISSING", "the run isn't archived");

export const recordDocument: Decide<"RecordDocument"> = (state, data): Decided =>
  state.documents[data.path] === data.digest ? [] : [{ type: "DocumentRecorded", data }];

export const keepExtras: Decide<"KeepExtras"> = (state, { file, pointer, value }): Decided => {
  const before = extrasAt(state.extras, file, pointer);
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  return (
    oversized(
      "the text of one object's unknown keys",
      extrasSize(value),
      extrasLimit,
      pointer,
    )[0] ?? [{ type: "ExtrasKept", data: { file, pointer, entries: value } }]
  );
};

export const refuseEdit: Decide<"RefuseEdit"> = (state, data): Decided =>
  isRefusedAlready(state.refused, data) ? [] : [{ type: "EditRefused", data }];
