// Hold on a spool entry by one process at a time: a link beside the entry names it.
import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, isLinkless, isMissing, onDisk } from "../disk/fault.ts";
import { lockOf, takeAway } from "../git/ref-lock.ts";
import type { Living, ProcessId } from "./entry.ts";
import { heldName, hourMs, machineName } from "./remains.ts";

/** Beside the entry, since its job may write into that. */
const holdOf = (folder: string): string => join(dirname(folder), heldName(basename(folder)));

const nameOf = ({ pid, start }: ProcessId): string => `${machineName()} ${pid} ${start}`;

/** Holds of this process. A link with its name that isn't here was restored by a process that took it for a dead one's. */
const own = new Set<string>();

/** A process on another machine can only be judged by age. */
const isHeld = (path: string, { alive, self }: Living): boolean => {
  const name = readlinkSync(path);
  if (name === nameOf(self)) return own.has(path);
  const [, machine, pid, start] = /^(\S+) (\d+) (.*)$/u.exec(name) ?? [];
  if (machine !== machineName()) return Date.now() - (lockOf(path)?.at ?? 0) < hourMs;
  return start !== undefined && alive({ pid: Number(pid), start });
};

/** Reserves an entry for this process, whether it exists (any more) or not; false: another living process has it. */
export const hold = (folder: string, living: Living): boolean =>
  onDisk("hold", folder, () => {
    const path = holdOf(folder);
    for (;;) {
      try {
        symlinkSync(nameOf(living.self), path);
        own.add(path);
        return true;
      } catch (error) {
        // Without links, two runners of one run may interfere.
        if (isMissing(error) || isLinkless(error)) return true;
        if (errorCode(error) !== "EEXIST") throw error;
      }
      const found = lockOf(path);
      try {
        if (found !== null && isHeld(path, living)) return false;
      } catch (error) {
        if (!isMissing(error) && errorCode(error) !== "EINVAL") throw error;
      }
      if (found !== null) takeAway(path, found.id);
    }
  });

export const letGo = (folder: string): void =>
  onDisk("let go", folder, () => {
    const path = holdOf(folder);
    own.delete(path);
    rmSync(path, { force: true });
  });
