// Ids of commits and digests as people are told of them.

/** Enough of it to be typed back to git. */
export const shortId = (id: string): string => id.slice(0, 12);
