// Slot of the pool: a working tree, the engine's index of it, and a record of its use.
import { isFullId } from "../../core/commit-id.ts";
import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../core/hash.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { type Repository } from "./repository.ts";

/** "place": for an agent. "checkout": for checks and readers. */
export type Kind = "place" | "checkout";
export type Owner = { readonly kind: Kind; readonly run: string; readonly key: string };
/** A merge handed back for mending: the merged commit, and the conflicting files, as bytes in latin1. */
export type Merging = { readonly head: string; readonly files: readonly string[] };
export type SlotRecord = Owner & {
  /** The current commit; null: a move was in progress. */
  readonly at: string | null;
  readonly merging: Merging | null;
  /** Its disk usage in KiB, measured when it was freed. */
  readonly kib: number;
};
export type Slot = { readonly folder: string; readonly tree: string; readonly index: string };

export const slotIn = (folder: string): Slot => ({
  folder,
  tree: join(folder, "tree"),
  index: join(folder, "index"),
});

export const placeOf = ({ run }: { readonly run: string }, key: string): Owner => ({
  kind: "place",
  run,
  key,
});
export const checkoutOf = ({ run }: { readonly run: string }, key: string): Owner => ({
  kind: "checkout",
  run,
  key,
});

/** Constant per owner, since agent programs find conversations by folder. */
export const slotName = ({ kind, run, key }: Owner): string =>
  digest(JSON.stringify([kind, run, key])).slice(0, 16);
export const busyFolder = ({ folder }: Repository): string => join(folder, "slots");
export const freeFolder = ({ folder }: Repository): string => join(folder, "free");
export const slotOf = (repository: Repository, owner: Owner): Slot =>
  slotIn(join(busyFolder(repository), slotName(owner)));

const mergingIn = (value: unknown): Merging | null => {
  if (!isRecord(value) || typeof value["head"] !== "string" || !Array.isArray(value["files"]))
    return null;
  return { head: value["head"], files: value["files"].filter((file) => typeof file === "string") };
};

/** null: missing or unreadable, so its content is unknown. */
export const readRecord = ({ folder }: Slot): SlotRecord | null => {
  const value = parsed(trimmedText(join(folder, "slot.json")) ?? "");
  if (!isRecord(value)) return null;
  const { kind, run, key, at, merging, kib } = value;
  if (
    (kind !== "place" && kind !== "checkout") ||
    typeof run !== "string" ||
    typeof key !== "string"
  )
    return null;
  const stands = typeof at === "string" && isFullId(at) ? at : null;
  return {
    kind,
    run,
    key,
    at: stands,
    merging: mergingIn(merging),
    kib: typeof kib === "number" ? kib : 0,
  };
};

/** Atomic but not durable: after a power failure the working tree is uncertain, too. */
export const writeRecord = ({ folder }: Slot, record: SlotRecord): void =>
  onDisk("write", join(folder, "slot.json"), () => {
    const fresh = join(folder, `slot.json.${randomBytes(6).toString("hex")}`);
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 });
    renameSync(fresh, join(folder, "slot.json"));
  });

/** The working tree is a folder, and not a link. */
export const hasTree = ({ tree }: Slot): boolean =>
  lstatSync(tree, { throwIfNoEntry: false })?.isDirectory() ?? false;
