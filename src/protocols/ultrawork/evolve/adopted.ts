// Fold of an adoption event in ultrawork: no proofs, no leases.
import type { Time } from "../../../core/row.ts";
import type { DataOf, Of } from "../../../kit/schema.ts";
import type { adoptionFields, foundTask } from "../found-shapes.ts";
import type { LivePhase, Phase, State, Task } from "../state.ts";
import { freshTask, verifyDraft, type DraftTask } from "./draft.ts";
import { expected, started } from "./fresh.ts";

type FoundTask = Of<typeof foundTask>;

/** Work that was active has no lease, so it is open again. */
const taskOf = (found: FoundTask, allowance: number): Task => {
  const draft: DraftTask = {
    id: found.id,
    subject: found.subject,
    description: found.description,
    complexity: found.complexity,
    files: found.files,
    blockedBy: found.blockedBy,
    criteria: found.criteria,
  };
  return {
    ...freshTask(draft, allowance),
    status: found.status === "in_progress" ? "open" : found.status,
    worker: found.worker,
    adopted: true,
    found: found.evidence,
    startedAt: found.startedAt,
    completedAt: found.status === "in_progress" ? null : found.completedAt,
  };
};

const left = (phase: Phase, planned: boolean): LivePhase | null =>
  phase === "FAILED" || phase === "CANCELLED" ? (planned ? "EXECUTION" : "PLANNING") : null;

export const adopted = (data: DataOf<typeof adoptionFields>, at: Time): State => {
  const { found, options, run, base, corrections, digests } = data;
  const { goal, session, sessionTask, team, home } = found;
  const fresh = started(
    { run, goal, session, sessionTask, team, home, options, base, origin: null },
    at,
  );
  const order = found.tasks.map((task) => task.id);
  const verifyId = found.verify?.id ?? "verify";
  const own = verifyDraft(verifyId, found.verify?.criteria ?? []);
  const verify: Task =
    found.verify === null
      ? freshTask(own, 1)
      : {
          ...taskOf({ ...found.verify, ...own, subject: found.verify.subject }, 1),
          blockedBy: order,
        };
  const all = [
    ...found.tasks.map((task) => taskOf(task, options.max_attempts)),
    { ...verify, blockedBy: order },
  ];
  const recorded = new Set(found.findings.map((finding) => finding.explorer));
  return {
    ...fresh,
    phase: found.phase,
    phaseLeft: left(found.phase, order.length > 0),
    explorers: Object.fromEntries(
      found.explorers.map((explorer) => [
        explorer.id,
        { ...expected(explorer), status: recorded.has(explorer.id) ? "recorded" : "expected" },
      ]),
    ),
    findings: found.findings,
    plan: { ...fresh.plan, state: found.phase === "PLANNING" ? "draft" : "approved" },
    planner: {
      ...fresh.planner,
      ...found.planner,
      status: found.phase === "PLANNING" ? "pending" : "completed",
    },
    tasks: Object.fromEntries(all.map((task) => [task.id, task])),
    order,
    verifyId,
    iteration: Math.max(1, found.iteration ?? 1),
    documents: digests,
    extras: found.extras,
    adopted: corrections,
    startedAt: found.startedAt ?? at,
    completedAt: found.completedAt,
    cancelledAt: found.cancelledAt,
    failureReason: found.failureReason,
  };
};
