// Sign, colour and word of a run's state.
import { type Look, type RunState, runStates } from "../../../src/core/words/states.ts";

export const runLook = ({ state }: { readonly state: RunState }): Look => ({
  ...runStates[state],
  word: state,
});
