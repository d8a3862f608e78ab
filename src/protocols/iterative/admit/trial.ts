// Trial of an edit's commands on a copy, with each refusal told beside the block or value that asked it.
import type { Apply } from "../../../kit/edits/admission.ts";
import type { Place } from "../../../core/json/json.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { trial } from "../../../kit/edits/trial.ts";
import { decide } from "../decider.ts";
import { heldWhile } from "../decider/quiet.ts";
import { evolve } from "../evolve.ts";
import type { IterativeCommand } from "../commands.ts";
import type { IterativeEvent } from "../events.ts";
import type { State } from "../state.ts";

/** `place`: position of the block or value at a pointer. `inner`: pointer of a command's field. */
export type Edited = {
  readonly path: Path;
  place(pointer: string): Place;
  inner?(command: IterativeCommand, at: string, field: string): string;
};

/** A command's own pointers name its fields, not places in the file. */
const placed = (
  { path, place, inner }: Edited,
  command: IterativeCommand,
  at: string,
  refusal: Refusal,
): Refusal => {
  const of = ({ more: _more, ...one }: Refusal): Refusal => {
    const pointer =
      one.pointer === undefined || inner === undefined ? at : inner(command, at, one.pointer);
    return { ...one, path, pointer, ...place(pointer) };
  };
  return refusal.more === undefined ? of(refusal) : { ...of(refusal), more: refusal.more.map(of) };
};

/** Facts that only the entry point can check are assumed; it checks them again. */
const filled = (command: IterativeCommand): IterativeCommand =>
  command.type === "RecordCommit"
    ? { type: "RecordCommit", data: { ...command.data, known: { [command.data.hash]: true } } }
    : command;

/** A hand edit may send these only while no agent works; in discover and plan, agents and people edit the same files anyway. */
const quietly: ReadonlySet<string> = new Set<IterativeCommand["type"]>([
  "AddUnit",
  "EditUnit",
  "SetNotes",
  "SetContext",
  "WriteBrief",
  "EditGuardrail",
  "RemoveGuardrail",
]);

/** Jobs held by agents: the state knows only those with a start event. */
const heldIn = (leases: Facts["leases"] = []): readonly string[] =>
  leases.flatMap(({ key, role }) => (role === null || role === "engine" ? [] : [key]));

/** `at`: time of the edit. */
export const applyTo = (
  edited: Edited,
  { at, leases }: Pick<Facts, "at" | "leases">,
): Apply<State, IterativeCommand> => {
  const held = heldIn(leases);
  const apply = trial<State, IterativeCommand, IterativeEvent>(
    { decide, evolve },
    at,
    (refusal, asked) => placed(edited, asked.command, asked.at, refusal),
  );
  return (state, asked) => {
    const tried = apply(state, { ...asked, command: filled(asked.command) });
    const early = state.phase === "discover" || state.phase === "plan";
    if (
      isRefusal(tried) ||
      tried.state === state ||
      early ||
      held.length === 0 ||
      !quietly.has(asked.command.type)
    )
      return tried;
    return placed(edited, asked.command, asked.at, heldWhile(held));
  };
};
