// Check by number whether a process of this machine has ended.
import { errorCode } from "../disk/fault.ts";

/** false also if another process has the number by now. */
export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
};
