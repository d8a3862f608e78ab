// Recogniser of commit ids, full or short: names of branches move, so they do not count.

/** Of git, shortened or full: names of branches move. */
export const isCommitId = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);
