// Why: how something stands is told by a sign and a word beside its colour, by the same table as in the terminal.
import {
  type RunState,
  runStates,
  type Shade,
  type UnitState,
  unitStates,
} from "../../../src/core/state-words.ts";

export type Tone = Shade;
/** How something stands: its mark, its colour, and what it is called. */
export type Mark = { readonly mark: string; readonly tone: Tone; readonly words: string };

export const unitMark = (state: UnitState): Mark => {
  const { sign, shade, word } = unitStates[state];
  return { mark: sign, tone: shade, words: word };
};

export const runMark = (state: RunState, archived = false): Mark => {
  const { sign, shade } = runStates[state];
  return { mark: sign, tone: shade, words: archived ? `${state}, archived` : state };
};
