// Reader of an iterative job's subject for its simulated agent, without the kind of pass.
import { isRecord } from "../../../src/core/json/record.ts";
import type { Scene } from "../scene.ts";

export const aboutOf = ({ job }: Scene): Readonly<Record<string, unknown>> =>
  isRecord(job.job.about) ? job.job.about : {};
