// Ends of earlier attempts as reported by an event.
import { type Ends, type EndSaid, nextEnd } from "../../core/reports/attempt-end.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import { isWorkEvent } from "../../landing/events.ts";
import type { Attempt } from "../picture/attempts.ts";

export type Telling = { readonly protocol: Protocol; readonly ends: Ends };

/** How many attempts back an event may refer to. */
export const lookedAt = 1_000;

/** Ignores events that the rules never produced: forged, or of a newer version. */
const endsIn = ({ ends }: Ends, event: Recorded, state: unknown): readonly EndSaid[] => {
  try {
    return ends(event, state);
  } catch {
    return [];
  }
};

const isProved = (protocol: Protocol, state: unknown, unit: string): boolean => {
  const criteria = protocol.evidence(state, [], unit).filter(({ counts }) => counts);
  return criteria.length > 0 && criteria.every(({ status }) => status === "proved");
};

/** The attempts that an end refers to. An end of a unit covers all work on it; the end itself tells which is still valid. */
const meantBy = (
  attempts: readonly Attempt[],
  { of }: Pick<EndSaid, "of">,
  { by }: Recorded,
): readonly number[] => {
  const first = Math.max(0, attempts.length - lookedAt);
  const last = (fits: (one: Attempt) => boolean): readonly number[] => {
    const at = attempts.findLastIndex((one, index) => index >= first && fits(one));
    return at === -1 ? [] : [at];
  };
  if (of === "own") return by.fence === undefined ? [] : last(({ fence }) => fence === by.fence);
  if ("job" in of) return last(({ job }) => job === of.job);
  return attempts
    .slice(first)
    .flatMap(({ subject, kind }, index) =>
      kind === "agent" && subject === of.unit ? [first + index] : [],
    );
};

const settle = (
  attempts: Attempt[],
  said: EndSaid,
  event: Recorded,
  protocol: Protocol,
  state: unknown,
): void => {
  const { of, is } = said;
  const proved =
    is === "done" && of !== "own" && "unit" in of && isProved(protocol, state, of.unit);
  for (const at of meantBy(attempts, said, event)) {
    const one = attempts[at];
    const end = one === undefined ? null : nextEnd(one.ends.at(-1)?.is, said, proved);
    if (one !== undefined && end !== null)
      attempts[at] = { ...one, ends: [...one.ends, { ...end, version: event.version }] };
  }
};

const leave = (attempts: Attempt[], at: number): void => {
  const one = attempts[at];
  if (one !== undefined) attempts[at] = { ...one, work: true };
};

/** @param state after the event */
export const tellEnds = (
  attempts: Attempt[],
  { protocol, ends }: Telling,
  event: Recorded,
  state: unknown,
): void => {
  if (isWorkEvent(event) && event.type === "WorkTaken")
    for (const at of meantBy(attempts, { of: event.data.doer }, event)) leave(attempts, at);
  for (const said of endsIn(ends, event, state)) settle(attempts, said, event, protocol, state);
};
