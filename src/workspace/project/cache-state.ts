// State of the cache for doctor: finds broken parts and drops them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { errorText } from "../../core/error-text.ts";
import { connect, dropCache } from "./projections.ts";

const pathOf = (home: string): string => join(home, "cache", "projections.db");
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  "errcode" in error &&
  typeof error.errcode === "number" &&
  [5, 6].includes(error.errcode & 255);

/** Why the cache of projections is unusable; null: it is usable, missing, or being written. */
export const cacheState = (home: string): string | null => {
  const path = pathOf(home);
  if (!existsSync(path)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = connect(path);
    const said = Object.values(db.prepare("pragma quick_check(1)").get() ?? {})[0];
    return said === "ok" || said === undefined ? null : String(said);
  } catch (error) {
    if (isBusy(error)) return null;
    return errorText(error);
  } finally {
    db?.close();
  }
};

/** Removes it if still broken: processes that have it open notice, and the next projection recreates it. */
export const dropBroken = (home: string): void => {
  if (cacheState(home) !== null) dropCache(pathOf(home));
};
