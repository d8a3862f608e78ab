// Why: what an agent is offered to take is the same over MCP and by hooks: checks and runs of their own are cairn's to begin.
import type { Job } from "./job.ts";

/** Of a job and how it stands: `claim` would give it to an agent. */
export const isClaimable = ({ is, job }: { readonly is: string; readonly job: Job }): boolean =>
  is === "ready" && job.kind === "agent" && job.child === undefined;
