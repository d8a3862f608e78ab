// Types of an agent's messages during its job (question, note …), independent of the protocol.
import type { Job } from "../job.ts";
import type { Command } from "../command.ts";

/** A note on work or a finding. `criterion`: its number, from 1. `command`, `path`: what to run or read to confirm it. */
export type Noted = {
  readonly text: string;
  readonly criterion: number | null;
  readonly command: string | null;
  readonly path: string | null;
};

/** Commands for a job's holder to communicate during the job; null if this kind of job only has its report. Methods, as in Protocol. */
export type Says<C extends Command = Command> = {
  /** A question to a person that blocks the work. `options`: suggested answers, if any. */
  ask(job: Job, text: string, options: readonly string[]): C | null;
  /** A note for readers of the run; proves nothing. */
  note(job: Job, noted: Noted): C | null;
};
