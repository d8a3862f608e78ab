// Lowest free number among what runs at the same time on this machine for a ledger: a job's port or database name follows from it.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../core/json/record.ts";
import { errorCode } from "./disk/fault.ts";
import { linkOnWay } from "./home.ts";
import type { Living } from "./spool/entry.ts";
import type { RunSlot } from "./workspace.ts";

const most = 1_000;
/** A file that is still being written, or whose writer died meanwhile. */
const halfMs = 10_000;

const make = (path: string, text: string): boolean => {
  try {
    const file = openSync(path, "wx", 0o600);
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
};

const isOld = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > halfMs;
};

const isLeft = (path: string, { alive }: Living): boolean => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isRecord(value)) return true;
    const { pid, start } = value;
    return typeof pid !== "number" || typeof start !== "string" || !alive({ pid, start });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    return isOld(path);
  }
};

/** Only one at a time takes over a dead process's number, else two would. */
const takeOver = (path: string, text: string, living: Living): boolean => {
  const steal = `${path}.taken`;
  if (isOld(steal)) rmSync(steal, { force: true });
  if (!make(steal, text)) return false;
  try {
    if (!isLeft(path, living)) return false;
    rmSync(path, { force: true });
    return make(path, text);
  } finally {
    rmSync(steal, { force: true });
  }
};

/** null: nothing can be written there, which keeps no job from running. */
export const takeRunSlot = (home: string, living: Living): RunSlot | null => {
  const folder = join(home, "cache", "run-slots");
  // A process may hold several.
  const text = JSON.stringify(living.self);
  try {
    if (linkOnWay(home, ["cache", "run-slots"]) !== null) return null;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let number = 0; number < most; number += 1) {
      const path = join(folder, String(number));
      if (make(path, text) || (isLeft(path, living) && takeOver(path, text, living)))
        return { number, free: () => rmSync(path, { force: true }) };
    }
    return null;
  } catch {
    return null;
  }
};
