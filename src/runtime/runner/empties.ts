// Pauses for an agent that repeatedly ends at once without a result.
import type { Outcome } from "../../core/job.ts";
import { aboutOf } from "../../landing/about.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";

/** A longer silence means that the agent tried something. */
const quickMs = 10_000;
const firstMs = 1_000;
const longestMs = 60_000;

export type Empties = {
  /** Counts how an attempt ended; returns a sentence about its agent's pause, if any. */
  ended(entry: SpoolEntry, outcome: Outcome): string | null;
  /** How many ms the agent still pauses; 0: it may begin. */
  left(agent: string): number;
};

/** Whether it ended by itself and quickly, without a report, message or change; a mender gives no report. */
const isEmpty = ({ exit, job: { job } }: SpoolEntry, outcome: Outcome): boolean =>
  outcome.is === "ended" &&
  outcome.reason === "exit" &&
  outcome.found === "none" &&
  aboutOf(job)?.work !== "mend" &&
  outcome.tree.changed.length === 0 &&
  outcome.tree.commits.length === 0 &&
  outcome.fault === null &&
  outcome.message.trim() === "" &&
  (outcome.errors ?? "") === "" &&
  !(outcome.done === "exit" && outcome.exit === 0) &&
  (exit?.ms ?? quickMs) < quickMs;

/** @param now in ms */
export const createEmpties = (now: () => number): Empties => {
  const rests = new Map<
    string,
    { readonly times: number; readonly since: number; readonly until: number }
  >();
  return {
    ended(entry, outcome) {
      const { agent, at } = entry.job;
      if (agent === null) return null;
      if (!isEmpty(entry, outcome)) {
        rests.delete(agent.name);
        return null;
      }
      const before = rests.get(agent.name);
      // Concurrent attempts count once.
      if (before !== undefined && Date.parse(at) < before.since) return null;
      const times = (before?.times ?? 0) + 1;
      const pause = Math.min(longestMs, firstMs * 2 ** (times - 1));
      rests.set(agent.name, { times, since: now(), until: now() + pause });
      const again = times === 1 ? "" : ` ${times} times in a row`;
      return `agent ${agent.name} ended at once with nothing${again}: it begins again after ${pause / 1_000} s at the soonest`;
    },
    left: (agent) => Math.max(0, (rests.get(agent)?.until ?? 0) - now()),
  };
};
