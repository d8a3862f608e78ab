// Pointers of unknown keys' objects in ultrawork files, stable when lists change.
import { pointTo } from "../../../core/json.ts";

/**
 * Named items are addressed by name (a task's or an explorer's id), because indexes change with insertions and
 * deletions. The evidence log and found evidence use indexes, because they only grow or stay as they are.
 */
export const childPointer = (id: string): string => pointTo("/child_tasks", id);
export const explorerPointer = (id: string): string => pointTo("/explorers", id);
export const logPointer = (index: number): string => pointTo("/evidence_log", index);
/**
 * Each criterion has at most one entry, in addition to those of an adopted folder.
 * @param task pointer of the task in its file
 * @param criteria "" for the verdict
 */
export const criterionPointer = (task: string, criteria: string): string =>
  pointTo(`${task}/evidence`, `=${criteria}`);
export const foundPointer = (task: string, index: number): string =>
  pointTo(`${task}/evidence`, index);
