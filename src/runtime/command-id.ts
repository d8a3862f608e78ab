// Random ids of unnamed commands, marked: ledgers need no duplicate lookup for them.

/** What an id that somebody names may not begin with. */
export const drawn = "~";

/** 110 bits of chance: no two are equal, wherever they are made. */
export const commandId = (chance: (length: number) => string): string => drawn + chance(22);
