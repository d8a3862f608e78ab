// Projection of the ledger into files: writes only differences, each file whole, over own bytes only.
import { randomBytes } from "node:crypto";
import { join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Fault } from "../core/refusal.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { keepAside } from "./aside.ts";
import { contentDigest } from "./disk/content.ts";
import { diskFault } from "./disk/fault.ts";
import { acknowledge, miss } from "./project/late.ts";
import { sweepLeftovers } from "./project/leftovers.ts";
import { bring, close, isKnown, type Pass, type PlannedFile } from "./project/pass.ts";
import type { Projections } from "./project/projections.ts";
import {
  dropIntents,
  dropOldIntents,
  intentsOf,
  putIntents,
  putRun,
  recordsOf,
  runOf,
} from "./project/records.ts";
import { checkSubfolders, makeFolders } from "./project/subfolders.ts";
import type { Projected, Projection } from "./workspace.ts";

type Outcome = { readonly projected: Projected; readonly failed: Fault | null };

/** File systems allow names of 255 bytes; hidden names beside a file extend its own. */
const nameBytes = 180;
const isUnfit = (part: string): boolean =>
  part === "" ||
  part === "." ||
  part === ".." ||
  /[\0\\]/.test(part) ||
  Buffer.byteLength(part) > nameBytes;
const checkPath = (path: Path): void => {
  if (!path.split("/").some(isUnfit)) return;
  throw new Fault(
    "PATH_OUTSIDE",
    `${JSON.stringify(path)} can't be a projected file`,
    `its parts need names of at most ${nameBytes} bytes, without ".."`,
  );
};

/** Deep files first, at the top Markdown before JSON: a reader of the top file finds what it mentions. */
const rank = ({ path }: PlannedFile): number =>
  path.includes("/") ? 0 : path.endsWith(".json") ? 2 : 1;

/** Text appended to our bytes reverts no newer content: it can be read afterwards. */
const isAppended = (
  wanted: readonly PlannedFile[],
  records: ReturnType<typeof recordsOf>,
  path: Path,
  bytes: Uint8Array,
): boolean => {
  const text = wanted.find((file) => file.path === path);
  const record = records.get(path);
  const begins = (size: number, of: Digest): boolean =>
    bytes.length > size && contentDigest(bytes.subarray(0, size)) === of;
  return (
    (record !== undefined && begins(record.size, record.digest)) ||
    (text !== undefined && begins(Buffer.byteLength(text.text), text.digest))
  );
};

/** `batch`: under which name the intents were announced; null: not yet. "unannounced": something must be written first. */
const projectAlone = (
  home: string,
  db: DatabaseSync,
  projection: Projection,
  wanted: readonly PlannedFile[],
  batch: string | null,
  now: Time,
): Outcome | "unannounced" => {
  const { run, folder, version } = projection;
  const known = runOf(db, run);
  // The files may belong to another run by now: neither written nor read as edits of this one.
  if (known !== null && known.moved > version)
    return { projected: { written: [], older: true, drift: [] }, failed: null };
  if (known === null && projection.remembered === true)
    return { projected: { written: [], older: false, forgotten: true, drift: [] }, failed: null };
  const records = recordsOf(db, run);
  const pass: Pass = {
    db,
    projection,
    wanted: new Map(wanted.map((file) => [file.path, file])),
    records,
    intents: intentsOf(db, run),
    // A process that missed the folder's move would write to the old place, whatever was written last.
    older: known !== null && Math.max(known.version, known.moved) > version,
    announced: batch !== null,
    now,
    keep: (path, bytes) => {
      keepAside(home, run, path, bytes);
      if (isAppended(wanted, records, relative(folder, path), bytes)) miss(path, bytes);
    },
    drift: new Map(),
    written: [],
    swaps: new Map(),
  };
  // A killed process may have created files without a record; its intents name them.
  const told = [...records.keys(), ...pass.intents.keys(), ...Object.keys(projection.settled)];
  const gone = [...new Set(told)].filter((path) => !pass.wanted.has(path));
  let failed: Fault | null = null;
  const trying = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      failed ??= diskFault(error, "write the files of a run in", folder);
    }
  };
  let through = true;
  trying(() => {
    const paths = [...pass.wanted.keys(), ...gone];
    checkSubfolders(folder, paths);
    sweepLeftovers(folder, paths, (path, found) => isKnown(pass, path, found), pass.keep);
    through =
      wanted.every((file) => bring(pass, file.path, file)) &&
      gone.every((path) => bring(pass, path, null));
    if (!through || pass.older) return;
    if (known === null) makeFolders(folder, projection.folders ?? []);
    putRun(db, run, version, folder);
  });
  if (!through) return "unannounced";
  // Files written before a fault are still recorded as ours.
  trying(() => close(pass));
  if (batch !== null) dropIntents(db, run, batch);
  if (!pass.older && failed === null && pass.drift.size === 0) dropOldIntents(db, run, version);
  const { drift, written, older } = pass;
  const ours = written.filter((path) => !drift.has(path));
  return { projected: { written: ours, older, drift: [...drift.values()] }, failed };
};

/**
 * Writes differing files, deep ones first; removes our obsolete files. Bytes that are neither our last ones nor settled are returned as drift.
 * Deleted and emptied files are rewritten. After a fault the next projection continues.
 */
export const projectFiles = async (
  home: string,
  cache: Projections,
  projection: Projection,
  now: () => Time,
): Promise<Projected> => {
  const wanted = Object.entries(projection.files)
    .map(([path, text]) => ({ path, text, digest: contentDigest(text) }))
    .sort((a, b) => rank(a) - rank(b));
  for (const { path } of wanted) checkPath(path);
  for (const [path, digest] of Object.entries(projection.settled))
    acknowledge(join(projection.folder, path), digest);
  const attempt = (batch: string | null): Promise<Outcome | "unannounced"> =>
    cache.alone((db) => projectAlone(home, db, projection, wanted, batch, now()));
  let outcome = await attempt(null);
  if (outcome === "unannounced") {
    // A separate transaction: it must survive a kill during the next one.
    const batch = randomBytes(8).toString("hex");
    await cache.alone((db) =>
      putIntents(
        db,
        projection.run,
        batch,
        projection.version,
        new Map(wanted.map((file) => [file.path, file.digest])),
      ),
    );
    outcome = await attempt(batch);
  }
  if (outcome === "unannounced")
    throw new Error("a projection that was announced asked to be announced");
  if (outcome.failed !== null) throw outcome.failed;
  return outcome.projected;
};
