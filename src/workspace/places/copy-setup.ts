// Copy of a setup's output between folders: complete or not at all.
import { randomBytes } from "node:crypto";
import { constants, existsSync, mkdirSync, renameSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { diskFault } from "../disk/fault.ts";
import { removeWhole } from "./remove.ts";

/** Shares blocks if the file system can. */
const how = {
  recursive: true,
  verbatimSymlinks: true,
  preserveTimestamps: true,
  mode: constants.COPYFILE_FICLONE,
} as const;

const copyOne = async (from: string, to: string): Promise<void> => {
  const fresh = `${to}.${randomBytes(6).toString("hex")}`;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    await cp(from, fresh, how);
    await removeWhole(to);
    renameSync(fresh, to);
  } catch (error) {
    await removeWhole(fresh);
    throw diskFault(error, "copy", to);
  }
};

export const copySetup = async (
  from: string,
  to: string,
  makes: readonly Path[],
): Promise<boolean> => {
  if (!makes.every((path) => existsSync(join(from, path)))) return false;
  for (const path of makes) await copyOne(join(from, path), join(to, path));
  return true;
};
