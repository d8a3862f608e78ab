// Backticks in text of the engine: which pieces of it are code.

export type Piece = { readonly code: boolean; readonly text: string };

/** A pair of backticks on one line encloses code; a single one is literal. */
export const splitCode = (text: string): readonly Piece[] =>
  text
    .split(/`([^`\n]+)`/u)
    .flatMap((part, index): readonly Piece[] =>
      part === "" ? [] : [{ code: index % 2 === 1, text: part }],
    );
