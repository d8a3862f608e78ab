// A copy of the run on which an edit's commands are decided in turn, each with the entry that tells of it.
import type { Order } from "../../../kit/edits/admission.ts";
import { finding, type Part, placedAt } from "../../../kit/document/part.ts";
import type { Message } from "../../../core/message.ts";
import type { Command, Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import { byType } from "../../../kit/rules.ts";
import { trial } from "../../../kit/edits/trial.ts";
import { decide } from "../decider.ts";
import { evolve } from "../evolve.ts";
import { commands, type StigmergyCommand } from "../commands.ts";
import type { StigmergyEvent } from "../events.ts";
import type { State } from "../state.ts";
import type { Fresh } from "./entry.ts";
import type { Holders, Unit } from "./held.ts";

const kinds = byType<Message>(commands);

/** The command with the entry that tells of it; `RecordAction` is the entry itself. */
const signed = (command: StigmergyCommand, one: Fresh | null): Command =>
  one === null || command.type === "RecordAction"
    ? command
    : { type: command.type, data: { ...command.data, entry: one.given } };

export type Copy = {
  /** The state before the edit's commands. */
  readonly begin: State;
  state(): State;
  /** Entries without a command. */
  left(): readonly Fresh[];
  /** Returns false if it was refused, which adds a finding. */
  ask(at: Part, fresh: Fresh | null, command: StigmergyCommand): boolean;
  /** Returns the refusal without a finding; null if accepted, or nothing changes. */
  attempt(at: Part, fresh: Fresh | null, command: StigmergyCommand): Refusal | null;
  find(findings: Refusal | readonly Refusal[]): void;
  reject(...of: Parameters<typeof finding>): void;
  /** Returns false if another holder has it, which adds a finding. */
  mayTouch(at: Part, unit: Unit, fresh: Fresh | null): boolean;
  asked(): readonly Order<Command>[];
  findings(): readonly Refusal[];
};

/** A command's own pointers name its fields; those into the manifest are also valid in the file. */
const placed = (at: Part, refusal: Refusal): Refusal => {
  const of = ({ more: _more, pointer: inner, ...one }: Refusal): Refusal => {
    const pointer =
      inner?.startsWith("/epics") === true && at.pointer === "/project_manifest"
        ? `${at.pointer}${inner}`
        : at.pointer;
    return { ...placedAt(at, one), pointer };
  };
  return refusal.more === undefined ? of(refusal) : { ...of(refusal), more: refusal.more.map(of) };
};

/** @param by author of the edit, as far as it names one */
export const createCopy = (
  begin: State,
  fresh: readonly Fresh[],
  by: string,
  facts: Facts,
  holders: Holders,
): Copy => {
  let state = begin;
  const left = [...fresh];
  const asked: Order<Command>[] = [];
  const findings: Refusal[] = [];

  const attempt: Copy["attempt"] = (at, one, asks) => {
    const command = signed(asks, one);
    const apply = trial<State, Command, StigmergyEvent>({ decide, evolve }, facts.at, (refusal) =>
      placed(at, refusal),
    );
    const { type, data } = command;
    // Uses the facts read for the edit; the entry point fills them in again on sending.
    const filled = { type, data: kinds.get(type)?.fill?.(data, facts, state) ?? data };
    const next = apply(state, { command: filled, at: at.pointer, by });
    if (isRefusal(next)) return next;
    // Nothing changed, so an entry would be lost.
    if (next.state === state) return null;
    ({ state } = next);
    asked.push({ command, at: at.pointer, by });
    const index = one === null ? -1 : left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return null;
  };
  const find: Copy["find"] = (more) => {
    for (const one of isRefusal(more) ? [more] : more) findings.push(one);
  };

  return {
    begin,
    state: () => state,
    left: () => [...left],
    ask(at, one, command) {
      const refused = attempt(at, one, command);
      if (refused !== null) find(refused);
      return refused === null;
    },
    attempt,
    find,
    reject: (...of) => find(finding(...of)),
    mayTouch(at, unit, one) {
      const refused = holders.refused(unit, one?.given.agent ?? null);
      if (refused !== null) find(placed(at, refused));
      return refused === null;
    },
    asked: () => asked,
    findings: () => findings,
  };
};
