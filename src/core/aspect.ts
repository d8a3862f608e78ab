// A protocol with messages beside its own that every run takes: its rules see none of those commands and events.
import type { Described, Message, Terms } from "./message.ts";
import type { Ends } from "./attempt-end.ts";
import type { News } from "./news.ts";
import type { Command, Event, Protocol, Stamp } from "./protocol.ts";
import type { Refusal } from "./refusal.ts";
import type { Recorded } from "./row.ts";

/** What is said of a run whatever its protocol, kept in the run's state under a name of its own. */
export type Aspect<C extends Command, E extends Event> = {
  /** Loads the schemas. */
  readonly messages: () => Promise<{
    readonly messages: readonly Message[];
    readonly events: readonly Described[];
  }>;
  readonly terms: () => Promise<{ readonly terms: readonly Terms[] }>;
  readonly isCommand: (command: Command) => command is Command & C;
  readonly isEvent: (event: Recorded) => event is Recorded<E>;
  readonly decide: (state: unknown, command: C, stamp: Stamp) => readonly Event[] | Refusal;
  readonly evolve: (state: unknown, event: Recorded<E>) => unknown;
  /** The state that the protocol made of an event of its own, with what the state before it held of this. */
  readonly keep: (before: unknown, next: unknown, event: Recorded) => unknown;
  readonly eventLine: (event: Recorded<E>) => string;
  readonly news: (event: Recorded<E>, state: unknown) => News | null;
  /** Not said: nothing of it tells how an attempt ended. */
  readonly ends?: () => Promise<Ends<E>>;
  /** Why the rules can't have made such an event; not said: nothing is asked of them. */
  readonly broken?: () => Promise<(before: unknown, event: Recorded<E>) => string | null>;
};

export const withAspect = <C extends Command, E extends Event>(
  protocol: Protocol,
  aspect: Aspect<C, E>,
): Protocol => {
  const { terms, described, doer, invariants, ails } = protocol;
  const { isEvent } = aspect;
  const own = (log: readonly Recorded[]): readonly Recorded[] =>
    log.some(isEvent) ? log.filter((event) => !isEvent(event)) : log;
  return {
    ...protocol,
    messages: async () => [...(await protocol.messages()), ...(await aspect.messages()).messages],
    ...(terms === undefined
      ? {}
      : { terms: async () => [...(await terms.call(protocol)), ...(await aspect.terms()).terms] }),
    ...(described === undefined
      ? {}
      : {
          described: async () => [
            ...(await described.call(protocol)),
            ...(await aspect.messages()).events,
          ],
        }),
    decide: (state, command, stamp) =>
      aspect.isCommand(command)
        ? aspect.decide(state, command, stamp)
        : protocol.decide(state, command, stamp),
    evolve: (state, event) =>
      isEvent(event)
        ? aspect.evolve(state, event)
        : aspect.keep(state, protocol.evolve(state, event), event),
    news: (event, state) =>
      isEvent(event) ? aspect.news(event, state) : (protocol.news?.(event, state) ?? null),
    eventLine: (event) =>
      isEvent(event) ? aspect.eventLine(event) : (protocol.eventLine?.(event) ?? ""),
    ends: async () => {
      const [others, own] = [await protocol.ends?.(), await aspect.ends?.()];
      return {
        ends: (event, state) =>
          (isEvent(event) ? own?.ends(event, state) : others?.ends(event, state)) ?? [],
      };
    },
    ...(doer === undefined
      ? {}
      : { doer: (event: Recorded) => (isEvent(event) ? null : doer.call(protocol, event)) }),
    ...(invariants === undefined
      ? {}
      : {
          invariants: async () => {
            const [rules, broken] = [await invariants.call(protocol), await aspect.broken?.()];
            return {
              broken: (before, event) =>
                isEvent(event) ? (broken?.(before, event) ?? null) : rules.broken(before, event),
            };
          },
        }),
    evidence: (state, log, unit) => protocol.evidence(state, own(log), unit),
    write: (state, log) => protocol.write(state, own(log)),
    admit: (state, edits, facts, log) => protocol.admit(state, edits, facts, own(log)),
    ...(ails === undefined
      ? {}
      : {
          ails: (state, around) => ails.call(protocol, state, { ...around, log: own(around.log) }),
        }),
  };
};
