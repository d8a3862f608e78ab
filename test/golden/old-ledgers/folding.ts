// A ledger folded event by event: digests of each state, and of the readings that each event changed.
import type { Protocol } from "../../../src/core/protocol.ts";
import type { OldLedger } from "./fixtures.ts";
import { digestOf, eventReadings, type Readings, stateReadings } from "./readings.ts";

/** Digests by the readings' names; null: the reading is gone. */
export type Step = Readonly<Record<string, string | null>>;
export type Folding = {
  /** One a state, in the order of the events. */
  readonly states: readonly string[];
  readonly steps: readonly Step[];
  /** The readings behind the event that was asked for; the last one's if none was. */
  readonly whole: Readings;
};

const digests = (readings: Readings): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(readings).map(([name, value]) => [name, digestOf(value)]));

const changes = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Step => ({
  ...Object.fromEntries(
    Object.keys(before).flatMap((name) => (name in after ? [] : [[name, null]])),
  ),
  ...Object.fromEntries(Object.entries(after).filter(([name, is]) => before[name] !== is)),
});

/** @param asked version of the event whose readings are wanted whole */
export const foldingOf = (
  protocol: Protocol,
  { log }: Pick<OldLedger, "log">,
  asked = log.length,
): Folding => {
  const states: string[] = [];
  const steps: Step[] = [];
  let state: unknown = null;
  let before: Readonly<Record<string, string>> = {};
  let whole: Readings = {};
  for (const [index, event] of log.entries()) {
    state = protocol.evolve(state, event);
    const readings = stateReadings(protocol, state, log.slice(0, index + 1));
    const ofEvent = eventReadings(protocol, state, event);
    if (index + 1 === asked) whole = { ...readings, ...ofEvent };
    const after = digests(readings);
    states.push(digestOf(state));
    steps.push({
      event: `${event.version} ${event.type}`,
      ...digests(ofEvent),
      ...changes(before, after),
    });
    before = after;
  }
  return { states, steps, whole };
};
