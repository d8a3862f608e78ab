// Why: keys that this program doesn't know belong to somebody; each object gets its own back, after the known ones.
import { pointTo } from "../../../core/json.ts";
import type { Path } from "../../../core/row.ts";
import type { Extras, Found, State } from "../state.ts";
import { raw } from "./print.ts";
import type { Json, Ordered } from "./print.ts";

/**
 * Where unknown keys are kept: lists of things with names are stepped into by the name (a task's or an explorer's id), since an index moves with
 * every entry that comes or goes. Only the evidence log goes by index: it only grows.
 */
export const childPointer = (id: string): string => pointTo("/child_tasks", id);
export const explorerPointer = (id: string): string => pointTo("/explorers", id);
export const logPointer = (index: number): string => pointTo("/evidence_log", index);
/** `task`: the pointer of the task in its file. There is one entry a criterion at most, besides those that an adopted folder held. */
export const criterionPointer = (task: string, criteria: string): string => pointTo(`${task}/evidence`, `=${criteria}`);
export const foundPointer = (task: string, index: number): string => pointTo(`${task}/evidence`, `#${index}`);

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

type Entries = Extras["entries"];
type Known = readonly (readonly [string, Json])[];

/** An object of a file, by its pointer, with the unknown keys that were found there; `own`: those that it came with, where none were kept since. */
export type With = (pointer: string, known: Known, own?: Entries) => Ordered;

export const withExtras = (state: State, file: Path): With => {
  const here = new Map(state.extras.filter((extra) => extra.file === file).map((extra) => [extra.pointer, extra.entries]));
  return (pointer, known, own = []) => {
    const names = new Set(known.map(([key]) => key));
    const unknown = (here.get(pointer) ?? own).filter(([key]) => !names.has(key));
    return { entries: [...known, ...unknown.map(([key, text]) => [key, raw(text)] as const)] };
  };
};
