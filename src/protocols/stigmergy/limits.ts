// Limits of stigmergy: lengths of names, texts and reports, numbers of files, epics and stories.

export const nameLimit = 200;
/** Characters of one text: a reason, a goal, a title. */
export const textLimit = 4_096;
/** Of an entry of the history. */
export const summaryLimit = 4_000;
export const filesLimit = 200;
/** Characters of all its paths together. */
export const pathsLimit = 64 * 1024;
/** Of an agent's report. */
export const reportLimit = 2_000;
export const epicsLimit = 100;
export const storiesLimit = 5_000;
export const criteriaLimit = 100;
export const checksLimit = 20;
/** Guidance of one subject, and characters of each. */
export const guidanceLimit = { texts: 5, characters: 4_096 } as const;
export const questionsLimit = 3;
/** Characters of unknown keys of one object. */
export const extrasLimit = 64 * 1024;
/** UTF-16 units of a state file that is read. */
export const fileLimit = 64 * 1024 * 1024;
/** Entries that one edit may add, and by how many it may be behind. */
export const editLimit = 200;
/** Times of entries that a reference of a report may name. */
export const recentLimit = 256;
export const concurrencyLimit = 8;
/** Void results in a row before they count as a strike. */
export const voidsLimit = 3;
/** Output of one process; what goes beyond it ends the process as flooded. */
export const outputBytes = 64 * 1024 * 1024;
/** Lines of a failure's output in the next brief, and of an exited process in its strike. */
export const failureLines = 200;
export const exitLines = 50;
/** Characters of them: a line may be as long as the whole output. */
export const exitCharacters = 16_384;
