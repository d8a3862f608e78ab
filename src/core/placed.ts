// Checks whether a run's jobs work in checkouts of their own, from any protocol's state.
import { isRecord } from "./record.ts";

/** Key in a run's state for the location of its work; no protocol has a field of that name. */
export const placedKey = "site";

/** The work of its jobs is taken as commits, and checks run in a clean checkout. */
export const isPlaced = (state: unknown): boolean => isRecord(state) && isRecord(state[placedKey]);
