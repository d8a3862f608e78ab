// Types and helpers of work under kills, the same for all protocols.
import type { Chance } from "../sim/chance.ts";
import type { Texts } from "./alike.ts";
import type { Ground } from "./ground.ts";
import type { Entry } from "./told.ts";

/** Somebody who writes into the run's files while its runners die. */
export type Beside = {
  /** Takes down what stands on the disk. */
  readonly look: () => void;
  /** Ends it; how often it wrote. */
  readonly close: () => Promise<number>;
  /** What is wrong with the files of the ended run. */
  readonly findings: () => readonly string[];
};

export type Work = {
  readonly name: string;
  /** In a new folder below `under`; `program`: the launcher that is under test. */
  readonly layOut: (program: string, under: string, chance: Chance) => Promise<Ground>;
  /** What is typed to begin it. */
  readonly begin: (ground: Ground) => readonly string[];
  /** What is typed where the run waits for this question; throws where that may not be asked. */
  readonly answer: (run: string, key: string) => readonly string[];
  /** The phase of a run that came to its end. */
  readonly phase: string;
  /** Keys of the jobs that began, in their order; null: `judge` looks at the launches. */
  readonly begun: ((ledger: readonly Entry[]) => readonly string[]) | null;
  /** What the ledger may not tell. `lost`: so many hosts were killed, too. */
  readonly judge: (ledger: readonly Entry[], lost: number, ground: Ground) => readonly string[];
  /** Files of the run's folder that are its agents' own, whoever wrote them first. */
  readonly isAgents: (path: string) => boolean;
  /** Projected files that agents may write as well, by folder and name. */
  readonly isOutput: (path: string) => boolean;
  /** A runner that lives undisturbed makes about as many changes of the disk; not said: none dies of one. */
  readonly mostWrites?: number;
  readonly beside?: (ground: Ground, chance: Chance) => Beside;
  /** The run's files without what may differ between two runs of the same work. */
  readonly alike?: (texts: Texts) => Texts;
};

export const textOf = (entry: Entry, field: string): string => String(entry.data[field]);
export const doubles = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
/** Whatever came of it came of these last words. */
export const unended = (ledger: readonly Entry[]): readonly string[] =>
  ledger.at(-1)?.type === "RunCompleted"
    ? []
    : [`the last event is ${ledger.at(-1)?.type ?? "none"}, not RunCompleted`];
