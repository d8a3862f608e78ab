// Entries of a git index file, and their stat data set without git: a filter would have to run for git to do so.
import { createHash } from "node:crypto";
import { type BigIntStats, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { onDisk } from "../disk/fault.ts";

/** `at`: where it begins in the file. `name`: bytes in latin1. `size`: of the file when it was recorded. */
export type Entry = {
  readonly at: number;
  readonly name: string;
  readonly id: string;
  readonly size: number;
};
/** `entries`: regular files that are checked out, without conflicts. */
export type IndexFile = { readonly bytes: Buffer; readonly entries: readonly Entry[] };
export type Format = "sha1" | "sha256";

const flagsOf = { stage: 0x30_00, extended: 0x40_00, skipWorktree: 0x40_00 } as const;

/** A number of version 4, as in packs: how many bytes of the name before are dropped; and where it ends. */
const dropped = (bytes: Buffer, from: number): readonly [count: number, end: number] => {
  let at = from;
  let byte = bytes[at] ?? 0;
  let count = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes[(at += 1)] ?? 0;
    count = (count + 1) * 128 + (byte & 0x7f);
  }
  return [count, at + 1];
};

const hashBytes = (format: Format): number => (format === "sha1" ? 20 : 32);

export const indexIn = (bytes: Buffer, format: Format): IndexFile => {
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  const idEnd = 40 + hashBytes(format);
  const entries: Entry[] = [];
  let name = "";
  for (let at = 12, read = 0; read < count; read += 1) {
    const flags = bytes.readUInt16BE(at + idEnd);
    const isExtended = (flags & flagsOf.extended) !== 0;
    let begin = at + idEnd + (isExtended ? 4 : 2);
    let kept = "";
    if (version === 4) {
      const [drop, end] = dropped(bytes, begin);
      kept = name.slice(0, name.length - drop);
      begin = end;
    }
    const end = bytes.indexOf(0, begin);
    name = kept + bytes.toString("latin1", begin, end);
    const isSkipped =
      isExtended && (bytes.readUInt16BE(at + idEnd + 2) & flagsOf.skipWorktree) !== 0;
    if (bytes.readUInt32BE(at + 24) >>> 12 === 0o10 && !isSkipped && (flags & flagsOf.stage) === 0)
      entries.push({
        at,
        name,
        id: bytes.toString("hex", at + 40, at + idEnd),
        size: bytes.readUInt32BE(at + 36),
      });
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return { bytes, entries };
};

const attributes = ".gitattributes";
/** Names of attribute files, without reading all entries; null: these must be read. */
export const attributesIn = (bytes: Buffer): readonly string[] | null => {
  if (bytes.readUInt32BE(4) === 4) return null;
  const names: string[] = [];
  for (
    let at = bytes.indexOf(`${attributes}\0`);
    at !== -1;
    at = bytes.indexOf(`${attributes}\0`, at + 1)
  ) {
    // Flags with the name's length stand before it; a short one's first byte is 0, as none of a name is.
    const begin = bytes.lastIndexOf(0, at - 1) + 2;
    const end = at + attributes.length;
    if ((bytes.readUInt16BE(begin - 2) & 0xf_ff) !== end - begin) return null;
    names.push(bytes.toString("latin1", begin, end));
  }
  return names;
};

const low = (value: bigint): number => Number(value & 0xff_ff_ff_ffn);
const second = 1_000_000_000n;

/** Whether an entry is recorded as the file is. */
export const isStamped = ({ bytes }: IndexFile, { at }: Entry, stat: BigIntStats): boolean =>
  bytes.readUInt32BE(at) === low(stat.ctimeNs / second) &&
  bytes.readUInt32BE(at + 8) === low(stat.mtimeNs / second) &&
  bytes.readUInt32BE(at + 36) === low(stat.size);

/** Records files as they are on disk: git takes them for unchanged, whatever their content. */
export const stamp = (
  path: string,
  { bytes }: IndexFile,
  files: readonly { readonly entry: Entry; readonly stat: BigIntStats }[],
  format: Format,
): void => {
  for (const { entry, stat } of files) {
    const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat;
    const times = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second];
    for (const [n, value] of [...times, dev, ino].entries())
      bytes.writeUInt32BE(low(value), entry.at + 4 * n);
    for (const [n, value] of [uid, gid, size].entries())
      bytes.writeUInt32BE(low(value), entry.at + 28 + 4 * n);
  }
  const end = bytes.length - hashBytes(format);
  if (bytes.subarray(end).some((byte) => byte !== 0))
    createHash(format).update(bytes.subarray(0, end)).digest().copy(bytes, end);
  onDisk("write", path, () => {
    // With a later time git would trust files that changed in the second in which it was written.
    const { mtime } = statSync(path);
    writeFileSync(`${path}.stamped`, bytes);
    utimesSync(`${path}.stamped`, mtime, mtime);
    renameSync(`${path}.stamped`, path);
  });
};
