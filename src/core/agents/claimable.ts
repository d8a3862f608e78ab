// Rule for jobs that agents may claim over MCP and by hooks: no checks, no runs.
import type { Job } from "../job.ts";

/** Whether `job claim` would give this job to an agent. */
export const isClaimable = ({ is, job }: { readonly is: string; readonly job: Job }): boolean =>
  is === "ready" && job.kind === "agent" && job.child === undefined;
