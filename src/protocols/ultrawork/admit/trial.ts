// Why: what an edit asks is decided by the rules themselves, on a copy, so that a hand is refused what anybody would be refused.
import { atPointer, placeOf } from "../../../core/json.ts";
import type { JsonNode } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Path, Time } from "../../../core/row.ts";
import type { Apply } from "../../../core/admission.ts";
import { decide } from "../decider.ts";
import { fold } from "../decider/step.ts";
import type { UltraworkCommand } from "../messages.ts";
import type { State } from "../state.ts";

export type Edited = { readonly path: Path; readonly text: string; readonly root: JsonNode };

/** A command's own pointers begin with the field that holds what stands in the file. */
const within = (pointer: string | undefined): string => (pointer ?? "").replace(/^\/(?:task|changes)(?=\/|$)/u, "");

/** The deepest place that is there. */
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
export const applyTo =
  (edited: Edited, at: Time): Apply<State, UltraworkCommand> =>
  (state, asked) => {
    const by = { kind: "file", name: asked.by ?? "by hand" } as const;
    const stamp = { at: at < state.updatedAt ? state.updatedAt : at, by };
    const events = decide(state, asked.command, stamp);
    if (!isRefusal(events)) return { state: fold(state, events, stamp) };
    const all = (events.more ?? [events]).slice(0, 20).map((one) => placed(edited, asked.at, one));
    const [first] = all;
    return first === undefined ? events : all.length === 1 ? first : { ...first, more: all };
  };
