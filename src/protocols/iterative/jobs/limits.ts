// Time limits of each kind of job, from the run's settings.
import type { Job } from "../../../core/job.ts";
import { deskTries, outputBytes } from "../limits.ts";
import type { State } from "../state.ts";

const minute = 60_000;
type Minutes = State["settings"]["minutes"];

export const limitsOf = (
  { settings }: State,
  which: keyof Minutes,
  tries: number = deskTries,
): Job["limits"] => ({ ms: settings.minutes[which] * minute, bytes: outputBytes, tries });
export const archiveLimits: Job["limits"] = { ms: minute, bytes: outputBytes, tries: deskTries };
