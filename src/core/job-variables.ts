// The environment variables by which an agent's tools know the job that they work for.

/** The mark is what stopped jobs are swept by; the door is how cairn is asked from inside a fence, empty without one; the others say whose report it is. */
export const jobVariables = [
  "CAIRN_ROOT",
  "CAIRN_LEDGER",
  "CAIRN_RUN",
  "CAIRN_JOB",
  "CAIRN_TOKEN",
  "CAIRN_MARK",
  "CAIRN_DOOR",
] as const;

/** A job's own, whatever is said of it elsewhere. */
export const isOfJob = (name: string): boolean => jobVariables.some((own) => own === name);

/** Stands in the environment of what cairn runs of its own accord (a job's host, git, ps), and in no job's: a process below it is never taken for a person. */
export const ownVariable = "CAIRN_HOST";
export const ownSign: Readonly<Record<string, string>> = { [ownVariable]: "1" };
