// Projection of the ledger into files: writes only differences, each file whole, over own bytes only.
import type { DatabaseSync } from "node:sqlite";
import { Fault } from "../core/refusal.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { asideBytes } from "./aside.ts";
import { contentDigest } from "./disk/content.ts";
import { diskFault, onDisk } from "./disk/fault.ts";
import { deliverLate } from "./project/late.ts";
import { bring, close, type Pass, planned, type Wanted } from "./project/pass.ts";
import type { Projections } from "./project/projections.ts";
import { none, putRun, recordsOf, runOf, settle } from "./project/records.ts";
import { checkSubfolders, makeFolders } from "./project/subfolders.ts";
import { type Swap, sweepLeftovers } from "./project/swap.ts";
import type { Drift, Projected, Projection, Settled } from "./workspace.ts";

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
const rank = ({ path }: Wanted): number =>
  path.includes("/") ? 0 : path.endsWith(".json") ? 2 : 1;

type Asked = {
  readonly home: string;
  readonly projection: Projection;
  readonly wanted: readonly Wanted[];
  readonly now: Time;
};

const overwritten =
  "it was written over or into an older version of the file, which another text had replaced by then";

const passOf = (
  db: DatabaseSync,
  { home, projection, now }: Asked,
  older: boolean,
  drift: Map<Path, Drift>,
): Pass => ({
  db,
  projection,
  records: recordsOf(db, projection.run),
  older,
  now,
  keep: (path, bytes) => void asideBytes(home, projection.run, path, bytes, overwritten),
  drift,
});

type Plan = {
  readonly older: boolean;
  readonly drift: Map<Path, Drift>;
  /** Announced under this turn: a kill from now on leaves bytes that are known as ours. */
  readonly writes: readonly Wanted[];
  readonly turn: string;
};

/** null: nothing is remembered of the run's files. */
const plan = (db: DatabaseSync, asked: Asked, first: readonly Settled[] | null): Plan | null => {
  const { run, folder, version, folders = [] } = asked.projection;
  const known = runOf(db, run);
  const isNew = known === null || known.version === 0;
  const nothing = { older: true, drift: new Map<Path, Drift>(), writes: [], turn: "" };
  // The files may belong to another run by now: neither written nor read as edits of this one.
  if (known !== null && known.moved > version) return nothing;
  if (isNew && first === null) return null;
  for (const one of isNew ? (first ?? []) : []) settle(db, run, one);
  // Who announced a newer version is about to write it: two that took turns would never come to an end.
  const newest = Math.max(known?.version ?? 0, known?.announced ?? 0);
  const pass = passOf(db, asked, newest > version, new Map());
  const wants = new Map(asked.wanted.map((one) => [one.path, one]));
  const gone = [...pass.records.keys()]
    .filter((path) => !wants.has(path))
    .map((path) => ({ path, text: null, digest: none }));
  const all = [...asked.wanted, ...gone];
  const paths = all.map(({ path }) => path);
  checkSubfolders(folder, paths);
  const isOurs = (path: Path, found: Digest): boolean => {
    const { digest = none, next = none } = pass.records.get(path) ?? {};
    return [digest, next, wants.get(path)?.digest].includes(found);
  };
  onDisk("write the files of a run in", folder, () =>
    sweepLeftovers(folder, paths, isOurs, pass.keep),
  );
  const writes = planned(pass, all);
  const { older, drift } = pass;
  // Processes that mean the same don't take turns from one another.
  const turn = contentDigest(JSON.stringify(asked.wanted.map((one) => [one.path, one.digest])));
  if (isNew && !older)
    onDisk("make the folders of a run in", folder, () => makeFolders(folder, folders));
  if (!older)
    putRun(db, run, {
      folder,
      announced: version,
      turn,
      ...(writes.length === 0 ? { version, due: false } : {}),
    });
  return { older, drift, writes, turn };
};

type Done = { readonly written: readonly Path[]; readonly failed: Fault | null };

/** null: another process announced its writes since, or settled an edit. */
const carryOut = (db: DatabaseSync, asked: Asked, { drift, writes, turn }: Plan): Done | null => {
  const { run, folder, version } = asked.projection;
  const now = runOf(db, run);
  if (now?.turn !== turn || now.announced > version) return null;
  const pass = passOf(db, asked, false, drift);
  const swaps = new Map<Path, Swap>();
  let failed: Fault | null = null;
  const trying = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      failed ??= diskFault(error, "write the files of a run in", folder);
    }
  };
  trying(() => {
    for (const one of writes) {
      const made = bring(pass, one);
      if (made !== null) swaps.set(one.path, made);
    }
    putRun(db, run, { version, due: false });
  });
  // Files written before a fault are still recorded as ours.
  trying(() => close(pass, swaps));
  return { written: [...swaps.keys()].filter((path) => !drift.has(path)), failed };
};

/** How often another process may announce its writes in between. */
const turns = 20;

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
  const { folder } = projection;
  const wanted = Object.entries(projection.files)
    .map(([path, text]) => ({ path, text, digest: contentDigest(text) }))
    .sort((a, b) => rank(a) - rank(b));
  for (const { path } of wanted) checkPath(path);
  deliverLate(folder);
  let first: readonly Settled[] | null = projection.first === undefined ? [] : null;
  for (let turn = 0; turn < turns; turn += 1) {
    const asked = { home, projection, wanted, now: now() };
    const found = await cache.alone((db) => plan(db, asked, first));
    if (found === null) {
      first = (await projection.first?.()) ?? [];
      continue;
    }
    const { older, drift, writes } = found;
    const done =
      writes.length === 0
        ? { written: [], failed: null }
        : await cache.alone((db) => carryOut(db, asked, found));
    if (done === null) continue;
    if (done.failed !== null) throw done.failed;
    return { written: done.written, older, drift: [...drift.values()] };
  }
  throw new Fault(
    "PROJECTION_BUSY",
    "other processes write the run's files over and over",
    "see which cairn processes work on it, then repeat the command",
  );
};
