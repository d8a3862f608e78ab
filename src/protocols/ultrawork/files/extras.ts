// Pointers of unknown keys' objects in ultrawork files, stable when lists change.
import { pointTo } from "../../../core/json.ts";
import type { Found } from "../state.ts";

/**
 * Where unknown keys are kept: lists of things with names are stepped into by the name (a task's or an explorer's id), since an index moves with
 * every entry that comes or goes. Only the evidence log goes by index: it only grows.
 */
export const childPointer = (id: string): string => pointTo("/child_tasks", id);
export const explorerPointer = (id: string): string => pointTo("/explorers", id);
export const logPointer = (index: number): string => pointTo("/evidence_log", index);
/** `task`: the pointer of the task in its file. There is one entry a criterion at most, besides those that an adopted folder held. */
export const criterionPointer = (task: string, criteria: string): string =>
  pointTo(`${task}/evidence`, `=${criteria}`);
export const foundPointer = (task: string, index: number): string =>
  pointTo(`${task}/evidence`, `#${index}`);

/** The pointer of an evidence entry as it stands in a file. */
export const evidencePointer = (task: string, found: readonly Found[], entry: Found): string => {
  const index = found.findIndex(
    (one) =>
      one.criteria === entry.criteria &&
      one.command === entry.command &&
      one.output === entry.output &&
      one.verified === entry.verified &&
      one.timestamp === entry.timestamp,
  );
  return index < 0 ? criterionPointer(task, entry.criteria) : foundPointer(task, index);
};
