// The rules that follow from a protocol's declarations: the fold of its events, and what its commands decide.
import { withFollowing } from "../core/rules/ahead.ts";
import { lifeWrong, senderWrong } from "../core/rules/frame.ts";
import type { Command, Event, Stamp } from "../core/protocol.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Life, Recorded } from "../core/row.ts";
import type { CommandKind, Decided } from "./command.ts";
import type { EventKind } from "./event.ts";

export const byType = <T extends { readonly type: string }>(
  all: readonly T[],
): ReadonlyMap<string, T> => new Map(all.map((one) => [one.type, one]));

/** Makes a predicate for events of these types. */
export const among = <E extends Event>(all: readonly Pick<E, "type">[]) => {
  const types = new Set(all.map(({ type }) => type));
  return (event: Recorded): event is Recorded<E> => types.has(event.type);
};

/**
 * @throws if the ledger is damaged: the first event opens nothing, or an event's type is unknown
 * @param before start of the error message for an event that can't come first, followed by its type
 */
export const foldOf = <S, T = S>(
  events: readonly EventKind<S, T>[],
  before = "a run cannot begin with",
) => {
  const kinds = byType(events);
  return (state: S | null, event: Recorded): S => {
    const kind = kinds.get(event.type);
    if (kind?.begin !== undefined) return kind.begin(event.data, event, state);
    if (state === null) throw new TypeError(`${before} ${event.type}`);
    if (kind === undefined) throw new TypeError(`a run cannot go on with ${event.type}`);
    return kind.apply?.(state, event.data, event) ?? state;
  };
};

/** `over`: suggestion if the run is over. */
export type Frame<S, E extends Event = Event> = {
  readonly over: string;
  name(state: S): string;
  life(state: S): Life;
  /** Any other reason to refuse a command before it is decided. */
  refused?(state: S, command: Command, stamp: Stamp): Refusal | null;
  /** Events that the state after a command's events causes automatically. */
  readonly follows?: {
    evolve(state: S | null, event: Recorded): S;
    follow(state: S, stamp: Stamp): readonly E[];
  };
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

/** Decides a command; the entry point refuses unknown commands. */
export const decisionsOf = <S, E extends Event>(
  commands: readonly CommandKind<S, E>[],
  frame: Frame<S, E>,
) => {
  const kinds = byType(commands);
  const { follows } = frame;
  return (state: S | null, command: Command, stamp: Stamp): Decided<E> => {
    const { type, data } = command;
    const kind = kinds.get(type);
    if (kind === undefined) throw new TypeError(`there is no command ${type}`);
    const wrong =
      frameWrong(kind, frame, state, stamp.by) ??
      (state === null ? null : frame.refused?.(state, command, stamp));
    if (wrong) return wrong;
    const decided =
      (state === null ? kind.open?.(data, stamp, null) : kind.decide?.(state, data, stamp)) ?? [];
    return follows === undefined
      ? decided
      : withFollowing<S, E>(follows.evolve, state, decided, stamp, follows.follow);
  };
};

/**
 * Decides a command of an aspect; the entry point checks its sender and the run's life.
 * @param lacking the answer if nothing is open yet; default: nothing changes
 */
export const answersOf = <S, E extends Event>(
  commands: readonly CommandKind<S, E>[],
  lacking: Decided<E> = [],
) => {
  const kinds = byType(commands);
  return (state: S | null, { type, data }: Command, stamp: Stamp): Decided<E> => {
    const kind = kinds.get(type);
    if (kind?.open !== undefined) return kind.open(data, stamp, state);
    return state === null ? lacking : (kind?.decide?.(state, data, stamp) ?? []);
  };
};
