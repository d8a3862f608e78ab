// Rule for jobs that agents may claim over MCP: no checks, no runs.
import type { Job } from "../job.ts";
import type { Lease } from "../row.ts";

type Stands = { readonly is: string; readonly job: Job; readonly lease: Lease | null };

/** Whether `job claim` would give this job to an agent. */
export const isClaimable = ({ is, job, lease }: Stands): boolean =>
  is === "ready" && lease === null && job.kind === "agent" && job.child === undefined;
