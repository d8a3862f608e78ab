// Former texts of a run's files (last 20 projections): an old copy is no edit.
import type { Edit } from "../core/dialect.ts";
import { digest } from "../core/hash.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";
import type { Drift } from "../workspace/workspace.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** How many earlier projections are recognized. */
export const back = 20;
/** Versions after the last anchor that a process may have written before it was killed. */
const ahead = 40;

/**
 * Versions projected before the cache was lost, by anchors, newest first, plus those that a killed process may have written after the
 * last. `strange`: of a file without any cache entry, so the newest, too.
 */
const forgottenVersions = async (
  engine: Engine,
  run: string,
  newest: number,
  strange: boolean,
): Promise<readonly number[]> => {
  const until = (await engine.workspace.projected(run))?.first ?? newest;
  const anchored = (await engine.workspace.anchors(run))
    .map(({ version }) => version)
    .filter((version) => version <= until);
  // Anchors may be lost together with the cache.
  const after = Math.max(0, ...anchored.slice(-1), until - ahead);
  const unanchored = Array.from(
    { length: Math.max(0, until - after) },
    (_, index) => until - index,
  );
  // The cache may be older than the versions written before it was lost.
  const later = Array.from(
    { length: strange ? Math.min(Math.max(0, newest - until), ahead) : 0 },
    (_, index) => newest - index,
  );
  return [...later, ...unanchored, ...anchored.slice(-back).reverse()];
};

type Render = (version: number) => Readonly<Record<Path, string>>;

/** Renders the files of former versions; folds their states once, on first use. */
const renderer = (
  folded: Folded,
  log: readonly Recorded[],
  versions: readonly number[],
): Render => {
  const { protocol } = folded;
  const wanted = new Set(versions);
  let states: Map<number, unknown> | null = null;
  const folds = (): Map<number, unknown> => {
    const found = new Map<number, unknown>();
    let state: unknown = null;
    for (const event of log) {
      state = protocol.evolve(state, event);
      if (wanted.has(event.version)) found.set(event.version, state);
    }
    return found;
  };
  return (version) => {
    if (version === folded.version) return protocol.write(folded.state, log);
    states ??= folds();
    const until = log.findIndex((event) => event.version > version);
    return states.has(version)
      ? protocol.write(states.get(version), until === -1 ? log : log.slice(0, until))
      : {};
  };
};

type Digests = ReadonlyMap<Path, Digest>;
/** Digests of rendered versions, by a log's first event: events never change, so a version's files don't either. */
const digestsAt = new WeakMap<Recorded, Map<number, Digests>>();

/** Adds missing versions, folding and rendering only those. */
const digestsOf = (
  folded: Folded,
  log: readonly Recorded[],
  versions: readonly number[],
): readonly Digests[] => {
  const [first] = log;
  if (first === undefined) return [];
  const known = digestsAt.get(first) ?? new Map<number, Digests>();
  digestsAt.set(first, known);
  const render = renderer(
    folded,
    log,
    versions.filter((version) => !known.has(version)),
  );
  return versions.map((version) => {
    const told =
      known.get(version) ??
      new Map(Object.entries(render(version)).map(([path, text]) => [path, digest(text)]));
    // Versions that this process hasn't read yet may still change.
    if (version <= folded.version) known.set(version, told);
    return told;
  });
};

/**
 * Former texts of the run's own files by path, rendered from the ledger without the cache.
 * `strange` false: each requested file has a cache entry.
 */
export const formerDigests = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
  strange = true,
): Promise<ReadonlyMap<Path, ReadonlySet<Digest>>> => {
  const versions = await forgottenVersions(engine, run, folded.version, strange);
  const found = new Map<Path, Set<Digest>>();
  for (const digests of digestsOf(folded, log, versions))
    for (const [path, of] of digests) found.set(path, (found.get(path) ?? new Set()).add(of));
  return found;
};

/** Former projections of an edited file, newest first, rendered lazily. */
export const formerOf = (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
): ((drift: Drift) => Promise<Edit["former"]>) => {
  const rendered = new Map<number, Readonly<Record<Path, string>>>();
  return async ({ path, former }) => {
    const known = former.map(({ version }) => version);
    // If the cache was lost, it may begin with this very version, which may have been on disk before.
    const forgotten =
      known.length < back
        ? await forgottenVersions(engine, run, folded.version, known.length === 0)
        : [];
    const past = [...new Set([...known, ...forgotten])];
    // Nothing was projected for an adopted run: the edit is compared with the next projection.
    const versions = past.length === 0 ? [folded.version] : past;
    const render = renderer(folded, log, versions);
    return function* () {
      for (const version of versions.slice(0, back)) {
        const files = rendered.get(version) ?? render(version);
        rendered.set(version, files);
        yield { version, text: files[path] ?? null };
      }
    };
  };
};

/** The files in the run's folder; in a shared folder only those that the run may own. */
const standing = async (
  engine: Engine,
  folded: Folded,
): Promise<Readonly<Record<Path, Uint8Array>>> => {
  const { place } = groundOf(engine, folded);
  if (place === null) return {};
  const { protocol, state } = folded;
  return (await engine.workspace.found(place, protocol.owns?.(state)))?.files ?? {};
};

/** Own files of earlier versions where none is expected now; without the cache only rendering identifies them. */
export const strayFiles = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
  files: Readonly<Record<Path, string>>,
): Promise<Readonly<Record<Path, Digest>>> => {
  const free = new Set(folded.protocol.notice?.(folded.state).files ?? []);
  const odd = Object.entries(await standing(engine, folded)).filter(
    ([path]) =>
      files[path] === undefined && !free.has(`${folded.protocol.place(folded.state)}/${path}`),
  );
  // Rendering many former projections is slow, so only if files exist that the current ones don't explain.
  if (odd.length === 0) return {};
  const former = await formerDigests(engine, run, folded, log);
  return Object.fromEntries(
    odd.flatMap(([path, bytes]) => {
      const known = digest(bytes);
      return former.get(path)?.has(known) === true ? [[path, known] as const] : [];
    }),
  );
};
