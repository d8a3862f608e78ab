// Upload of outputs and documents that events name, before the event is recorded, so that every machine finds them.
import { digest } from "../../core/hash.ts";
import type { Digest, Path, Recorded } from "../../core/row.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Ground } from "../../workspace/workspace.ts";
import { sendNamed } from "../carry/send.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { nullOnFault } from "../on-fault.ts";

/** Number of concurrent uploads. */
const together = 4;

const outputsOf = (protocol: Protocol, events: readonly Recorded[]): readonly Digest[] => {
  const { refers } = protocol;
  return refers === undefined
    ? []
    : events
        .filter(({ type }) => refers.types.includes(type))
        .flatMap((event) => refers.of(event).outputs ?? []);
};

const documentsOf = ({ protocol, state }: Folded): ReadonlyMap<Path, Digest> =>
  new Map(
    state === null
      ? []
      : Object.entries(protocol.documents?.(state) ?? {}).flatMap(([path, document]) =>
          "digest" in document && document.digest !== null ? [[path, document.digest]] : [],
        ),
  );

/** Unreadable paths that agents created are ignored here. */
const bytesAt = (engine: Engine, ground: Ground, path: Path): Promise<Uint8Array | null> =>
  nullOnFault(() => engine.workspace.bytes(ground, path));

export const shelveAll = async (engine: Engine, names: Iterable<Digest>): Promise<void> => {
  const { shelve } = engine;
  if (shelve === undefined) return;
  const all = [...new Set(names)];
  for (let at = 0; at < all.length; at += together)
    await Promise.all(all.slice(at, at + together).map((name) => shelve(name)));
};

type Step = { readonly from: Folded; readonly to: Folded; readonly events: readonly Recorded[] };

/** For the `events` after `from`: uploads outputs and commits that they name, and free documents whose digests they record. Faults: the ledger's, REMOTE_FAILED. */
export const shelveNamed = async (
  engine: Engine,
  run: string,
  { from, to, events }: Step,
): Promise<void> => {
  await shelveAll(engine, outputsOf(to.protocol, events));
  await sendNamed(engine, run, to, events);
  const before = documentsOf(from);
  const ground = groundOf(engine, to);
  const seen: Record<Path, Digest> = {};
  for (const [path, name] of documentsOf(to)) {
    if (before.get(path) === name) continue;
    const bytes = await bytesAt(engine, ground, path);
    if (bytes === null || digest(bytes) !== name) continue;
    await engine.shelve?.(name, bytes);
    seen[path] = name;
  }
  if (Object.keys(seen).length > 0) await (await engine.workspace.documents()).note(run, seen);
};
