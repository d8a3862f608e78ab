// Why: an agent's tools know the job that they work for by these variables alone, so whoever hands them on must name the same ones.

/** The mark is what stopped jobs are swept by; the others say whose report it is. */
export const jobVariables = ["CAIRN_ROOT", "CAIRN_LEDGER", "CAIRN_RUN", "CAIRN_JOB", "CAIRN_TOKEN", "CAIRN_MARK"] as const;

/** A job's own, whatever is said of it elsewhere. */
export const isOfJob = (name: string): boolean => jobVariables.some((own) => own === name);

/** Stands in the environment of the process that hosts a job, and in no job's. */
export const hostVariable = "CAIRN_HOST";
