// Limits of the iterative protocol: sizes of texts and briefs, number of units, tries, words of context.md.

/** Characters of one text: a reason, a note, a field of the brief. */
export const textLimit = 4_096;
export const taskLimit = 120;
export const slugLimit = 40;
export const titleLimit = 120;
export const unitsLimit = 200;
/** Attempts at a brief, a plan or a review that came to nothing, in a row, before a person goes on. */
export const deskTries = 3;
/** Words of context.md: from here on it is too long. */
export const contextWords = 200;
export const guardrailsLimit = 100;
export const questionsLimit = 6;
/** Characters of unknown keys and blocks of one file. */
export const extrasLimit = 64 * 1024;
/** Paths that a unit remembers to have touched; beyond it any counts. */
export const touchedLimit = 1_000;
/** Changes that an event lists. */
export const changesLimit = 200;
/** Contents that a unit remembers. */
export const digestsLimit = 10;
/** Characters of a brief without the report's schema; the most that is aimed at is half. */
export const briefLimit = 2_000;
/** Characters of one entry of progress.md. */
export const entryLimit = 64 * 1024;
/** Characters of the last message that are kept. */
export const messageLimit = 32 * 1024;
/** UTF-16 units of state.json and the other documents, and of progress.md. */
export const documentLimit = 1024 * 1024;
export const progressLimit = 16 * 1024 * 1024;
/** A reason in state.json: one line of so many characters. */
export const reasonLimit = 200;
/** Stub lines that are named to verifier and reviewer. */
export const stubsLimit = 10;
/** Characters of a red gate's output in progress.md, and its lines. */
export const gateOutputLimit = 4_096;
export const gateOutputLines = 40;
/** Output of one process; what goes beyond it ends the process as flooded. */
export const outputBytes = 64 * 1024 * 1024;
export const maxIterations = { least: 1, most: 100 } as const;
