// Removal of folders in which agents worked: whatever modes and names they left, and no link followed.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { errorCode, onDisk } from "../disk/fault.ts";

/** Names are bytes, and may be invalid text. */
const within = (folder: Buffer, name: Buffer): Buffer =>
  Buffer.concat([folder, Buffer.from("/"), name]);

/** false: not a folder. */
const unlockOne = (folder: Buffer | string): boolean => {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return false;
  if ((stat.mode & 0o700) !== 0o700) chmodSync(folder, stat.mode | 0o700);
  return true;
};

/** null: another removal was faster. */
const unlessGone = <T>(act: () => T): T | null => {
  try {
    return act();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
};

const entriesIn = (folder: Buffer) =>
  unlessGone(() => readdirSync(folder, { withFileTypes: true, encoding: "buffer" })) ?? [];

/** Programs make folders, step by step, that lie deeper than any path reaches: bytes below the outermost one. */
const deepest = 700;
const isDeep = (path: Buffer, top: Buffer): boolean => path.length > top.length + deepest;

/** Makes a folder and what a path reaches below it accessible. */
const open = (folder: Buffer, top: Buffer): void => {
  if (isDeep(folder, top) || !unlockOne(folder)) return;
  for (const entry of entriesIn(folder))
    if (entry.isDirectory()) open(within(folder, entry.name), top);
};

/** Deletes a folder's content; folders that lie deep are moved up, and are there afterwards. */
const clear = (folder: Buffer, top: Buffer): void => {
  if (!unlockOne(folder)) return;
  for (const entry of entriesIn(folder)) {
    const path = within(folder, entry.name);
    unlessGone(() => {
      if (!entry.isDirectory()) return unlinkSync(path);
      if (!isDeep(path, top)) {
        clear(path, top);
        return rmdirSync(path);
      }
      unlockOne(path);
      return renameSync(path, within(top, Buffer.from(randomBytes(8).toString("hex"))));
    });
  }
};

/** Makes a folder accessible, and everything below it or below a folder in it. */
export const unlock = (folder: string, below = folder): void =>
  onDisk("open the folder", folder, () => {
    if (unlockOne(folder)) open(Buffer.from(below), Buffer.from(below));
  });

const sweep = (folder: Buffer): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: "buffer" })) {
    const path = within(folder, entry.name);
    if (entry.isDirectory()) sweep(path);
    else if (!entry.isFile() && !entry.isSymbolicLink()) unlinkSync(path);
  }
};

/** Removes named pipes, sockets and devices below a folder, which git neither sees nor cleans. */
export const removeSpecial = (folder: string): void =>
  onDisk("clean", folder, () => sweep(Buffer.from(folder)));

/** Removes a file or folder with all in it. */
export const removeWhole = async (path: string | Buffer): Promise<void> => {
  const bytes = Buffer.from(path);
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    // Where it meets a closed folder, Node's removal of the others goes on for a while: what is gone is gone.
    onDisk("remove", bytes.toString(), () => {
      unlockOne(bytes.subarray(0, bytes.lastIndexOf("/")));
      while (unlockOne(bytes) && entriesIn(bytes).length > 0) clear(bytes, bytes);
      rmSync(bytes, { recursive: true, force: true });
    });
  }
};
