// Pool of slots: owners, free ones, and removal of free ones.
import { randomBytes } from "node:crypto";
import { lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { errorCode, isMissing, onDisk } from "../disk/fault.ts";
import { namesIn } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { programOf } from "../programs.ts";
import { removeWhole } from "./remove.ts";
import type { Repository } from "./repository.ts";
import {
  busyFolder,
  freeFolder,
  hasTree,
  type Owner,
  readRecord,
  type Slot,
  slotIn,
  slotName,
  slotOf,
  type SlotRecord,
  writeRecord,
} from "./slot.ts";

export type Caps = { readonly slots: number; readonly kib: number };
/** Free slots above these limits are removed, oldest first. Active ones count and stay. */
export const usualCaps: Caps = { slots: 8, kib: 8 * 1024 * 1024 };

const goneFolder = ({ folder }: Repository): string => join(folder, "gone");

/** Renames a folder; false: gone, or another process was first. */
const moveFolder = (from: string, to: string): boolean =>
  onDisk("move", from, () => {
    makeFolder(dirname(to), 0o700);
    try {
      renameSync(from, to);
      return true;
    } catch (error) {
      if (isMissing(error) || errorCode(error) === "ENOTEMPTY" || errorCode(error) === "EEXIST")
        return false;
      throw error;
    }
  });

/** Renames it away at once, even if in use; then removes it. */
export const discard = async (repository: Repository, folder: string): Promise<void> => {
  const gone = join(goneFolder(repository), randomBytes(8).toString("hex"));
  if (moveFolder(folder, gone)) await removeWhole(gone);
};

/** Removes what killed processes left half removed. */
export const sweepGone = async (repository: Repository): Promise<void> => {
  for (const name of namesIn(goneFolder(repository)))
    await removeWhole(join(goneFolder(repository), name));
};

type Free = { readonly name: string; readonly since: number; readonly record: SlotRecord | null };

const freeSlots = (repository: Repository): readonly Free[] =>
  namesIn(freeFolder(repository))
    .map((name) => {
      const slot = slotIn(join(freeFolder(repository), name));
      const since =
        lstatSync(join(slot.folder, "slot.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return { name, since, record: readRecord(slot) };
    })
    .toSorted((one, other) => one.since - other.since);

/** The record of an owner's slot; null: none. */
export const ownRecord = (repository: Repository, owner: Owner): SlotRecord | null => {
  const record = readRecord(slotOf(repository, owner));
  return record !== null &&
    record.run === owner.run &&
    record.key === owner.key &&
    record.kind === owner.kind
    ? record
    : null;
};

/** Takes a free slot, preferably the owner's last one, or creates an empty one; its content isn't usable yet. */
export const claim = async (repository: Repository, owner: Owner): Promise<Slot> => {
  const slot = slotOf(repository, owner);
  if (readRecord(slot)?.at !== undefined) return slot;
  // An unreadable record was left by a kill.
  await discard(repository, slot.folder);
  const free = freeSlots(repository).filter(({ record }) => record !== null);
  const wanted = [...free.filter(({ name }) => name === slotName(owner)), ...free];
  for (const { name } of wanted)
    if (moveFolder(join(freeFolder(repository), name), slot.folder)) return slot;
  onDisk("make the folder", slot.tree, () => makeFolder(slot.tree, 0o700));
  return slot;
};

/** By `du`; 0 without it: then only the number is limited. */
const kibOf = async (repository: Repository, folder: string): Promise<number> => {
  const program = programOf("du", repository.root);
  if (program === null) return 0;
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    execFile(program, ["-sk", folder], { encoding: "latin1" }, (_error, out) =>
      resolve(Number.parseInt(out, 10) || 0),
    );
  });
};

/** Places of a run, not its checkouts. */
export const keysOf = (repository: Repository, run: string): readonly string[] =>
  namesIn(busyFolder(repository)).flatMap((name) => {
    const record = readRecord(slotIn(join(busyFolder(repository), name)));
    return record?.run === run && record.kind === "place" ? [record.key] : [];
  });

const busyCount = (repository: Repository): number => namesIn(busyFolder(repository)).length;

/** Removes free slots until the limits hold. */
const shrink = async (repository: Repository, caps: Caps): Promise<void> => {
  const free = freeSlots(repository);
  let slots = free.length + busyCount(repository);
  let kib = free.reduce((sum, { record }) => sum + (record?.kib ?? 0), 0);
  for (const { name, record } of free) {
    if (record !== null && slots <= caps.slots && kib <= caps.kib) continue;
    await discard(repository, join(freeFolder(repository), name));
    slots -= 1;
    kib -= record?.kib ?? 0;
  }
};

/** false: another process removed its folder meanwhile. */
const rewriteRecord = (slot: Slot, record: SlotRecord): boolean => {
  try {
    writeRecord(slot, record);
    return true;
  } catch (error) {
    if (error instanceof Fault && isMissing(error.cause)) return false;
    throw error;
  }
};

/** Returns an owner's slot to the pool. An unusable one is removed at once. */
export const release = async (repository: Repository, owner: Owner, caps: Caps): Promise<void> => {
  const slot = slotOf(repository, owner);
  const kib = hasTree(slot) ? await kibOf(repository, slot.folder) : 0;
  const free = join(freeFolder(repository), slotName(owner));
  await discard(repository, free);
  // Read late, since other processes may have released it; nothing asynchronous follows.
  const record = ownRecord(repository, owner);
  if (record === null || record.at === null || !hasTree(slot))
    await discard(repository, slot.folder);
  else if (rewriteRecord(slot, { ...record, merging: null, kib })) moveFolder(slot.folder, free);
  await shrink(repository, caps);
};

/** Removes all slots of a run, and unreadable active ones. */
export const releaseRun = async (repository: Repository, run: string): Promise<void> => {
  for (const folder of [busyFolder(repository), freeFolder(repository)]) {
    for (const name of namesIn(folder)) {
      const record = readRecord(slotIn(join(folder, name)));
      if (record?.run === run) await discard(repository, join(folder, name));
    }
  }
  await sweepGone(repository);
};
