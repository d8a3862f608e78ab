// Copies of the run's documents in a job's place; changes in them count as that job's own hand edits.
import { join, relative } from "node:path";
import { digest } from "../../core/hash.ts";
import type { Change } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";
import { isWithin } from "../../core/within.ts";
import type { AtWork, Drift, PlaceSite, Spot } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, jobIn, readLog } from "../fold.ts";
import type { Landing } from "../runner/driving.ts";
import { isPast } from "./is-past.ts";
import { warn } from "../run-options.ts";

/** The run's folder relative to the root, "" for files of its own there; null: it is outside, visible to every job. */
export const ownFolder = (engine: Engine, folded: Folded): Path | null => {
  const { root, place } = groundOf(engine, folded);
  if (place === null || !isWithin(root, place)) return null;
  return place === root && folded.protocol.owns === undefined ? null : relative(root, place);
};

/** In a shared folder only files that may be the run's are lent and taken back. */
const isOwned = ({ protocol: { owns }, state }: Folded, path: Path): boolean =>
  owns === undefined || owns(state).includes(path);

/** Of the repository's top only these files are read. null: no folder, or a link that a job put there. */
const foundIn = async (
  { workspace }: Engine,
  { protocol, state }: Folded,
  top: Path,
  folder: Path,
) => {
  const at = join(await workspace.real(top), folder);
  if ((await workspace.real(at)) !== at) return null;
  return workspace.found(at, folder === "" ? protocol.owns?.(state) : undefined);
};

/** The documents and the version they show; another process may write them between the two looks. null: none are there. */
const shown = async (engine: Engine, run: string, folded: Folded, folder: Path) => {
  const { root } = groundOf(engine, folded);
  const written = async (): Promise<number | undefined> =>
    (await engine.workspace.projected(run))?.version;
  for (let before = await written(); ;) {
    const found = await foundIn(engine, folded, root, folder);
    const version = await written();
    if (found === null || version === before)
      return found === null ? null : { files: found.files, version };
    before = version;
  }
};

/** Copies the documents into a place or checkout; null: none to copy. */
export const lendDocuments = async (
  { engine, run }: Pick<Landing, "engine" | "run">,
  folded: Folded,
  site: PlaceSite,
  to: string,
): Promise<Spot["lent"]> => {
  const folder = ownFolder(engine, folded);
  const found = folder === null ? null : await shown(engine, run, folded, folder);
  if (folder === null || found === null) return null;
  const files = Object.entries(found.files).filter(([path]) => isOwned(folded, path));
  const places = await engine.workspace.places();
  await places.lend(
    site,
    to,
    Object.fromEntries(files.map(([path, bytes]) => [join(folder, path), bytes])),
  );
  // Files of the commit in that folder aren't changes either.
  const there = await foundIn(engine, folded, to, folder);
  const lent = Object.entries(there?.files ?? {}).map(
    ([path, bytes]) => [path, digest(bytes)] as const,
  );
  return { folder, version: found.version ?? folded.version, files: Object.fromEntries(lent) };
};

/** Edits of the run's own files in a job's copies; what is no text is set aside. */
const driftsIn = async (
  { engine, run, tell }: Landing,
  own: readonly (readonly [Path, Uint8Array])[],
): Promise<readonly Drift[]> => {
  const drifts: Drift[] = [];
  for (const [path, bytes] of own) {
    const text = utf8Text(bytes);
    if (text !== null)
      drifts.push({ path, text, digest: digest(bytes), mark: 0, half: false, unreadable: null });
    else {
      const kept = await engine.workspace.setAside(run, path, bytes, "it is no UTF-8");
      warn(tell, `what the job wrote to ${path} is no UTF-8: it isn't read, and kept in ${kept}`);
    }
  }
  return drifts;
};

/** Brings back free documents that a job wrote in the run's folder, without overwriting concurrent changes. */
const bringBack = async (
  { engine, run, tell }: Landing,
  folded: Folded,
  path: Path,
  bytes: Uint8Array,
  over: Digest | null,
): Promise<void> => {
  const ground = groundOf(engine, folded);
  if (ground.place === null) return;
  const to = join(ground.place, path);
  const documents = await engine.workspace.documents();
  if (await documents.bring(run, ground, to, bytes, over)) return;
  // Brought back before a kill, or changed equally by another author.
  const there = await engine.workspace.bytes(ground, to);
  if (there !== null && digest(there) === digest(bytes)) return;
  const why = "another text stood there by the time its job ended";
  const kept = await engine.workspace.setAside(run, path, bytes, why);
  const what = `${path} was changed by others meanwhile`;
  warn(tell, `${what}: what the job wrote there is kept in ${kept}`);
};

/** Reads a job's changes to its copies: the run's own files as hand edits, free documents as they are; returns the latter, by path from the root. */
export const takeDocuments = async (
  driving: Landing,
  held: AtWork,
  folded: Folded,
): Promise<readonly Change[]> => {
  const { job, spot, ground, lease } = held;
  const lent = spot?.lent ?? null;
  if (lent === null || job.kind === "check") return [];
  // A job that was given up has been read before, and the folder may have had other holders since.
  if (jobIn(folded, job.key) === undefined) return [];
  const { engine, run } = driving;
  const found = await foundIn(engine, folded, ground.root, lent.folder);
  // Lent to the next job meanwhile: the changes can't be attributed.
  if (await isPast(driving, held)) return [];
  for (const { path, why } of found?.unread ?? [])
    warn(driving.tell, `${join(lent.folder, path)} of ${lease.job} isn't brought back: ${why}`);
  const differing = Object.entries(found?.files ?? {}).filter(
    ([path, bytes]) => lent.files[path] !== digest(bytes),
  );
  const changed: (readonly [Path, Uint8Array])[] = [];
  if (found === null)
    warn(
      driving.tell,
      `${lent.folder} of ${lease.job} isn't brought back: it is no folder any more`,
    );
  const { ignores } = groundOf(engine, folded);
  for (const [path, bytes] of differing) {
    if (isOwned(folded, path)) {
      changed.push([path, bytes]);
      continue;
    }
    const at = join(lent.folder, path);
    // What a writing job left there, and isn't ignored, lands as work.
    if (spot?.takes === true && !ignores.some((one) => isWithin(one, at))) continue;
    const why = `${lease.job} wrote it, and it belongs to no unit`;
    const kept = await engine.workspace.setAside(run, path, bytes, why);
    warn(driving.tell, `${at} of ${lease.job} isn't taken along: it is kept in ${kept}`);
  }
  if (changed.length === 0) return [];
  const { protocol, state } = folded;
  const log = await readLog(engine, run, folded.version);
  const own = new Set(Object.keys(protocol.write(state, log)));
  const dropped = (path: Path): boolean =>
    protocol.dropIns.some(
      ({ folder, ending }) => path.startsWith(`${folder}/`) && path.endsWith(ending),
    );
  const isOwn = ([path]: readonly [Path, Uint8Array]): boolean => own.has(path) || dropped(path);
  await driving.edited(run, await driftsIn(driving, changed.filter(isOwn)), {
    job: lease.job,
    holder: lease.holder,
    version: lent.version,
  });
  const free = changed.filter((one) => !isOwn(one));
  for (const [path, bytes] of free)
    await bringBack(driving, folded, path, bytes, lent.files[path] ?? null);
  return free.map(([path]) => ({
    path: join(lent.folder, path),
    how: lent.files[path] === undefined ? "added" : "modified",
  }));
};
