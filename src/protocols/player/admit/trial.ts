// Why: what an edit asks is decided by the rules themselves, on a copy, so that a hand is refused what anybody would be refused.
import type { Apply } from "../../../core/admission.ts";
import { atPointer, placeOf } from "../../../core/json.ts";
import type { JsonNode } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Path, Time } from "../../../core/row.ts";
import { decide } from "../decider.ts";
import { fold } from "../decider/step.ts";
import type { PlayerCommand } from "../messages.ts";
import type { State } from "../state.ts";

export type Edited = { readonly path: Path; readonly text: string; readonly root: JsonNode };

/** A command's own pointers name its fields, which are none of the file's. */
const placed = ({ path, text, root }: Edited, at: string, refusal: Refusal): Refusal => ({
  ...refusal,
  path,
  pointer: at,
  ...placeOf(text, atPointer(root, at)?.at ?? 0),
});

/** `root`: as the door fills it in, too. */
const filled = (command: PlayerCommand, root: string): PlayerCommand =>
  command.type === "ChangeContext" ? { type: "ChangeContext", data: { ...command.data, root } } : command;

/** `at`: when it is asked. */
export const applyTo =
  (edited: Edited, at: Time, root: string): Apply<State, PlayerCommand> =>
  (state, asked) => {
    const stamp = { at: at < state.updatedAt ? state.updatedAt : at, by: { kind: "file", name: asked.by ?? "by hand" } } as const;
    const events = decide(state, filled(asked.command, root), stamp);
    return isRefusal(events) ? placed(edited, asked.at, events) : { state: fold(state, events, stamp) };
  };
