// The environment variables by which an agent's tools know the job that they work for.

/** The mark identifies processes of stopped jobs; the door is how a fenced job calls cairn, empty without a fence; the others identify the reporting job. */
export const jobVariables = [
  "CAIRN_ROOT",
  "CAIRN_LEDGER",
  "CAIRN_RUN",
  "CAIRN_JOB",
  "CAIRN_TOKEN",
  "CAIRN_MARK",
  "CAIRN_DOOR",
] as const;

/** Reserved for jobs; other sources of these variables are ignored. */
export const isOfJob = (name: string): boolean => jobVariables.some((own) => own === name);

/** Set in the environment of processes that cairn runs itself (a job's host, git, ps), never in a job's: a process below one is never taken for a person. */
export const ownVariable = "CAIRN_HOST";
export const ownSign: Readonly<Record<string, string>> = { [ownVariable]: "1" };
