// Why: what is under way, what may be claimed and what waits for a person is told in a line each, for readers that pay by the word.
import { isClaimable } from "../core/claimable.ts";
import { oneLine } from "../core/quote.ts";
import type { Standing } from "../runtime/system.ts";

const takers = (standing: Standing): string => {
  const { lease, why, job } = standing;
  if (why !== null) return oneLine(why);
  if (lease !== null) return `by ${oneLine(lease.holder.name)} until ${lease.until}`;
  if (job.child !== undefined) return "a run of its own";
  return job.kind === "check" ? "run by cairn" : "";
};

const question = ({ job }: Standing): string => `waits for a person: ${job.key}: ${oneLine(job.decision?.question ?? job.subject, 300)}`;

const line = (standing: Standing): string => {
  const { job, is } = standing;
  const what = isClaimable(standing) ? "may be claimed" : is;
  return [`${what}: ${job.key}`, job.role, oneLine(job.subject, 80), takers(standing)].filter((part) => part !== "").join(" · ");
};

/** Those that may be claimed first. */
export const jobLines = (standings: readonly Standing[]): readonly string[] => {
  const jobs = standings.filter(({ is }) => is !== "decision");
  return [
    ...jobs.filter(isClaimable).map(line),
    ...jobs.filter((one) => !isClaimable(one)).map(line),
    ...standings.filter(({ is }) => is === "decision").map(question),
  ];
};
