// Filter of the ledger tab: null and "" match anything.

export type Sieve = {
  readonly type: string | null;
  readonly by: string | null;
  readonly about: string | null;
  readonly words: string;
};

/** Whether there is no filter. */
export const isOpen = ({ type, by, about, words }: Sieve): boolean =>
  type === null && by === null && about === null && words === "";
