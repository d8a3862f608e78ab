// Why: bytes that a run's file had before are no edit: whoever lost the cache, or writes back an old copy unchanged, has said nothing.
import { digest } from "../core/hash.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";
import { groundOf } from "./engine.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** How many projections back are known again. */
const back = 20;
/** Versions after the last anchor that may have been written by somebody who was killed before he anchored them. */
const ahead = 40;

/** Which of the files' former texts are the run's own, by path: those of its last projections, rendered from the ledger. */
export const formerDigests = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
): Promise<ReadonlyMap<Path, ReadonlySet<Digest>>> => {
  const { protocol } = folded;
  const anchored = (await engine.workspace.anchors(run)).map(({ version }) => version);
  const last = Math.max(0, ...anchored.slice(-1), folded.version - ahead);
  const versions = new Set(anchored.slice(-back));
  const found = new Map<Path, Set<Digest>>();
  let state: unknown = null;
  for (const [index, event] of log.entries()) {
    state = protocol.evolve(state, event);
    if (!versions.has(event.version) && event.version <= last) continue;
    for (const [path, text] of Object.entries(protocol.write(state, log.slice(0, index + 1)))) {
      const known = found.get(path) ?? new Set();
      found.set(path, known.add(digest(text)));
    }
  }
  return found;
};

/** Files of earlier versions, as they were, that stand where nothing is to stand now: with the cache lost nobody else knows that they are ours. */
export const strayFiles = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
  files: Readonly<Record<Path, string>>,
): Promise<Readonly<Record<Path, Digest>>> => {
  const former = await formerDigests(engine, run, folded, log);
  const gone = [...former.keys()].filter((path) => files[path] === undefined);
  if (gone.length === 0) return {};
  const ground = groundOf(engine, folded);
  const at = (path: Path): Path => `${ground.place ?? ground.root}/${path}`;
  const { files: found } = await engine.workspace.facts(ground, { files: gone.map(at) }, engine.now());
  return Object.fromEntries(
    gone.flatMap((path) => {
      const known = found[at(path)]?.digest;
      return known !== undefined && former.get(path)?.has(known) === true ? [[path, known] as const] : [];
    }),
  );
};
