// Faults of git's failed disk writes: the folder and the reason, as for any other write.
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../../core/refusal.ts";
import { diskFault, errorCode } from "../disk/fault.ts";
import type { GitCall } from "./git.ts";

const causes: readonly (readonly [code: string, said: RegExp])[] = [
  ["ENOSPC", /no space left on device|out of diskspace/iu],
  ["EDQUOT", /disk quota exceeded/iu],
  ["EROFS", /read-only file system/iu],
  [
    "EACCES",
    /(?:unable to|could ?n[o']t|cannot|can't) (?:create|write|append|lock|mkdir|open .* for writing)[^]*permission denied|insufficient permission for adding/iu,
  ],
];

/** Where a call writes: objects first, then files, then references. */
const writesTo = ({ args, cwd, env = {} }: GitCall): string => {
  const last = args.at(-1) ?? "";
  if (args[0] === "init" && last.startsWith("/")) return last;
  const named = args.find((word) => word.startsWith("--git-dir="))?.slice("--git-dir=".length);
  return env["GIT_OBJECT_DIRECTORY"] ?? env["GIT_WORK_TREE"] ?? env["GIT_DIR"] ?? named ?? cwd;
};

/** Git doesn't always report the reason: writing a small file shows it. */
const tried = (folder: string): string => {
  const path = join(folder, `cairn-probe.${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(path, Buffer.alloc(8_192), { flag: "wx" });
    return "";
  } catch (error) {
    return errorCode(error);
  } finally {
    rmSync(path, { force: true });
  }
};

/** null: another reason. Faults: DISK_FULL, FOLDER_UNWRITABLE. */
export const diskRefusedIn = (folder: string, verb: string, err: string): Fault | null => {
  const named = causes.find(([, said]) => said.test(err))?.[0];
  const code =
    named ??
    (/(?:couldn't|unable to|could not|cannot) (?:write|create|update)|write error/iu.test(err)
      ? tried(folder)
      : "");
  if (!causes.some(([known]) => known === code)) return null;
  return diskFault(
    Object.assign(new Error(err.trim().slice(0, 1000)), { code }),
    `write by git ${verb} in`,
    folder,
  );
};

export const diskRefused = (call: GitCall, err: string): Fault | null =>
  diskRefusedIn(writesTo(call), call.args.find((word) => /^[a-z][a-z-]*$/u.test(word)) ?? "", err);
