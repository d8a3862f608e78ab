// Limits of the iterative protocol: sizes of texts and briefs, number of units, tries, words of context.md.

/** Characters of one text: a reason, a note, a field of the brief. */
export const textLimit = 4_096;
export const taskLimit = 120;
export const slugLimit = 40;
export const titleLimit = 120;
export const unitsLimit = 200;
/** Consecutive failed attempts at a brief, a plan or a review before a person decides. */
export const deskTries = 3;
/** Maximum words of context.md. */
export const contextWords = 200;
export const guardrailsLimit = 100;
export const questionsLimit = 6;
/** Characters of unknown keys and blocks of one file. */
export const extrasLimit = 64 * 1024;
/** Maximum changed paths stored for a unit; beyond it, any path counts as changed. */
export const touchedLimit = 1_000;
/** Maximum changes listed in an event. */
export const changesLimit = 200;
/** Maximum contents stored for a unit. */
export const digestsLimit = 10;
/** Characters of a brief without the report's schema; the target is at most half. */
export const briefLimit = 2_000;
/** Characters of one entry of progress.md. */
export const entryLimit = 64 * 1024;
/** Characters kept of the last message. */
export const messageLimit = 32 * 1024;
/** UTF-16 units of state.json and the other documents, and of progress.md. */
export const documentLimit = 1024 * 1024;
export const progressLimit = 16 * 1024 * 1024;
/** Characters of a one-line reason in state.json. */
export const reasonLimit = 200;
/** Maximum stub lines named to verifier and reviewer. */
export const stubsLimit = 10;
/** Characters and lines of a red gate's output in progress.md. */
export const gateOutputLimit = 4_096;
export const gateOutputLines = 40;
/** Output of one process; more than that ends it as flooded. */
export const outputBytes = 64 * 1024 * 1024;
export const maxIterations = { least: 1, most: 100 } as const;
