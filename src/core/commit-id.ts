// Why: people and programs name commits in many ways; only an id names one for ever, and nothing else is waited or looked for.

/** Of git, shortened or full: names of branches move. */
export const isCommitId = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);
