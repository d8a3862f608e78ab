// Free documents of a run shared by several machines: changes followed per disk.
import { digest } from "../../core/hash.ts";
import type { Facts, FreeDocument } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { FreeDocuments, Ground, SeenDocuments } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { nullOnFault } from "../on-fault.ts";

export type Followed = {
  /** Without documents that weren't changed on this machine. */
  readonly facts: Facts | null;
  /** Stores the observed digests. */
  done(): Promise<void>;
};
/** Recorded documents of the run's folder that are missing here and unavailable, in words. */
export const documentsElsewhere = async (
  engine: Engine,
  folded: Folded,
): Promise<readonly string[]> => {
  const { protocol, state } = folded;
  const ground = groundOf(engine, folded);
  const words: string[] = [];
  for (const [path, document] of Object.entries(protocol.documents?.(state) ?? {})) {
    if ("text" in document || document.digest === null || !isOwn(engine, ground, path)) continue;
    if (
      (await localAt(engine, ground, path))?.digest !== null ||
      (await engine.workspace.kept(document.digest)) !== null
    )
      continue;
    words.push(
      `${path} is neither here nor in the ledger: over 16 MiB, or with what looks like a credential, it stays where it was written`,
    );
  }
  return words;
};

export type Documents = {
  /** Fetches documents of other machines. `facts`: observations for the protocol; null: none. */
  follow(run: string, folded: Folded, facts: Facts | null): Promise<Followed>;
};

type Local = { readonly digest: Digest | null };

const recordedAs = (document: FreeDocument): Digest | null =>
  "digest" in document ? document.digest : digest(document.text);

/** Whether it is in the run's folder; documents elsewhere are transferred with the work. */
const isOwn = (engine: Engine, { root, place }: Ground, path: Path): boolean =>
  place !== null && engine.resolve(root, path).startsWith(`${place}/`);

/** A file of the work counts as changed only if it last matched the record: others haven't received it yet. `before`: the digest last seen here. */
const isNews = (
  mine: boolean,
  here: Digest | null,
  {
    before,
    recorded,
  }: { readonly before: Digest | null | undefined; readonly recorded: Digest | null },
): boolean => {
  if (!mine) return before === recorded;
  return before === undefined ? here !== null : before !== here;
};

const told = (facts: Facts | null, path: Path): Local | null => {
  if (facts === null) return null;
  const named = facts.named?.[path];
  if (named !== undefined) return { digest: named.digest };
  return Object.hasOwn(facts.files, path) ? { digest: facts.files[path]?.digest ?? null } : null;
};

/** null: unknown, so nothing is written there. */
const localAt = async ({ workspace }: Engine, ground: Ground, path: Path): Promise<Local | null> =>
  nullOnFault(async () => {
    const bytes = await workspace.bytes(ground, path);
    return { digest: bytes === null ? null : digest(bytes) };
  });

const without = <T>(
  values: Readonly<Record<Path, T>>,
  left: ReadonlySet<Path>,
): Readonly<Record<Path, T>> =>
  Object.fromEntries(Object.entries(values).filter(([path]) => !left.has(path)));

type Whole = { readonly run: string; readonly ground: Ground; readonly own: FreeDocuments };

/** false: the recorded content is unavailable, or the file changed meanwhile. */
const brought = async (
  engine: Engine,
  { run, ground, own }: Whole,
  path: Path,
  document: FreeDocument,
  over: Digest | null,
): Promise<boolean> => {
  const { workspace } = engine;
  const kept =
    "text" in document || document.digest === null ? null : await workspace.kept(document.digest);
  const bytes = "text" in document ? Buffer.from(document.text) : kept;
  return bytes !== null && (await own.bring(run, ground, path, bytes, over));
};

export const createDocuments = (engine: Engine): Documents => {
  /** The version up to which everything has been fetched. */
  const settled = new Map<string, number>();
  const nothing = (facts: Facts | null): Followed => ({ facts, done: () => Promise.resolve() });

  return {
    async follow(run, folded, facts) {
      const { protocol, state, version } = folded;
      const ground = groundOf(engine, folded);
      if (engine.shelve === undefined || protocol.documents === undefined || ground.place === null)
        return nothing(facts);
      const own = await engine.workspace.documents();
      const seen = await own.seen(run);
      const now: Record<Path, Digest | null> = {};
      const quiet = new Set<Path>();
      for (const [path, document] of Object.entries(protocol.documents(state))) {
        const here =
          told(facts, path) ??
          (settled.get(run) === version ? null : await localAt(engine, ground, path));
        if (here === null) continue;
        const recorded = recordedAs(document);
        const before = seen[path];
        const mine = isOwn(engine, ground, path);
        // A commit is the same on every machine.
        if (!mine && ground.at !== undefined) continue;
        const differs = here.digest !== recorded;
        // A local change isn't overwritten until it is recorded, which may be never.
        if (differs && isNews(mine, here.digest, { before, recorded })) continue;
        now[path] = here.digest;
        quiet.add(path);
        if (!mine || !differs) continue;
        if (await brought(engine, { run, ground, own }, path, document, here.digest))
          now[path] = recorded;
      }
      settled.set(run, version);
      const left =
        facts === null
          ? null
          : {
              ...facts,
              files: without(facts.files, quiet),
              named: without(facts.named ?? {}, quiet),
            };
      return { facts: left, done: () => own.note(run, now satisfies SeenDocuments) };
    },
  };
};
