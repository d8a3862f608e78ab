// Check job of the frame itself, in a clean checkout of a commit.
import type { Check, Job } from "../core/job.ts";
import type { About } from "./about.ts";
import { trialLimits } from "./limits.ts";

export const checkJob = (
  key: string,
  about: About,
  checks: readonly Check[],
  paused: boolean,
): Job => {
  const ms = checks.reduce((sum, check) => sum + ("ms" in check ? check.ms : 60_000), 60_000);
  return {
    key,
    about,
    subject: about.unit,
    kind: "check",
    role: "engine",
    why: paused ? "paused" : null,
    begun: false,
    writes: "nothing",
    reads: [],
    limits: { ...trialLimits, ms },
    doubt: "retry",
    checks,
  };
};
