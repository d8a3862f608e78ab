// Why: what is worked on while runners die, and what must come of it, is told by its protocol; how they die is the same for all.
import type { Ground } from "./ground.ts";
import type { Entry } from "./told.ts";

export type Work = {
  readonly name: string;
  /** In a new folder below `under`; `program`: the launcher that is under test. */
  readonly layOut: (program: string, under: string) => Promise<Ground>;
  /** What is typed to begin it. */
  readonly begin: (ground: Ground) => readonly string[];
  /** What is typed where the run waits for this question; throws where that may not be asked. */
  readonly answer: (run: string, key: string) => readonly string[];
  /** The phase of a run that came to its end. */
  readonly phase: string;
  /** Nodes that end by their agents' word, so that nothing proves them. */
  readonly unproved: number;
  /** Keys of the jobs that began, in their order. */
  readonly begun: (ledger: readonly Entry[]) => readonly string[];
  /** What the ledger may not tell. `lost`: hosts were killed, too. */
  readonly judge: (ledger: readonly Entry[], lost: boolean, ground: Ground) => readonly string[];
  /** Files of the run's folder that are its agents' own, whoever wrote them first. */
  readonly isAgents: (path: string) => boolean;
  /** Projected files that agents may write as well, by folder and name. */
  readonly isOutput: (path: string) => boolean;
};

export const textOf = (entry: Entry, field: string): string => String(entry.data[field]);
export const doubles = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
/** Whatever came of it came of these last words. */
export const unended = (ledger: readonly Entry[]): readonly string[] =>
  ledger.at(-1)?.type === "RunCompleted" ? [] : [`the last event is ${ledger.at(-1)?.type ?? "none"}, not RunCompleted`];
