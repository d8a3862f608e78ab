// Drift detection: files that aren't as they were last written count as hand edits.
import type { Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { DropIn } from "../../core/run-files.ts";
import { Fault } from "../../core/refusal.ts";
import type { Path, Time } from "../../core/row.ts";
import { contentText } from "../disk/content.ts";
import { namesIn } from "../disk/look.ts";
import { isPlain, statPlain } from "../disk/plain-file.ts";
import type { Drift } from "../workspace.ts";
import { deliverLate } from "./late.ts";
import type { Projections } from "./projections.ts";
import { type FileReading, isHalf, lookAt } from "./reading.ts";
import { type FileRecord, isAsRecorded, none, putSeen, recordsOf, runOf } from "./records.ts";
import { checkSubfolders } from "./subfolders.ts";

/** How a foreign file is passed to readers of edits. */
export const driftOf = (path: Path, seen: FileReading | null, mark: number, now: Time): Drift => {
  if (seen === null) return { path, text: null, digest: null, mark, half: false, unreadable: null };
  const text = contentText(seen.bytes);
  return {
    path,
    text: text ?? "",
    digest: seen.digest,
    mark,
    half: isHalf(path, seen, now),
    unreadable: text === null ? "it is no UTF-8 text" : null,
  };
};

/** The owner of the files, and their location. */
type Where = {
  readonly run: string;
  readonly folder: string;
  readonly dropIns: readonly DropIn[];
  readonly now: Time;
};
type Same = { readonly record: FileRecord; readonly stat: Stats; readonly at: number };
type Found = { readonly drift: readonly Drift[]; readonly same: readonly Same[] };

/** Unknown files where drop-ins are expected. */
const added = ({ folder, dropIns }: Where, known: ReadonlyMap<Path, unknown>): readonly Path[] =>
  dropIns.flatMap((dropIn) =>
    namesIn(`${folder}/${dropIn.folder}`)
      .filter((name) => name.endsWith(dropIn.ending) && !name.startsWith("."))
      .map((name) => `${dropIn.folder}/${name}`)
      .filter((path) => !known.has(path) && isPlain(`${folder}/${path}`)),
  );

const compare = (db: DatabaseSync, where: Where): Found => {
  const { run, folder, now } = where;
  const records = recordsOf(db, run);
  const drift: Drift[] = [];
  const same: Same[] = [];
  checkSubfolders(folder, records.keys());
  for (const record of records.values()) {
    const path = `${folder}/${record.path}`;
    const stat = statPlain(path);
    if (stat !== null && isAsRecorded(record, stat)) continue;
    const seen = stat === null ? null : lookAt(path, record.size);
    if (seen?.digest === record.digest) same.push({ record, stat: seen.stat, at: seen.at });
    // What was announced only may not have come to be written.
    else if (seen === null ? record.digest !== none : seen.digest !== record.next)
      drift.push(driftOf(record.path, seen, record.mark, now));
  }
  for (const path of added(where, records)) {
    const seen = lookAt(`${folder}/${path}`);
    if (seen !== null) drift.push(driftOf(path, seen, 0, now));
  }
  return { drift, same };
};

/** A projection may be in progress: checks the findings again under its lock. Without write access there is no projection. */
const again = async (cache: Projections, where: Where, first: Found): Promise<Found> => {
  try {
    return await cache.alone((db) => compare(db, where));
  } catch (error) {
    if (error instanceof Fault && error.code === "FOLDER_UNWRITABLE") return first;
    throw error;
  }
};

/**
 * The run's files that aren't as they were last written, and those added where `dropIns` says; `text` null or "": deleted or emptied.
 * Stats first and reads only changed files. A run that was never projected has no drift.
 */
export const findDrift = async (cache: Projections, where: Where): Promise<readonly Drift[]> => {
  const { run, folder } = where;
  deliverLate(folder);
  const first = await cache.read((db) => (runOf(db, run) === null ? null : compare(db, where)));
  if (first === null) return [];
  const found = first.drift.length === 0 ? first : await again(cache, where, first);
  if (found.same.length > 0)
    cache.tryAlone((db) => {
      for (const { record, stat, at } of found.same) putSeen(db, run, record, stat, at);
    });
  return found.drift;
};
