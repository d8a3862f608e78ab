// Validation of ledger appends for all backends: version gaps or a foreign card throw at once.
import type { Card, Draft } from "../core/row.ts";

const wellFormed = (what: string, text: string | null): void => {
  if (text !== null && !text.isWellFormed())
    throw new TypeError(
      `append: ${what} holds a lone surrogate, which no database keeps; JSON texts escape it`,
    );
};

/** Throws TypeError unless the versions continue from `expected` without a gap and the card matches the last row. */
export const checkAppend = (
  run: string,
  expected: number,
  rows: readonly Draft[],
  card: Card,
): void => {
  if (!Number.isSafeInteger(expected) || expected < 0)
    throw new TypeError(
      `append: expected is ${expected}, not a version (0 or a whole number above)`,
    );
  let version = expected;
  let head = "";
  for (const row of rows) {
    version += 1;
    if (row.run !== run)
      throw new TypeError(`append: a row of run ${row.run} among those of ${run}`);
    if (row.version !== version)
      throw new TypeError(`append: version ${row.version} where ${version} follows`);
    wellFormed("data", row.data);
    wellFormed("by", row.by);
    wellFormed("cause", row.cause);
    wellFormed("type", row.type);
    head = row.hash;
  }
  if (rows.length === 0) throw new TypeError("append: no rows");
  if (card.run !== run || card.version !== version || card.head !== head)
    throw new TypeError(
      `append: the card of ${card.run} at version ${card.version} is not where these rows lead`,
    );
  wellFormed("run", run);
  wellFormed("root", card.root);
  wellFormed("place", card.place);
  wellFormed("origin", card.origin);
  wellFormed("phase", card.phase);
};

/** Whether the id may be sent again. Random ids (runtime/send/command-id.ts) begin with `~` and are never looked up. */
export const isNamed = (cause: string): boolean => !cause.startsWith("~");

/** The distinct named command ids of rows, in order; nearly always none or one. */
export const causes = (rows: readonly Draft[]): readonly string[] => {
  const first = rows[0]?.cause ?? "";
  const all = rows.every((row) => row.cause === first)
    ? [first]
    : [...new Set(rows.map((row) => row.cause))];
  return all.filter(isNamed);
};
