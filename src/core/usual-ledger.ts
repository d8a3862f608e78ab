// The address of a repository's default ledger.

/** @param home the folder of its record, absolute */
export const usualLedger = (home: string): string => `sqlite:${home}/ledger.db`;
