// Removal of folders in which agents worked: whatever modes and names they left, and no link followed.
import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
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

/** Makes a folder and everything below accessible; with `remove`, deletes its content. */
const walk = (folder: Buffer, remove: boolean): void => {
  if (!unlockOne(folder)) return;
  for (const entry of entriesIn(folder)) {
    const path = within(folder, entry.name);
    if (entry.isDirectory()) walk(path, remove);
    if (remove) unlessGone(() => (entry.isDirectory() ? rmdirSync : unlinkSync)(path));
  }
};

/** Makes a folder accessible, and everything below it or below a folder in it. */
export const unlock = (folder: string, below = folder): void =>
  onDisk("open the folder", folder, () => {
    if (unlockOne(folder)) walk(Buffer.from(below), false);
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
      walk(bytes, true);
      rmSync(bytes, { recursive: true, force: true });
    });
  }
};
