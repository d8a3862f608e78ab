// Whether a run's jobs work in places of their own, as the state of any protocol tells.
import { isRecord } from "./record.ts";

/** The key of a state under which it stands where its work is; no protocol has one of that name. */
export const placedKey = "site";

/** What its jobs leave is taken as commits, and what judges it looks at a clean checkout. */
export const isPlaced = (state: unknown): boolean => isRecord(state) && isRecord(state[placedKey]);
