// Writer of progress.md: what the ledger knows, and behind it what live passes wrote and nobody has read yet.
import type { Path, Recorded } from "../../../core/row.ts";
import type { IterativeEvent } from "../events.ts";
import type { State } from "../state.ts";
import { composed, loose } from "./pieces.ts";
import { renderedEntries } from "./progress/entries.ts";

export const progressFile: Path = "progress.md";

/** Kept entries stay verbatim at the end until their pass ends. */
export const progressText = (state: State, log: readonly Recorded<IterativeEvent>[]): string => {
  const { text } = renderedEntries(log, state.mode);
  const kept = state.units
    .flatMap(({ pass }) => pass?.entries ?? [])
    .map((entry) => entry.trimEnd());
  return composed(state, progressFile, [
    loose("#", "# Progress Log"),
    ...[text, ...kept].flatMap((part) => (part === "" ? [] : [loose("", part)])),
  ]);
};
