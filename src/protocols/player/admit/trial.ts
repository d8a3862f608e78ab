// A trial of an edit on a copy of the state, with the door's own fields filled in; refusals name the place in the file.
import type { Apply } from "../../../core/admission.ts";
import { atPointer, type JsonNode, placeOf } from "../../../core/json.ts";
import type { Path, Time } from "../../../core/row.ts";
import { trial } from "../../../core/trial.ts";
import { decide } from "../decider.ts";
import { evolve } from "../evolve.ts";
import type { PlayerCommand } from "../commands.ts";
import type { PlayerEvent } from "../events.ts";
import type { State } from "../state.ts";

export type Edited = { readonly path: Path; readonly text: string; readonly root: JsonNode };

/** Fills in `root` as the command's entry point does. */
const filled = (command: PlayerCommand, root: string): PlayerCommand =>
  command.type === "ChangeContext"
    ? { type: "ChangeContext", data: { ...command.data, root } }
    : command;

/** @param at time of the edit */
export const applyTo = (
  { path, text, root: document }: Edited,
  at: Time,
  root: string,
): Apply<State, PlayerCommand> => {
  // Replaces the refusal's pointer, which names a field of the command, by the edit's pointer into the file.
  const apply = trial<State, PlayerCommand, PlayerEvent>(
    { decide, evolve },
    at,
    (refusal, asked) => ({
      ...refusal,
      path,
      pointer: asked.at,
      ...placeOf(text, atPointer(document, asked.at)?.at ?? 0),
    }),
  );
  return (state, asked) => apply(state, { ...asked, command: filled(asked.command, root) });
};
