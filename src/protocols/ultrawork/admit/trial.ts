// Why: an edit of a session's files is tried on a copy; what is refused of it is told with the deepest place in the file that is there.
import type { Apply } from "../../../core/admission.ts";
import { atPointer, type JsonNode, placeOf } from "../../../core/json.ts";
import { type Refusal, refuseAll } from "../../../core/refusal.ts";
import type { Path, Time } from "../../../core/row.ts";
import { trial } from "../../../core/trial.ts";
import { decide } from "../decider.ts";
import { evolve } from "../evolve.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";

export type Edited = { readonly path: Path; readonly text: string; readonly root: JsonNode };

/** A command's own pointers begin with the field that holds what stands in the file. */
const within = (pointer: string | undefined): string =>
  (pointer ?? "").replace(/^\/(?:task|changes)(?=\/|$)/u, "");

const placed = ({ path, text, root }: Edited, at: string, refusal: Refusal): Refusal => {
  let pointer = `${at}${within(refusal.pointer)}`;
  let node = atPointer(root, pointer);
  while (node === null && pointer !== "") {
    pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    node = atPointer(root, pointer);
  }
  return { ...refusal, path, pointer, ...placeOf(text, node?.at ?? 0) };
};

/** `at`: when it is asked. */
export const applyTo = (edited: Edited, at: Time): Apply<State, UltraworkCommand> =>
  trial<State, UltraworkCommand, UltraworkEvent>({ decide, evolve }, at, (refused, asked) => {
    const all = (refused.more ?? [refused])
      .slice(0, 20)
      .map((one) => placed(edited, asked.at, one));
    return refuseAll(all) ?? refused;
  });
