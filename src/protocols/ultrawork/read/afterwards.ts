// Remarks of the ultrawork reader that belong to no single place.
import { ring } from "../waves.ts";
import type { RunFiles } from "./folder.ts";
import type { MergedAll } from "./merge.ts";
import type { FoundRun } from "./run.ts";

/** Corrections that concern the run as a whole. */
export const afterwards = (seen: RunFiles, all: MergedAll, run: FoundRun): readonly string[] => {
  const { session } = seen;
  const known = new Set(run.tasks.map(({ id }) => id));
  const unknown = run.tasks.flatMap(({ id, blockedBy }) =>
    blockedBy.filter((blocker) => !known.has(blocker)).map((blocker) => ({ id, blocker })),
  );
  const begun = run.tasks.filter(({ status }) => status !== "open").map(({ id }) => id);
  const circle = ring(run.tasks);
  const unwitnessed = run.tasks.filter(({ status }) => status === "resolved").length;
  return [
    ...(session === null ? ["session.json is made anew of the tasks"] : []),
    ...(session?.planner?.status === "running" && run.phase === "PLANNING"
      ? [
          `the planner${session.planner.agent_id === null ? "" : ` ${session.planner.agent_id}`} was running; nobody plans now, so it is pending again`,
        ]
      : []),
    ...(all.verify === null
      ? [`VERIFY_MISSING: there was no verify task; it is made as ${run.verify?.id ?? "verify"}`]
      : []),
    ...(run.phase === "PLANNING" && begun.length > 0
      ? [
          `PHASE_INCONSISTENT: the phase is PLANNING, and tasks were begun (${begun.slice(0, 5).join(", ")}): it stays PLANNING`,
        ]
      : []),
    ...(session !== null && session.cancelled_at !== null && run.phase !== "CANCELLED"
      ? [
          "PHASE_INCONSISTENT: cancelled_at is set, and the run isn't read as CANCELLED: it isn't taken",
        ]
      : []),
    ...(session !== null && session.completed_at !== null && run.phase !== "COMPLETE"
      ? [
          "PHASE_INCONSISTENT: completed_at is set, and the run isn't read as COMPLETE: it isn't taken",
        ]
      : []),
    ...unknown.map(
      ({ id, blocker }) =>
        `DEPENDENCY_UNKNOWN: task ${id} waits for ${blocker}, which isn't there, and goes on waiting until somebody edits it`,
    ),
    ...(circle === null
      ? []
      : [
          `GRAPH_CYCLIC: tasks wait for each other in a ring (${circle.join(" waits for ")}): the run is paused until somebody edits one`,
        ]),
    ...(run.paused === true
      ? [
          "work was put aside and every other task is resolved: the run is paused until somebody has looked at it",
        ]
      : []),
    ...(run.phase === "COMPLETE" || run.phase === "CANCELLED"
      ? [`the end ${run.phase} was found, not witnessed`]
      : []),
    ...(unwitnessed > 0 && run.phase !== "COMPLETE"
      ? [
          `${unwitnessed} resolved ${unwitnessed === 1 ? "task stays" : "tasks stay"} resolved, found and not witnessed: the checks run again before the end`,
        ]
      : []),
  ];
};
