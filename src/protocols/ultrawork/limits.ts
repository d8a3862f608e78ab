// Limits of ultrawork: durations, tries and sizes per kind of job.
import type { Limits } from "../../core/job.ts";

const minute = 60_000;
/** Output of one process; what goes beyond it ends the process as flooded. 1 MiB of it is kept. */
const bytes = 64 * 1024 * 1024;

/** Characters of one text in a command. */
export const textLimit = 16 * 1024;
/** Characters of one object's unknown keys in a file. */
export const extrasLimit = 64 * 1024;
/** Without another edit a task that was begun by hand is given up after this time. */
export const handLapseMs = 60 * minute;
/** Failures of an explorer before planning goes on without it. */
export const explorerTries = 2;
/** Failures of the planner, and of the verifier in one sweep, before somebody must decide. */
export const plannerTries = 3;
export const verifierTries = 3;
/** Times in a row that a model server turns the agents of one unit away, before somebody must say when they are tried again. */
export const troubleTries = 5;
/** The longest that a provider's word keeps them waiting: no known limit lasts longer, and what names a later day is a person's to judge. */
export const longestPauseMs = 8 * 24 * 60 * minute;
/** How long they wait after the `times`th: 30 s, 2, 8, 32 min. */
export const troublePauseMs = (times: number): number => 30_000 * 4 ** (times - 1);
/** Attempts at a task in all, however often it was taken up again; those that were turned away are none. */
export const mostAttempts = 10;
/** Checks of claimed tasks at once, where each has a checkout of its own. */
export const mostChecks = 4;
/** Tries of a check whose program cannot be started before that counts as not passed. */
export const checkTries = 3;
/** Void sweeps of one iteration before somebody must decide. */
export const sweepVoids = 3;

export const exploreLimits: Limits = { ms: 15 * minute, bytes, tries: explorerTries };
export const planLimits: Limits = { ms: 45 * minute, bytes, tries: plannerTries };
export const verifyLimits: Limits = { ms: 45 * minute, bytes, tries: verifierTries };
export const taskLimits = (tries: number): Limits => ({ ms: 60 * minute, bytes, tries });
/** `ms`: of all its checks together. */
export const checkLimits = (ms: number): Limits => ({ ms, bytes, tries: checkTries });
export const baselineLimits = (ms: number): Limits => ({ ms, bytes, tries: 1 });
export const baselineCheckMs = 2 * minute;
export const sealMs = minute;
/** Of a baseline whose failures say nothing. */
export const offBase = "not known: the tree wasn't the one that the run began on";
