// Trial of an edit on a copy of the state, with the entry point's own fields filled in; refusals name the place in the file.
import type { Apply } from "../../../kit/edits/admission.ts";
import { inside, type Part, placedAt } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { trial } from "../../../kit/edits/trial.ts";
import { decide } from "../decider.ts";
import { evolve } from "../evolve.ts";
import type { PlayerCommand } from "../commands.ts";
import type { PlayerEvent } from "../events.ts";
import type { State } from "../state.ts";

/** Fills in `root` as the command's entry point does. */
const filled = (command: PlayerCommand, root: string): PlayerCommand =>
  command.type === "ChangeContext"
    ? { type: "ChangeContext", data: { ...command.data, root } }
    : command;

/** @param whole the edited document */
export const applyTo = (
  whole: Part,
  { at, root }: Pick<Facts, "at" | "root">,
): Apply<State, PlayerCommand> => {
  const apply = trial<State, PlayerCommand, PlayerEvent>({ decide, evolve }, at, (refusal, asked) =>
    placedAt(inside(whole, asked.at), refusal),
  );
  return (state, asked) => apply(state, { ...asked, command: filled(asked.command, root) });
};
