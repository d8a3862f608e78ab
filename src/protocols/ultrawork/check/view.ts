// Common view of a session folder and of a single document, for the check rules.
import type { Remarks } from "../../../core/remarks.ts";
import type { RunFiles } from "../read/folder.ts";
import type { MergedAll } from "../read/merge.ts";
import type { SeenTask } from "../read/task.ts";

export type CheckInput = {
  readonly seen: RunFiles;
  readonly all: MergedAll;
  /** The tasks that count, including verify. */
  readonly tasks: readonly SeenTask[];
  /** All tasks of the run are known, so blockers and verify can be checked. */
  readonly whole: boolean;
  readonly notes: Remarks;
};
export type Rule = (judged: CheckInput) => void;

export const isVerify = ({ all }: CheckInput, task: SeenTask): boolean => task === all.verify?.task;
/** A person waived the whole task, so its dependants may continue. */
export const isWaived = ({ seen }: CheckInput, id: string): boolean =>
  seen.session?.log.some(
    ({ task, criteria, text }) =>
      task === id && criteria === "" && /"content": ?"\[waived by /u.test(text),
  ) === true;
