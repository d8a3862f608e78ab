// The fold under any order of events: damage and forgery end as findings of verify, never as a crash of whoever looks.
import type { Protocol } from "../../../src/core/protocol.ts";
import type { Recorded } from "../../../src/core/row.ts";

export const frozen = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) frozen(one);
  return value;
};

/** Of one log, one event of each type and each kind of sender: others of it take the same way. */
const samples = (log: readonly Recorded[]): readonly Recorded[] => [
  ...new Map(log.map((event) => [`${event.type} ${event.by.kind}`, event])).values(),
];

/** What was thrown where events of a log were folded onto each of its states; whatever mutates one throws, too. */
export const throwsInAnyOrder = (
  protocol: Protocol,
  log: readonly Recorded[],
): readonly string[] => {
  const thrown = new Set<string>();
  let state: unknown = null;
  for (const next of log) {
    state = frozen(protocol.evolve(state, frozen(next)));
    for (const event of samples(log))
      try {
        frozen(protocol.evolve(state, frozen({ ...event, version: next.version + 1 })));
      } catch (error) {
        thrown.add(`${event.type} after ${next.type}: ${String(error)}`);
      }
  }
  return [...thrown];
};
