// Why: a command that nobody named needs an id that no other has, marked so that ledgers need not look for it when the next one comes.

/** What an id that somebody names may not begin with. */
export const drawn = "~";

/** 110 bits of chance: no two are equal, wherever they are made. */
export const commandId = (chance: (length: number) => string): string => drawn + chance(22);
