// Why: how long each kind of job may take follows from the run's own settings.
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
