// The files of a run: the state file and what stands refused.
import { refusedFile, refusedText } from "../../kit/edits/refused-edit.ts";
import type { Path, Recorded } from "../../core/row.ts";
import { stateText } from "./files/state-file.ts";
import { stateFile } from "./manifest.ts";
import type { StigmergyEvent } from "./events.ts";
import type { State } from "./state.ts";

/** Every file that the engine owns; documents and story files belong to their agents. */
export const write = (
  state: State,
  log: readonly Recorded<StigmergyEvent>[],
): Readonly<Record<Path, string>> => ({
  [stateFile]: stateText(state, log),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});
