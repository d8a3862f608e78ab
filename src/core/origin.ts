// Origin of a child run: the id of the run that started it, `/`, and where in that run.

/** The run that started it; null: nobody's child. */
export const parentOf = (origin: string | null | undefined): string | null =>
  origin?.split("/", 1)[0] ?? null;
