// Whether a run's jobs work in places of their own, as the state of any protocol tells.
import { isRecord } from "./record.ts";

/** Key in a run's state for the location of its work; no protocol has a field of that name. */
export const placedKey = "site";

/** The work of its jobs is taken as commits, and checks run in a clean checkout. */
export const isPlaced = (state: unknown): boolean => isRecord(state) && isRecord(state[placedKey]);
