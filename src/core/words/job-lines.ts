// Lines about jobs for agents over MCP: claimable, waiting, under way.
import { isClaimable } from "../agents/claimable.ts";
import type { Job } from "../job.ts";
import { oneLine } from "./quote.ts";
import type { Lease } from "../row.ts";

type Is = "decision" | "ready" | "doubt" | "running" | "waiting";
/** A job, its state, and a reason if it isn't obvious. */
type Standing = {
  readonly job: Job;
  readonly is: Is;
  readonly lease: Lease | null;
  readonly why: string | null;
};

const order: readonly Is[] = ["decision", "ready", "doubt", "running", "waiting"];
const rank = (standing: Standing): number =>
  isClaimable(standing) ? -1 : order.indexOf(standing.is);

const about = ({ lease, why, job, is }: Standing): string => {
  if (is === "decision") return job.decision?.question ?? "";
  if (why !== null) return why;
  if (lease !== null) return `by ${lease.holder.name} until ${lease.until}`;
  if (job.child !== undefined) return "a run of its own";
  return job.kind === "check" ? "run by cairn" : "";
};

const line = (standing: Standing): string => {
  const { job, is } = standing;
  const what = isClaimable(standing)
    ? "may be claimed"
    : is === "decision"
      ? "waits for a person"
      : is;
  const subject = job.subject === job.key ? "" : oneLine(job.subject, 80);
  return [
    `${what}: ${job.key}`,
    is === "decision" ? "" : job.role,
    subject,
    oneLine(about(standing), 300),
  ]
    .filter((part) => part !== "")
    .join(" · ");
};

/** Available jobs come first, then active ones. */
export const jobLines = (standings: readonly Standing[]): readonly string[] =>
  standings.toSorted((one, other) => rank(one) - rank(other)).map(line);
