// Types of the survey of a working tree: folders of runs not yet adopted, stale lists.
import type { Ailment } from "./dialect.ts";
import type { Ask, Facts } from "./facts.ts";
import type { Path } from "./row.ts";

/** A folder that looks like a run's: its path from the root, what its main file holds (null: unreadable), and whether a run has it. */
export type FoundPlace = {
  readonly path: Path;
  readonly text: string | null;
  readonly known: boolean;
};

export type SurveyPlace = {
  readonly folder: Path;
  readonly file: Path;
  readonly name?: string;
  /** Where other programs keep files of that name, too: whether this text could be taken over. */
  readonly isOurs?: (text: string) => boolean;
};

/** Pure; the engine reads what it asks for. `runs`: the states of the protocol's own runs in this working tree. */
export type Survey<S> = {
  /** Where folders of runs lie, from the root (empty: in it), and the file by which they are known. `name`: of those there only this one counts. */
  readonly places: readonly SurveyPlace[];
  ask(runs: readonly S[]): Ask;
  ails(runs: readonly S[], places: readonly FoundPlace[], facts: Facts): readonly Ailment[];
};
