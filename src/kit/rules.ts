// The rules that follow from a protocol's declarations: the fold of its events, and what its commands decide.
import { lifeWrong, senderWrong } from "../core/frame.ts";
import type { Command, Event, Stamp } from "../core/protocol.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Life, Recorded } from "../core/row.ts";
import type { CommandKind, Decided } from "./command.ts";
import type { EventKind } from "./event.ts";

export const byType = <T extends { readonly type: string }>(
  all: readonly T[],
): ReadonlyMap<string, T> => new Map(all.map((one) => [one.type, one]));

/** Throws where a run begins with an event that opens none, or with one that no rule made: the ledger is damaged. */
export const foldOf = <S>(events: readonly EventKind<S>[]) => {
  const kinds = byType(events);
  return (state: S | null, event: Recorded): S => {
    const kind = kinds.get(event.type);
    if (kind?.begin !== undefined) return kind.begin(event.data, event);
    if (state === null || kind === undefined)
      throw new TypeError(`a run cannot ${state === null ? "begin" : "go on"} with ${event.type}`);
    return kind.apply?.(state, event.data, event) ?? state;
  };
};

/** `over`: what fits where the run is over. */
export type Frame<S> = {
  readonly over: string;
  name(state: S): string;
  life(state: S): Life;
  /** Any other reason to refuse a command of a run before it is decided. */
  refused?(state: S, command: Command, stamp: Stamp): Refusal | null;
};

const frameWrong = <S>(
  kind: CommandKind<S>,
  { over, name, life }: Frame<S>,
  state: S | null,
  by: Stamp["by"],
): Refusal | null => {
  const wrong = senderWrong(kind.type, kind.who, by);
  if (wrong !== null) return wrong;
  const opens = kind.open !== undefined;
  if (state === null) return opens ? null : refuse("RUN_UNKNOWN", "there is no such run yet");
  if (opens)
    return refuse("RUN_EXISTS", `the run ${name(state)} is there already`, {
      fits: "go on with it: `cairn run`",
    });
  const no = lifeWrong(kind.type, kind.when, life(state));
  return no?.code === "RUN_OVER" ? { ...no, fits: over } : no;
};

/** What a command leads to, without what follows by itself; a command that isn't there is the door's to refuse. */
export const decisionsOf = <S, E extends Event>(
  commands: readonly CommandKind<S, E>[],
  frame: Frame<S>,
) => {
  const kinds = byType(commands);
  return (state: S | null, command: Command, stamp: Stamp): Decided<E> => {
    const { type, data } = command;
    const kind = kinds.get(type);
    if (kind === undefined) throw new TypeError(`there is no command ${type}`);
    const wrong =
      frameWrong(kind, frame, state, stamp.by) ??
      (state === null ? null : frame.refused?.(state, command, stamp));
    if (wrong) return wrong;
    return (state === null ? kind.open?.(data, stamp) : kind.decide?.(state, data, stamp)) ?? [];
  };
};
