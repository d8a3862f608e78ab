// Sign of a state, alone or in a badge with its word.
import { type Look, type RunState, runStates } from "../../../src/core/words/states.ts";

/** Without a word beside it (`alone`) screen readers read the sign's name. */
export const Sign = ({
  of: { sign, shade, word },
  alone = false,
}: {
  readonly of: Look;
  readonly alone?: boolean;
}) => (
  <span
    className={`mark ${shade}`}
    {...(alone ? { role: "img", "aria-label": word, title: word } : { "aria-hidden": true })}
  >
    {sign}
  </span>
);

export const Badge = ({ of, past = false }: { readonly of: Look; readonly past?: boolean }) => (
  <span className={`badge ${of.shade}`}>
    <Sign of={of} /> {past ? `was ${of.word}` : of.word}
  </span>
);

export const runLook = ({ state }: { readonly state: RunState }): Look => ({
  ...runStates[state],
  word: state,
});
