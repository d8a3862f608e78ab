// Removal of a reference lock that a killed git left, for references that only the engine moves.
import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { diskFault } from "../disk/fault.ts";

/** No git holds the lock of one reference that long. */
const oldMs = 10_000;
const lookMs = 250;

export const lockOf = (path: string): { readonly id: string; readonly at: number } | null => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : { id: `${stat.ino} ${stat.mtimeMs}`, at: stat.mtimeMs };
};

/** Another process may act concurrently: a younger lock that was moved away is put back. */
export const takeAway = (path: string, id: string): void => {
  const gone = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(path, gone);
    if (lockOf(gone)?.id === id) rmSync(gone);
    else renameSync(gone, path);
  } catch (error) {
    if (lockOf(path)?.id === id) throw diskFault(error, "remove", path);
  }
};

/** The lock that git's message names as there already. */
export const lockNamed = (said: string): string | undefined =>
  /Unable to create '([^']+\.lock)': File exists/u.exec(said)?.[1];

/**
 * Waits until the lock named in git's message is gone, or so old that its holder must be dead; then removes it.
 * @param said git's message
 * @returns whether git complained about a lock, so that a retry makes sense
 */
export const awaitLock = async (said: string): Promise<boolean> => {
  const path = lockNamed(said);
  if (path === undefined) return false;
  const first = lockOf(path);
  for (let lock = first; lock !== null && lock.id === first?.id; lock = lockOf(path)) {
    if (Math.abs(Date.now() - lock.at) > oldMs) {
      takeAway(path, lock.id);
      break;
    }
    await sleep(lookMs);
  }
  return true;
};
