// A protocol with commands and events beside its own that every run takes: its rules see none of them.
import type { Command, Event, Protocol, Stamp } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { CommandKind, Decided } from "./command.ts";
import type { EventKind } from "./event.ts";
import { byType } from "./rules.ts";
import { tellingOf } from "./telling.ts";

/** Data recorded about any run, independent of its protocol: an S in the run's state under its own key. */
export type Aspect<S, D, T = S> = {
  readonly events: readonly EventKind<S, T>[];
  readonly commands: readonly CommandKind<D>[];
  /** Returns null if nothing has been recorded yet. */
  stateOf(state: unknown): S | null;
  withState(state: unknown, own: S): unknown;
  evolve(own: S | null, event: Recorded): S;
  decide(state: unknown, command: Command, stamp: Stamp): Decided;
  /** What to keep of it after an event of the protocol led to `next`; default: all. */
  keep?(own: S, next: unknown, event: Recorded): S;
  /** Input for news and ends, after the event. */
  told(own: S, state: unknown): T;
};

/** The protocol's functions that read the log, without the aspect's events. */
const readingOwn = (
  protocol: Protocol,
  others: (state: unknown, log: readonly Recorded[]) => readonly Recorded[],
): Pick<Protocol, "evidence" | "write" | "admit"> => ({
  evidence: (state, log, unit) => protocol.evidence(state, others(state, log), unit),
  write: (state, log) => protocol.write(state, others(state, log)),
  admit: (state, edits, facts, log) => protocol.admit(state, edits, facts, others(state, log)),
});

export const withAspect = <S, D, T>(protocol: Protocol, aspect: Aspect<S, D, T>): Protocol => {
  const { described, doer, refers, invariants } = protocol;
  const { stateOf, withState, told } = aspect;
  const [commands, events] = [byType(aspect.commands), byType(aspect.events)];
  const telling = tellingOf(aspect.events);
  const isOwn = ({ type }: Event): boolean => events.has(type);
  return {
    ...protocol,
    messages: [...protocol.messages, ...aspect.commands],
    ...(described === undefined ? {} : { described: [...described, ...telling.described] }),
    decide: (state, command, stamp) =>
      (commands.has(command.type) ? aspect : protocol).decide(state, command, stamp),
    evolve(state, event) {
      const own = stateOf(state);
      if (isOwn(event)) return withState(state, aspect.evolve(own, event));
      const next = protocol.evolve(state, event);
      return own === null ? next : withState(next, aspect.keep?.(own, next, event) ?? own);
    },
    news(event, state) {
      if (!isOwn(event)) return protocol.news?.(event, state) ?? null;
      const own = stateOf(state);
      return own === null ? null : telling.news(event, told(own, state));
    },
    eventLine: (event) =>
      isOwn(event) ? telling.eventLine(event) : (protocol.eventLine?.(event) ?? ""),
    ends: async () => {
      const rules = await protocol.ends?.();
      return {
        ends(event, state) {
          if (!isOwn(event)) return rules?.ends(event, state) ?? [];
          const own = stateOf(state);
          return own === null ? [] : telling.ends(event, told(own, state));
        },
      };
    },
    ...(doer === undefined
      ? {}
      : {
          doer: (event: Recorded) =>
            isOwn(event) ? telling.doer(event) : doer.call(protocol, event),
        }),
    ...(refers === undefined
      ? {}
      : {
          refers: {
            types: [...refers.types, ...telling.refers.types],
            of: (event) => (isOwn(event) ? telling.refers : refers).of(event),
          },
        }),
    ...(invariants === undefined
      ? {}
      : {
          invariants: async () => {
            const rules = await invariants.call(protocol);
            return {
              broken: (before, event) =>
                isOwn(event) ? telling.broken(stateOf(before), event) : rules.broken(before, event),
            };
          },
        }),
    ...readingOwn(protocol, (state, log) =>
      stateOf(state) === null ? log : log.filter((event) => !isOwn(event)),
    ),
  };
};
