// Former texts of a run's files (last 20 projections): an old copy is no edit.
import type { Edit } from "../core/dialect.ts";
import { digest } from "../core/hash.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";
import type { Drift } from "../workspace/workspace.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** How many projections back are known again. */
export const back = 20;
/** Versions after the last anchor that may have been written by somebody who was killed before he anchored them. */
const ahead = 40;

/**
 * The versions that were projected before anything is remembered of the run, as anchors tell, newest first; also what somebody who was
 * killed may have written after the last of them. `strange`: of a file that nothing is remembered of, so the newest, too.
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
  // Who remembers may have looked at an older version than the one that somebody had written before all was forgotten.
  const later = Array.from(
    { length: strange ? Math.min(Math.max(0, newest - until), ahead) : 0 },
    (_, index) => newest - index,
  );
  return [...later, ...unanchored, ...anchored.slice(-back).reverse()];
};

type Render = (version: number) => Readonly<Record<Path, string>>;

/** Renders the files of former versions; the states behind them are folded once, when the first is asked for. */
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
/** Of versions that were rendered already, by a log's first event: events never change, so what a version's files were doesn't either. */
const digestsAt = new WeakMap<Recorded, Map<number, Digests>>();

/** Adds to what is known of a log's versions; only those that aren't are folded and rendered. */
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
    // Of versions that this process hasn't read yet nothing can be said for good.
    if (version <= folded.version) known.set(version, told);
    return told;
  });
};

/**
 * Which of the files' former texts are the run's own, by path, though no cache tells: those of its projections then, rendered from the ledger.
 * `strange` false: something is remembered of each file that is asked about.
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

/** What the last projections put where an edit stands, newest first, each rendered when it is come to. */
export const formerOf = (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
): ((drift: Drift) => Promise<Edit["former"]>) => {
  const rendered = new Map<number, Readonly<Record<Path, string>>>();
  return async ({ path, former }) => {
    const known = former.map(({ version }) => version);
    // Where the cache was lost, what is remembered may begin with this very version, which stood there before, too.
    const forgotten =
      known.length < back
        ? await forgottenVersions(engine, run, folded.version, known.length === 0)
        : [];
    const past = [...new Set([...known, ...forgotten])];
    // Of an adopted run whose files were never written nothing is known: an edit differs from what is about to be.
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

/** What stands in the run's folder; in one that others share, only what it may have there itself. */
const standing = async (
  engine: Engine,
  folded: Folded,
): Promise<Readonly<Record<Path, Uint8Array>>> => {
  const ground = groundOf(engine, folded);
  const { place } = ground;
  const { owns } = folded.protocol;
  if (place === null) return {};
  if (owns === undefined) return (await engine.workspace.found(place))?.files ?? {};
  const found = await Promise.all(
    owns(folded.state).map(
      async (path) => [path, await engine.workspace.bytes(ground, `${place}/${path}`)] as const,
    ),
  );
  return Object.fromEntries(
    found.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const])),
  );
};

/** Files of earlier versions, as they were, that stand where nothing is to stand now: with the cache lost nobody else knows that they are ours. */
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
  // Rendering former projections of a long run takes a while: only where something stands that none of today's explains.
  if (odd.length === 0) return {};
  const former = await formerDigests(engine, run, folded, log);
  return Object.fromEntries(
    odd.flatMap(([path, bytes]) => {
      const known = digest(bytes);
      return former.get(path)?.has(known) === true ? [[path, known] as const] : [];
    }),
  );
};
