// Common view of a session folder and of a single document, for the check rules.
import type { Remarks } from "../../../core/remarks.ts";
import type { Seen } from "../read/folder.ts";
import type { MergedAll } from "../read/merge.ts";
import type { SeenTask } from "../read/task.ts";

export type Judged = {
  readonly seen: Seen;
  readonly all: MergedAll;
  /** The texts that count, verify among them. */
  readonly tasks: readonly SeenTask[];
  /** Every task of the run is known: blockers and verify can be asked for. */
  readonly whole: boolean;
  readonly notes: Remarks;
};
export type Rule = (judged: Judged) => void;

export const isVerify = ({ all }: Judged, task: SeenTask): boolean => task === all.verify?.task;
/** A whole task was let go by a person: what waits for it may go on. */
export const isWaived = ({ seen }: Judged, id: string): boolean =>
  seen.session?.log.some(
    ({ task, criteria, text }) =>
      task === id && criteria === "" && /"content": ?"\[waived by /u.test(text),
  ) === true;
