// Limits of ultrawork: durations, tries and sizes per kind of job.
import type { Limits } from "../../core/job.ts";

const minute = 60_000;
/** Output of one process; more than that ends it as flooded. 1 MiB of it is kept. */
const bytes = 64 * 1024 * 1024;

/** Characters of one text in a command. */
export const textLimit = 16 * 1024;
/** Characters of one object's unknown keys in a file. */
export const extrasLimit = 64 * 1024;
/** A task started by hand is given up after this time without another edit. */
export const handLapseMs = 60 * minute;
/** Failures of an explorer before planning continues without it. */
export const explorerTries = 2;
/** Failures of the planner, and of the verifier in one sweep, before a person decides. */
export const plannerTries = 3;
export const verifierTries = 3;
/** Consecutive refusals by a model server for one unit before a person decides on further attempts. */
export const troubleTries = 5;
/** Longest wait that a provider can request: known limits are shorter, and a person decides about later dates. */
export const longestPauseMs = 8 * 24 * 60 * minute;
/** Wait after a number of refusals: 30 s, 2, 8, 32 min. */
export const troublePauseMs = (times: number): number => 30_000 * 4 ** (times - 1);
/** Maximum attempts at a task in total, including after reopening; refused attempts don't count. */
export const mostAttempts = 10;
/** Parallel checks of claimed tasks with checkouts of their own. */
export const mostChecks = 4;
/** Attempts to start a check's program before it counts as not passed. */
export const checkTries = 3;
/** Void sweeps of one iteration before a person decides. */
export const sweepVoids = 3;

export const exploreLimits: Limits = { ms: 15 * minute, bytes, tries: explorerTries };
export const planLimits: Limits = { ms: 45 * minute, bytes, tries: plannerTries };
export const verifyLimits: Limits = { ms: 45 * minute, bytes, tries: verifierTries };
export const taskLimits = (tries: number): Limits => ({ ms: 60 * minute, bytes, tries });
/** @param ms limit of all its checks together */
export const checkLimits = (ms: number): Limits => ({ ms, bytes, tries: checkTries });
export const baselineLimits = (ms: number): Limits => ({ ms, bytes, tries: 1 });
export const baselineCheckMs = 2 * minute;
export const sealMs = minute;
/** Note of a baseline whose failures are meaningless. */
export const offBase = "not known: the tree wasn't the one that the run began on";
