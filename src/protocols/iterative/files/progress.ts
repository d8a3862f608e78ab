// Writer of progress.md: the ledger's entries, followed by unread entries of live passes.
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
