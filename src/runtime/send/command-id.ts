// Random ids of unnamed commands, marked: ledgers need no duplicate lookup for them.

/** A prefix that named ids must not have. */
export const drawn = "~";

/** 110 random bits: unique across machines. */
export const commandId = (chance: (length: number) => string): string => drawn + chance(22);
