// Why: the files follow the ledger: only what differs is written, each file whole, and never over bytes that aren't ours.
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { digest } from "../core/hash.ts";
import { Fault } from "../core/refusal.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { keepAside } from "./aside.ts";
import { syncFolder } from "./atomic.ts";
import { diskFault } from "./disk-fault.ts";
import { driftOf, isEmptied, lookAt } from "./drift.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { statPlain } from "./plain-file.ts";
import type { Projections } from "./projections.ts";
import {
  dropIntents,
  dropRecord,
  intentsOf,
  isAsRecorded,
  putIntents,
  putRecord,
  putRun,
  recordFrom,
  recordsOf,
  runOf,
} from "./records.ts";
import { checkSubfolders, dropSubfolders, makeSubfolders } from "./subfolders.ts";
import { finish, swapIn, swapOut } from "./swap.ts";
import type { Swap } from "./swap.ts";
import type { Drift, Projected, Projection } from "./workspace.ts";

type Wanted = { readonly path: Path; readonly text: string; readonly digest: Digest };
type Outcome = { readonly projected: Projected; readonly failed: Fault | null };

/** How often a file is looked at again when somebody writes it just now; then it is left to the next projection. */
const looks = 3;

/** File systems take names of 255 bytes; hidden names beside a file add to its own. */
const nameBytes = 180;
const checkPath = (path: Path): void => {
  const parts = path.split("/");
  if (
    path.includes("\0") ||
    path.includes("\\") ||
    parts.some((part) => part === "" || part === "." || part === ".." || Buffer.byteLength(part) > nameBytes)
  ) {
    throw new Fault(
      "PATH_OUTSIDE",
      `${JSON.stringify(path)} can't be a projected file`,
      `its parts need names of at most ${nameBytes} bytes, without ".."`,
    );
  }
};

/** Deep files first, at the top Markdown before JSON: who trusts the top file finds what it speaks of. */
const rank = ({ path }: Wanted): number => (path.includes("/") ? 0 : path.endsWith(".json") ? 2 : 1);

const projectAlone = (
  home: string,
  db: DatabaseSync,
  projection: Projection,
  wanted: readonly Wanted[],
  batch: string | null,
  now: Time,
): Outcome | "intend" => {
  const { run, folder, version, settled } = projection;
  const records = recordsOf(db, run);
  const intents = intentsOf(db, run);
  const texts = new Map(wanted.map((file) => [file.path, file]));
  const drift = new Map<Path, Drift>();
  const written: Path[] = [];
  const swaps = new Map<Path, Swap>();
  const older = (runOf(db, run)?.version ?? 0) > version;
  const known = (path: Path, found: Digest): boolean =>
    records.get(path)?.digest === found || intents.get(path)?.has(found) === true || texts.get(path)?.digest === found;
  const keep = (path: string, bytes: Uint8Array): void => void keepAside(home, run, path, bytes);
  const settle = (path: Path, found: Digest): void => {
    const stat = statPlain(join(folder, path));
    if (stat !== null) putRecord(db, run, recordFrom(path, version, found, stat, Date.now()));
  };

  /** true: done with, or drift; false: it must be written or taken away, which the intents must say beforehand. */
  const deal = (path: Path, file: Wanted | null): boolean => {
    const at = join(folder, path);
    const record = records.get(path);
    for (let look = 0; look < looks; look += 1) {
      const stat = statPlain(at);
      if (file !== null && record?.digest === file.digest && stat !== null && isAsRecorded(record, stat)) return true;
      const seen = stat === null ? null : lookAt(at);
      if (seen !== null && seen.digest === file?.digest) {
        if (!older) putRecord(db, run, recordFrom(path, version, seen.digest, seen.stat, seen.at));
        return true;
      }
      const loss = seen === null ? null : driftOf(path, seen, now);
      const free = seen === null || (isEmptied(seen) ? loss?.half === false : known(path, seen.digest) || settled[path] === seen.digest);
      if (loss !== null && !free) {
        if (file !== null || record !== undefined) drift.set(path, loss);
        return true;
      }
      if (older) return true;
      if (seen === null && file === null) {
        dropRecord(db, run, path);
        return true;
      }
      if (batch === null) return false;
      const ours = (found: Digest): boolean => found === seen?.digest || known(path, found);
      if (file !== null) makeSubfolders(folder, path);
      const swap = file === null ? swapOut(at, ours, keep) : swapIn(at, file.text, ours);
      if (swap === null) continue;
      swaps.set(path, swap);
      if (!finish(swap, keep, false)) {
        swaps.delete(path);
        continue;
      }
      written.push(path);
      if (file === null) dropRecord(db, run, path);
      else settle(path, file.digest);
      return true;
    }
    drift.set(path, driftOf(path, lookAt(at), now));
    return true;
  };

  /** The last look at what was put aside: a slow writer in place may have come back to it. */
  const close = (): void => {
    const touched = new Set([...swaps.keys()].map((path) => dirname(join(folder, path))));
    for (const place of touched) syncFolder(place);
    for (const [path, swap] of swaps) {
      if (finish(swap, keep, true)) continue;
      drift.set(path, driftOf(path, lookAt(join(folder, path)), now));
      const record = records.get(path);
      if (swap.digest === null && record !== undefined) putRecord(db, run, record);
    }
    dropSubfolders(
      folder,
      [...swaps].filter(([, swap]) => swap.digest === null).map(([path]) => path),
    );
  };

  // A killed process may have made files that no record tells of: its intents do.
  const gone = [...new Set([...records.keys(), ...intents.keys()])].filter((path) => !texts.has(path));
  let failed: Fault | null = null;
  try {
    checkSubfolders(folder, [...texts.keys(), ...gone]);
    sweepLeftovers(folder, [...texts.keys(), ...gone], known, keep);
    for (const file of wanted) if (!deal(file.path, file)) return "intend";
    for (const path of gone) if (!deal(path, null)) return "intend";
    if (!older) putRun(db, run, version, folder);
  } catch (error) {
    failed = diskFault(error, "write the files of a run in", folder);
  }
  try {
    close();
  } catch (error) {
    failed ??= diskFault(error, "write the files of a run in", folder);
  }
  if (batch !== null) dropIntents(db, run, batch);
  return { projected: { written: written.filter((path) => !drift.has(path)), older, drift: [...drift.values()] }, failed };
};

/**
 * Writes what differs, deep files first; takes away files of ours that are no more. What isn't our last bytes, nor settled, comes back as drift.
 * Deleted and emptied files are written again. After a fault what was written is known as ours, and the next projection goes on from there.
 */
export const projectFiles = async (home: string, cache: Projections, projection: Projection, now: () => Time): Promise<Projected> => {
  const wanted = Object.entries(projection.files)
    .map(([path, text]) => ({ path, text, digest: digest(text) }))
    .sort((a, b) => rank(a) - rank(b));
  for (const { path } of wanted) checkPath(path);
  let batch: string | null = null;
  const attempt = (): Promise<Outcome | "intend"> => cache.alone((db) => projectAlone(home, db, projection, wanted, batch, now()));
  let outcome = await attempt();
  if (outcome === "intend") {
    const name = randomBytes(8).toString("hex");
    await cache.alone((db) => putIntents(db, projection.run, name, new Map(wanted.map((file) => [file.path, file.digest]))));
    batch = name;
    outcome = await attempt();
  }
  if (outcome === "intend")
    throw new Fault("PROJECTION_FAILED", `the files of ${projection.run} could not be written`, "repeat the command");
  if (outcome.failed !== null) throw outcome.failed;
  return outcome.projected;
};
