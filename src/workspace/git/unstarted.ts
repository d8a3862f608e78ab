// Faults of a git that can't start: missing, refused because it is in the working tree, or its folder is gone.
import { existsSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import { errorCode } from "../disk/fault.ts";
import { refusedOf } from "../refused-program.ts";

/**
 * GIT_MISSING, GIT_REFUSED or GIT_FAILED.
 * @param cwd where git was to run
 * @param cause the system's error; absent: no permitted git was found
 */
export const gitUnstarted = (cwd: string, cause?: unknown): Fault => {
  if (cause !== undefined && (errorCode(cause) !== "ENOENT" || !existsSync(cwd)))
    return new Fault(
      "GIT_FAILED",
      `git can't be started in ${cwd}: ${cause instanceof Error ? cause.message : String(cause)}`,
      "see whether that folder is there and readable",
      cause,
    );
  const refused = cause === undefined ? refusedOf("git", cwd) : null;
  return refused === null
    ? new Fault(
        "GIT_MISSING",
        "the program git is needed and is not on this machine",
        "install git, or put its folder on PATH",
        cause,
      )
    : new Fault(
        "GIT_REFUSED",
        `${refused.file} is not run: ${refused.why}`,
        "install git outside of the working tree (in /usr/bin, say) and put that folder on PATH",
      );
};
