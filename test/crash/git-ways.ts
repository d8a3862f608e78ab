// How a process may end at a call of git.
/** before: git is never started. during: it goes on by itself. with: it is killed, too. after: it has ended, and nobody hears what it said. */
export const ways = ["before", "during", "with", "after"] as const;
export type Way = (typeof ways)[number];
