// Types of the survey of a working tree: folders of runs not yet adopted, stale lists.
import type { Diagnostic } from "./dialect.ts";
import type { Ask, Facts } from "./facts.ts";
import type { Path } from "./row.ts";
import type { RunFolders } from "./run-folders.ts";

/** A folder that looks like a run's: its path relative to the root, its main file's text (null if unreadable), and whether a run owns it. */
export type FoundPlace = {
  readonly path: Path;
  readonly text: string | null;
  readonly known: boolean;
};

export type SurveyPlace = RunFolders & {
  /** Whether this text could be adopted, if other programs use the same file name. */
  readonly isOurs?: (text: string) => boolean;
};

/** Pure; the engine reads what it requests. `runs`: states of the protocol's own runs in this working tree. */
export type Survey<S> = {
  /** The protocol's folders (run-folders.ts), with the judge of files whose name others use, too. */
  readonly places: readonly SurveyPlace[];
  ask(runs: readonly S[]): Ask;
  find(runs: readonly S[], places: readonly FoundPlace[], facts: Facts): readonly Diagnostic[];
};
