// Ignored paths of an iterative run: engine-written files count as no work, agents' own do.
import { refusedFile } from "../../kit/edits/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { State } from "./state.ts";
import { archiveFolder, home, place } from "./units.ts";

/** Files that the engine owns or others append to, relative to the run's folder. */
const own: readonly string[] = [
  "state.json",
  "brief.md",
  "context.md",
  "tasks.md",
  "plan.md",
  "progress.md",
  "guardrails.md",
  refusedFile,
];

/** For all runs here: another run's record changes during a gate without being work. Archived runs are never scanned. */
export const ignores = (state: Pick<State, "slug" | "archive">): readonly Path[] => [
  ...own.map((name) => `${place(state)}/${name}`),
  ...own.map((name) => `${home}/*/${name}`),
  ...(state.archive === null ? [archiveFolder] : []),
];
