// Types of an agent's messages during its job (question, note …), independent of the protocol.
import type { Job } from "./job.ts";
import type { Command } from "./command.ts";

/** What was done or found. `criterion`: its number, from 1. `command`, `path`: what anybody may run or read to see it. */
export type Noted = {
  readonly text: string;
  readonly criterion: number | null;
  readonly command: string | null;
  readonly path: string | null;
};

/** The command by which a job's holder says it; null: a job of this kind has none, and its report says it. Members are methods, as Protocol's are. */
export type Says<C extends Command = Command> = {
  /** A question to a person without whose answer the work can't go on; `options`: answers to choose from, if any. */
  ask(job: Job, text: string, options: readonly string[]): C | null;
  /** Kept for whoever looks at the run; proves nothing. */
  note(job: Job, noted: Noted): C | null;
};
