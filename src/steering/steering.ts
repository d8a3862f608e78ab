// What a person says of who works on a run, and what its agents are told beside their briefs.
import { isRecord } from "../core/record.ts";
import type { Note } from "../core/view.ts";

export type Steering = {
  /** The agent of a role, by the role as the configuration names it; goes before the configuration's. */
  readonly roles: Readonly<Record<string, string>>;
  /** By the unit that a note is for; of the whole run: under "". */
  readonly notes: Readonly<Record<string, Note>>;
};

export const unsteered: Steering = { roles: {}, notes: {} };

/** The key of a state under which it stands; no protocol has one of that name. */
const key = "steering";
const isSteering = (value: unknown): value is Steering =>
  isRecord(value) && isRecord(value["roles"]) && isRecord(value["notes"]);

/** null: nothing was said. */
export const steeringOf = (state: unknown): Steering | null => {
  const steering = isRecord(state) ? state[key] : undefined;
  return isSteering(steering) ? steering : null;
};
export const withSaid = <S>(state: S, steering: Steering | null): S =>
  steering === null ? state : { ...state, [key]: steering };
