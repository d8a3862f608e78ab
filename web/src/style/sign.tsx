// Why: a sign without a word beside it is read out by its name, and is nothing to a reader where the word stands there.
import type { Mark } from "./mark.ts";

/** Without a word beside it (`alone`) the mark is read out by its name. */
export const Sign = ({
  of: { mark, tone, words },
  alone = false,
}: {
  readonly of: Mark;
  readonly alone?: boolean;
}) =>
  alone ? (
    <span className={`mark ${tone}`} role="img" aria-label={words} title={words}>
      {mark}
    </span>
  ) : (
    <span className={`mark ${tone}`} aria-hidden="true">
      {mark}
    </span>
  );
