// Recogniser of commit ids, full or short: names of branches move, so they do not count.

/** A git commit id, abbreviated or full; branch names are excluded because they move. */
export const isCommitId = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);
/** A full id of any of git's objects. */
export const isFullId = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(text);
