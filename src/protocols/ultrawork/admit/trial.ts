// The trial of an edit's commands on a copy of the run; a refusal names the deepest place that is in the file.
import type { Apply } from "../../../core/admission.ts";
import { inside, type Part, placedAt } from "../../../core/part.ts";
import { type Refusal, refuseAll } from "../../../core/refusal.ts";
import type { Time } from "../../../core/row.ts";
import { trial } from "../../../core/trial.ts";
import { decide } from "../decider.ts";
import { evolve } from "../evolve.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";

/** Removes the command's field from the pointer, to get the position in the file. */
const within = (pointer: string | undefined): string =>
  (pointer ?? "").replace(/^\/(?:task|changes)(?=\/|$)/u, "");

const placed = (whole: Part, at: string, refusal: Refusal): Refusal =>
  placedAt(inside(whole, `${at}${within(refusal.pointer)}`), refusal);

/** `whole`: the edited document. `at`: time of the edit. */
export const applyTo = (whole: Part, at: Time): Apply<State, UltraworkCommand> =>
  trial<State, UltraworkCommand, UltraworkEvent>({ decide, evolve }, at, (refused, asked) => {
    const all = (refused.more ?? [refused]).slice(0, 20).map((one) => placed(whole, asked.at, one));
    return refuseAll(all) ?? refused;
  });
