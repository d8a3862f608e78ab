// Ignored paths of an iterative run: engine-written files count as no work, agents' own do.
import { refusedFile } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { State } from "./state.ts";
import { archiveFolder, home, place } from "./units.ts";

/** Owned by the engine, or appended to: each as it lies in the run's folder. */
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

/** Of all runs here: another's record goes on while this one's gate runs, and is no work of anybody's. Runs that were put away are looked at by nobody. */
export const ignores = (state: Pick<State, "slug" | "archive">): readonly Path[] => [
  ...own.map((name) => `${place(state)}/${name}`),
  ...own.map((name) => `${home}/*/${name}`),
  ...(state.archive === null ? [archiveFolder] : []),
];
