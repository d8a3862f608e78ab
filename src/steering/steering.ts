// Steering of a run by a person: agents of roles, and notes to agents in addition to their briefs.
import { isRecord } from "../core/json/record.ts";
import type { Note } from "../core/view.ts";

export type Steering = {
  /** Agents by role name as in the configuration, which they override. */
  readonly roles: Readonly<Record<string, string>>;
  /** Notes by unit; "": for the whole run. */
  readonly notes: Readonly<Record<string, Note>>;
};

export const unsteered: Steering = { roles: {}, notes: {} };

/** The state key that holds the steering; no protocol uses this name. */
const key = "steering";
const isSteering = (value: unknown): value is Steering =>
  isRecord(value) && isRecord(value["roles"]) && isRecord(value["notes"]);

/** null: no steering recorded. */
export const steeringOf = (state: unknown): Steering | null => {
  const steering = isRecord(state) ? state[key] : undefined;
  return isSteering(steering) ? steering : null;
};
export const withSaid = <S>(state: S, steering: Steering | null): S =>
  steering === null ? state : { ...state, [key]: steering };
