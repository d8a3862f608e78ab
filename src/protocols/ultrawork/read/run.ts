// Conversion of an existing ultrawork folder into a run: nothing in it counts as proof.
import type { foundRun as foundRunShape } from "../found-shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import type { Remarks } from "../../../core/remarks.ts";
import { place } from "../place.ts";
import { explorersRead } from "./context.ts";
import type { RunFiles } from "./folder.ts";
import type { MergedAll } from "./merge.ts";
import { optionsRead } from "./options.ts";
import { phaseRead } from "./phase.ts";
import { foundTask } from "./tasks.ts";
import type { Where } from "./where.ts";

export type FoundRun = Of<typeof foundRunShape>;

/** @param lost work was quarantined */
export const foundRun = (
  seen: RunFiles,
  all: MergedAll,
  where: Where,
  goal: string,
  notes: Remarks,
  lost: boolean,
) => {
  const { session } = seen;
  const phase = phaseRead(session, all, !lost);
  const { options, iteration, told: toldOptions } = optionsRead(session?.extras ?? []);
  const at = place({ ...where, archived: false });
  const verifyId = all.verifyId ?? "verify";
  const verify =
    all.verify === null
      ? null
      : foundTask(all.verify, at, notes, { id: verifyId, phase: phase.phase });
  const halted =
    lost &&
    !["COMPLETE", "CANCELLED", "FAILED", "PLANNING"].includes(phase.phase) &&
    all.tasks.every(({ task }) => task.status === "resolved");
  const found: FoundRun = {
    goal,
    ...where,
    sessionTask: session?.session_task_id ?? where.session,
    phase: phase.phase,
    options,
    iteration,
    tasks: all.tasks.map((one) => foundTask(one, at, notes, null)),
    verify: verify ?? (all.verifyId === null ? null : bareVerify(all.verifyId)),
    ...explorersRead(seen.context),
    ...(halted ? { paused: true } : {}),
    ...(session === null
      ? {}
      : {
          planner: {
            agent: session.planner?.agent_id ?? null,
            startedAt: session.planner?.started_at ?? null,
            completedAt:
              phase.phase === "PLANNING" ? null : (session.planner?.completed_at ?? null),
          },
        }),
    evidenceLog: [...(session?.log ?? []), ...seen.lines.entries].map(({ text }) => text),
    extras: [],
    startedAt: session?.started_at ?? null,
    completedAt: phase.phase === "COMPLETE" ? (session?.completed_at ?? null) : null,
    cancelledAt: phase.phase === "CANCELLED" ? (session?.cancelled_at ?? null) : null,
    failureReason:
      phase.phase === "FAILED" ? (session?.failure_reason ?? "no reason was found") : null,
  };
  return { found, told: [...phase.told, ...toldOptions] };
};

const bareVerify = (id: string): NonNullable<FoundRun["verify"]> => ({
  id,
  subject: "Verify the whole",
  description: null,
  complexity: null,
  files: null,
  blockedBy: [],
  criteria: [],
  status: "open",
  worker: null,
  evidence: [],
  startedAt: null,
  completedAt: null,
});
