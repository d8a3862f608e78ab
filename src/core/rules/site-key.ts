// Key of a run's landing state, and whether the repository's checks run on all that lands.
import { isRecord } from "../json/record.ts";

/** Key in a run's state for the location of its work; no protocol has a field of that name. */
export const placedKey = "site";

/** Whether the repository's checks run on all that lands, by the configuration when the run's base was set. */
export const isCheckedWhole = (state: unknown): boolean => {
  const site = isRecord(state) ? state[placedKey] : undefined;
  const ready = isRecord(site) ? site["ready"] : undefined;
  const checks = isRecord(ready) ? ready["checks"] : undefined;
  return Array.isArray(checks) && checks.length > 0;
};
