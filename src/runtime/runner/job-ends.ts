// Reports of how hosted jobs ended: progress for people, faults for the operator, a limit for ends that no rule counts.
import type { Outcome } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { Life } from "../../core/row.ts";
import { aboutOf } from "../../work/about.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Driving } from "./driving.ts";
import { createEmpties } from "./empties.ts";
import { adviceOn, endingOf } from "./ending.ts";
import { endsLimit } from "./refusals.ts";
import type { Settled } from "./settle.ts";
import { unstartable } from "./unstartable.ts";

export type JobEnds = {
  /** Faults to raise once the other jobs were looked at. Fault HOST_LOST: at once. */
  report(entry: SpoolEntry, settled: Settled, life: Life): Promise<readonly Fault[]>;
  /** For how many ms an agent is to be left alone, since it ended at once with nothing. */
  restOf(agent: string): number;
};

/** So that a check whose host always dies isn't started for ever: fault HOST_LOST. */
const createLossCount = (): ((entry: SpoolEntry) => void) => {
  const losses = new Map<string, number>();
  return ({ job: { job } }) => {
    const { key, limits } = job;
    const now = (losses.get(key) ?? 0) + 1;
    losses.set(key, now);
    if (now >= Math.max(endsLimit, limits.tries))
      throw new Fault(
        "HOST_LOST",
        `the host of ${key} ended ${now} times without a result`,
        "see whether memory or disk ran out, then `cairn run` goes on",
      );
  };
};

/** @param isOurs whether this runner started it */
export const createJobEnds = (
  { engine, tell }: Driving,
  isOurs: (entry: SpoolEntry) => boolean,
): JobEnds => {
  const countLoss = createLossCount();
  const advised = new Set<string>();
  const empties = createEmpties(() => Date.parse(engine.now()));

  /** Once: whatever is tried again comes to the same trouble. */
  const advise = (entry: SpoolEntry, outcome: Outcome): void => {
    const advice = entry.job.agent === null ? null : adviceOn(entry.job.agent.name, outcome);
    if (advice === null || advised.has(advice)) return;
    advised.add(advice);
    tell({ is: "warning", text: advice });
  };

  const told = (
    entry: SpoolEntry,
    what: "adopted" | "finished" | "lost" | "stopped",
    note: string,
  ): void => tell({ is: "job", key: entry.job.job.key, what, note });

  const tellEnd = async (
    entry: SpoolEntry,
    outcome: Outcome,
    { is, stale }: Settled,
  ): Promise<void> => {
    if (outcome.is === "ended" && outcome.reason === "lost")
      told(entry, "lost", stale === undefined ? "its host died" : `its host died; ${stale}`);
    else if (is === "settled" && stale !== undefined) told(entry, "stopped", stale);
    else if (is === "settled") {
      const ending = await endingOf(engine.workspace, outcome);
      told(entry, isOurs(entry) ? "finished" : "adopted", ending);
      advise(entry, outcome);
    }
  };

  /** A check's beginning is no event: what this runner couldn't start it must not begin again at once. */
  const ownVoid = ({ exit, host, job: { runner } }: SpoolEntry): string | null =>
    host?.is === "void" && exit === null && runner.pid === engine.workspace.processes.self.pid
      ? host.why
      : null;

  return {
    restOf: empties.left,
    async report(entry, settled, life) {
      const { is, outcome, counted } = settled;
      if (is === "gone") return [];
      const why = ownVoid(entry);
      const faults = why === null ? [] : [unstartable(entry, why)];
      if (outcome === null) return faults;
      if (outcome.is === "unstarted") {
        // What earlier runners couldn't start is begun anew: what they named may be mended by now.
        const asks = is === "settled" && counted && aboutOf(entry.job.job)?.work === "base";
        if (entry.exit?.reason === "interrupted") told(entry, "stopped", outcome.why);
        else if (entry.exit !== null && isOurs(entry) && !asks)
          faults.push(unstartable(entry, outcome.why));
        return faults;
      }
      const empty = empties.ended(entry, outcome);
      if (empty !== null) tell({ is: "note", text: empty });
      await tellEnd(entry, outcome, settled);
      if (is === "settled" && !counted && entry.job.agent === null && life === "live")
        countLoss(entry);
      return faults;
    },
  };
};
