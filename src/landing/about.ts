// Subject of a job of the frame, which distinguishes it from a protocol's jobs.
import type { Job } from "../core/job.ts";
import { isRecord } from "../core/json/record.ts";

const kinds = ["mend", "trial", "stuck", "base", "red", "final", "unproved"] as const;

/** `job`: the original job of the protocol that the frame runs again. */
export type About = {
  readonly work: (typeof kinds)[number];
  readonly unit: string;
  readonly commit: string;
  readonly job?: unknown;
};
const isKind = (work: unknown): work is About["work"] => kinds.some((kind) => kind === work);

export const aboutOf = ({ about }: Pick<Job, "about">): About | null => {
  if (!isRecord(about)) return null;
  const { work, unit, commit, job } = about;
  return isKind(work) && typeof unit === "string" && typeof commit === "string"
    ? { work, unit, commit, job }
    : null;
};

/** Begins the reason of a job that never started because its folder couldn't be prepared. */
export const unready = "its folder couldn't be made ready";
