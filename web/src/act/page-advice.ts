// What to do on this page after a refusal, by its code: the server's own advice names commands of the terminal.

/** null: the form or the list beside it shows what to do. */
const byCode: ReadonlyMap<string, string | null> = new Map([
  ["BUDGET_NONE", "Set a budget first: “Set budget” among the actions."],
  ["JOB_HELD", "The task shows who is at work on it."],
  ["JOB_IDLE", null],
  ["JOB_UNKNOWN", null],
  ["JOB_UNREADY", "It starts once what it waits for is done and a runner is at work."],
  ["OPTION_INVALID", null],
  ["OPTION_UNKNOWN", null],
  ["PLACES_DROPPED", "The Ledger tab shows what happened."],
  ["REASON_MISSING", "Say why, in your own words."],
  ["RUN_ARCHIVED", "Unarchive it first, where that is among the actions. Otherwise start another run."],
  ["RUN_OVER", "Reopen it first, where that is among the actions. Otherwise start another run."],
  ["RUN_PAUSED", "Resume it first."],
  ["RUN_UNKNOWN", "The Runs page lists all runs."],
  ["RUNNER_UNSTARTED", null],
  ["UNIT_DONE", "Reopen it first, among the actions."],
]);

/** `fits`: the server's advice, which stands where this page knows none of its own. */
export const pageAdvice = (code: string, fits: string | null | undefined): string | null => {
  const own = byCode.get(code);
  return own === undefined ? (fits ?? null) : own;
};
