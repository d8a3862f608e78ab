// Sign, colour and word of a run's state.
import { type Look, type RunState, runStates } from "../../../src/core/words/states.ts";

export const runLook = ({
  state,
  life,
}: {
  readonly state: RunState;
  readonly life: string;
}): Look => ({ ...runStates[state], word: life === "archived" ? `${state}, archived` : state });
