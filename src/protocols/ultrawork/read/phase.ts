// Reader of an existing ultrawork folder's phase: the less finished reading wins.
import type { Phase } from "../state.ts";
import type { MergedAll } from "./merge.ts";
import type { SeenSession } from "./session.ts";

export type PhaseRead = {
  readonly phase: Phase;
  /** Why it differs from the file. */ readonly told: readonly string[];
};

const derived = (unresolved: readonly string[], tasks: number): Phase =>
  tasks === 0 ? "PLANNING" : unresolved.length > 0 ? "EXECUTION" : "VERIFICATION";

/** @param whole no task of the work was quarantined */
export const phaseRead = (
  session: SeenSession | null,
  all: MergedAll,
  whole: boolean,
): PhaseRead => {
  const unresolved = all.tasks
    .filter(({ task }) => task.status !== "resolved")
    .map(({ task }) => task.id);
  const left = derived(unresolved, all.tasks.length);
  const said = session?.phase ?? null;
  const list = unresolved.slice(0, 5).join(", ");
  if (said === null)
    return {
      phase: whole || left !== "VERIFICATION" ? left : "EXECUTION",
      told: [`PHASE_DERIVED: no phase that is known is said; by the tasks it is ${left}`],
    };
  if (said === "CANCELLED" || said === "FAILED" || said === "PLANNING")
    return { phase: said, told: [] };
  if (all.tasks.length === 0)
    return {
      phase: "PLANNING",
      told: [`PHASE_INCONSISTENT: the phase says ${said}, and there is no task: read as PLANNING`],
    };
  if (said === "EXECUTION") return { phase: said, told: [] };
  if (!whole)
    return {
      phase: "EXECUTION",
      told: [
        `PHASE_INCONSISTENT: the phase says ${said}, and tasks were put aside: read as EXECUTION`,
      ],
    };
  if (unresolved.length === 0) return { phase: said, told: [] };
  return {
    phase: "EXECUTION",
    told: [
      `PHASE_INCONSISTENT: the phase says ${said}, and not every task is resolved (${list}): read as EXECUTION`,
    ],
  };
};
