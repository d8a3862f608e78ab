// Limits of stigmergy: lengths of names, texts and reports, numbers of files, epics and stories.

export const nameLimit = 200;
/** Characters of one text: a reason, a goal, a title. */
export const textLimit = 4_096;
/** Characters of a history entry. */
export const summaryLimit = 4_000;
export const filesLimit = 200;
/** Total characters of its paths. */
export const pathsLimit = 64 * 1024;
/** Characters of an agent's report. */
export const reportLimit = 2_000;
export const epicsLimit = 100;
export const storiesLimit = 5_000;
export const criteriaLimit = 100;
export const checksLimit = 20;
/** Guidance for one subject: number of texts, and characters of each. */
export const guidanceLimit = { texts: 5, characters: 4_096 } as const;
export const questionsLimit = 3;
/** Characters of unknown keys of one object. */
export const extrasLimit = 64 * 1024;
/** UTF-16 units of a state file to read. */
export const fileLimit = 64 * 1024 * 1024;
/** Maximum entries that one edit may add, and that its copy may be behind. */
export const editLimit = 200;
/** Recent entries that a report may refer to. */
export const recentLimit = 256;
export const concurrencyLimit = 8;
/** Consecutive void results before they count as a strike. */
export const voidsLimit = 3;
/** Output of one process; more than that ends it as flooded. */
export const outputBytes = 64 * 1024 * 1024;
/** Lines of a failure's output in the next brief, and of an exited process in its strike. */
export const failureLines = 200;
export const exitLines = 50;
/** Maximum characters of these lines: one line may be as long as the whole output. */
export const exitCharacters = 16_384;
