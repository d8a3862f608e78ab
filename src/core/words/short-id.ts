// Ids of commits and digests as people are told of them.

/** Long enough to use with git. */
export const shortId = (id: string): string => id.slice(0, 12);
