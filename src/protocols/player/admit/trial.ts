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

/** `root`: as the door fills it in, too. */
const filled = (command: PlayerCommand, root: string): PlayerCommand =>
  command.type === "ChangeContext"
    ? { type: "ChangeContext", data: { ...command.data, root } }
    : command;

/** `at`: when it is asked. */
export const applyTo = (
  { path, text, root: document }: Edited,
  at: Time,
  root: string,
): Apply<State, PlayerCommand> => {
  // A command's own pointers name its fields, which are none of the file's.
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
