// Cleanup of hidden spool folders from interrupted creation or removal, by age.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, rmdirSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { digest } from "../../core/hash.ts";
import { errorCode } from "../disk/fault.ts";
import { processFacts } from "../process-facts.ts";

/** After this time no process is still creating or handling an entry. */
export const hourMs = 3_600_000;

/** Identifies this machine if several share a home. */
export const machineName = (): string => digest(hostname()).slice(0, 8);

/** Temporary name of an entry during creation; it contains the creator. */
export const makingName = (fence: number): string =>
  `.new-${fence}-${process.pid}-${machineName()}-${randomBytes(6).toString("hex")}`;
/** Temporary name of an entry during removal. */
export const goingName = (entry: string): string =>
  `.gone-${entry}-${randomBytes(6).toString("hex")}`;

/** Name of the file that says which process handles an entry. */
export const heldName = (entry: string): string => `.held-${entry}`;

/** A creator on another machine is unknown. */
const makerDied = (name: string): boolean => {
  const [, pid, where] = /^\.new-\d+-(\d+)-([0-9a-f]{8})-/.exec(name) ?? [];
  return pid !== undefined && where === machineName() && (processFacts(Number(pid))?.dead ?? true);
};
const isLeft = (runs: string, name: string): boolean => {
  if (name.startsWith(".gone-")) return true;
  if (name.startsWith(heldName("")))
    return !existsSync(join(runs, name.slice(heldName("").length)));
  if (!name.startsWith(".new-")) return false;
  return (
    makerDied(name) ||
    Date.now() - (statSync(join(runs, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >
      hourMs
  );
};

/** Entries that killed processes left half created or half removed in a run's folder, and the folder itself once empty. */
export const sweepRemains = (runs: string): void => {
  try {
    for (const name of readdirSync(runs).filter((one) => isLeft(runs, one))) {
      try {
        rmSync(join(runs, name), { recursive: true, force: true });
      } catch {
        // A process still writes into it: it is no entry any more, and the next sweep removes it.
        continue;
      }
    }
    rmdirSync(runs);
  } catch (error) {
    // Not empty, missing, or not ours to change: then it stays.
    if (errorCode(error) === "") throw error;
  }
};
