// The files of a run's folder: names, keys, headings and their order lie here, below files/ and in markdown/, nowhere else.
import { refusedFile, refusedText } from "../../kit/edits/refused-edit.ts";
import type { Path, Recorded } from "../../core/row.ts";
import { briefFile, briefText } from "./files/brief.ts";
import { contextFile, contextText } from "./files/context.ts";
import { guardrailsFile, guardrailsText } from "./files/guardrails.ts";
import { planFile, planText } from "./files/plan.ts";
import { progressFile, progressText } from "./files/progress.ts";
import { stateFile, stateText } from "./files/state-file.ts";
import type { IterativeEvent } from "./events.ts";
import type { State } from "./state.ts";

const whole = (
  state: State,
  log: readonly Recorded<IterativeEvent>[],
): Readonly<Record<Path, string>> => ({
  [stateFile]: stateText(state),
  [briefFile]: briefText(state),
  [planFile(state)]: planText(state),
  [contextFile]: contextText(state),
  [progressFile]: progressText(state, log),
  [guardrailsFile]: guardrailsText(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});

/** Every file that the engine owns, from the start until a person drops them; free folders belong to their agents. */
export const write = (
  state: State,
  log: readonly Recorded<IterativeEvent>[],
): Readonly<Record<Path, string>> => (state.filesDropped ? {} : whole(state, log));
