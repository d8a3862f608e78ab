// Faults of jobs that could not be started, with what the operator can do about each.
import { Fault } from "../../core/refusal.ts";
import { unready } from "../../work/unready.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";

const agentHint = (why: string, run: string): string =>
  why.startsWith(unready)
    ? `mend what it lacks, then \`cairn run\` goes on; where \`setup\` in cairn.config.json is wrong itself, correct it for another run: this one tried it on its base, and keeps it (\`cairn cancel ${run}\`)`
    : "look at its argv in cairn.config.json, then `cairn run` goes on";

export const unstartable = ({ exit, job: { job, agent, run } }: SpoolEntry, why: string): Fault => {
  if (exit === null)
    return new Fault(
      "HOST_UNSTARTABLE",
      `${job.key}: ${why}`,
      "run `cairn run` again; if it stays so, `cairn host` with the job's spool folder shows what stops it",
    );
  return agent === null
    ? new Fault(
        "CHECK_UNSTARTABLE",
        `${job.key} could not be run: ${why}`,
        "mend what it names, then `cairn run` goes on",
      )
    : new Fault(
        "AGENT_UNSTARTABLE",
        `agent ${agent.name} for ${job.key}: ${why}`,
        agentHint(why, run),
      );
};
