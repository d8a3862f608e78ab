// Waits of agents that their model server turned away: until the end of a limit, or for a person where the login is refused.
import { faultHelp, faultWords, turnedWords } from "../../core/agent-fault.ts";
import type { Outcome } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";

export type TurnedAway = {
  /** Notes how an attempt ended; returns a sentence about its agent's wait, if any. */
  ended(entry: SpoolEntry, outcome: Outcome): Promise<string | null>;
  /** Milliseconds until the agent may begin; 0: now. */
  left(agent: string): Promise<number>;
  /** Why only a person can let it begin; null: it may. */
  held(agent: string): string | null;
};

export const createTurnedAway = ({
  workspace,
  now,
}: Pick<Engine, "workspace" | "now">): TurnedAway => {
  /** Forgotten with this runner: the next one tries whether the login is mended. */
  const logins = new Map<string, string>();
  return {
    async ended({ job: { agent } }, outcome) {
      if (agent === null) return null;
      // The protocol counts it or asks; the warning about it says what helps.
      if (outcome.is === "ended" && outcome.found !== "one" && outcome.fault?.kind === "auth")
        logins.set(
          agent.name,
          `agent ${agent.name}: ${faultWords.auth}: ${faultHelp.auth}; then \`cairn run\` goes on`,
        );
      if (outcome.is !== "unstarted" || outcome.turned?.retryAt === undefined) return null;
      const [words, until] = [turnedWords(outcome.turned), outcome.turned.retryAt];
      await workspace.park(agent.name, now(), { until, why: words });
      return `agent ${agent.name}: ${words}: it begins again then, which costs no try`;
    },
    async left(agent) {
      const until = (await workspace.parked(now()))[agent]?.until;
      return until === undefined ? 0 : Math.max(0, Date.parse(until) - Date.parse(now()));
    },
    held: (agent) => logins.get(agent) ?? null,
  };
};
