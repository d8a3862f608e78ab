// Why: what a job is about is told to its agent, and never which kind of pass a confirmation is.
import { isRecord } from "../../../src/core/record.ts";
import type { Scene } from "../scene.ts";

export const aboutOf = ({ job }: Scene): Readonly<Record<string, unknown>> =>
  isRecord(job.job.about) ? job.job.about : {};
