// Commands that end or reopen a run, and that record documents and unknown keys of its files.
import * as event from "../events.ts";
import { count, reason } from "../shapes.ts";
import { command } from "./declare.ts";
import { unlessArchived } from "../../../core/frame.ts";
import * as t from "../../../kit/schema.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { refuse } from "../../../core/refusal.ts";
import { cancelling } from "../../../kit/lifecycle.ts";
import { life } from "../ended.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";
import { livePhaseOf } from "../over.ts";
import { textLimit } from "../limits.ts";
import { isOver } from "../over.ts";

export const cancel = cancelling<State, UltraworkEvent>({
  life,
  word: ({ phase }) => phase,
  by: ["file"],
  means: "Ends the run and stops its jobs. It can be reopened later.",
  most: textLimit,
  isCancelled: ({ phase }) => phase === "CANCELLED",
  then: (_state, reason) => event.runCancelled({ reason: reason === "" ? null : reason }),
});

export const fail = command("Fail", {
  label: "End as failed",
  means: "Ends the run as failed.",
  data: { reason },
  who: ["person", "engine"],
  decide: (_state, { reason }) => reasonMissing(reason) ?? [event.runFailed({ reason })],
});

export const reopen = command("Reopen", {
  label: "Reopen run",
  means: "Resumes a failed or cancelled run in the phase where it ended.",
  data: { reason, max_iterations: t.optional(count) },
  who: ["person"],
  when: unlessArchived,
  decide: (state, { reason, max_iterations: max }) => {
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
        event.runReopened({ phase: livePhaseOf(state), reason, max_iterations: max ?? null }),
      ]
    );
  },
});

export const recordDocument = command("RecordDocument", {
  means: "Records that a free document of the run's folder changed.",
  data: { path: t.text, digest: t.text },
  who: ["engine"],
  decide: (state, data) =>
    state.documents[data.path] === data.digest ? [] : [event.documentRecorded(data)],
});
