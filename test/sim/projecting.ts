// Simulated storage of projections: intents, files under a lock, then the record.
import type { DropIn } from "../../src/core/dialect.ts";
import { digest } from "../../src/core/hash.ts";
import { readJson } from "../../src/core/json.ts";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Digest, Path } from "../../src/core/row.ts";
import type { Drift, Former, Projected, Projection } from "../../src/workspace/workspace.ts";
import type { Disk, File } from "./disk.ts";
import { makeLock } from "./lock.ts";
import type { Machine, Proc } from "./machine.ts";

type Records = {
  readonly files: ReadonlyMap<Path, Digest>;
  readonly version: number;
  readonly folder: Path;
  readonly since: number;
  readonly moved: number;
};
type Intents = { readonly version: number; readonly files: ReadonlyMap<Path, Digest> };
type Cache = {
  records: Records | null;
  readonly intents: Map<number, Intents>;
  readonly former: Map<Path, readonly Former[]>;
};

export type Projecting = {
  projected(run: string): { readonly first: number; readonly last: number } | null;
  drift(
    proc: Proc,
    run: string,
    folder: Path,
    dropIns: readonly DropIn[],
  ): Promise<readonly Drift[]>;
  project(proc: Proc, projection: Projection): Promise<Projected>;
  move(
    proc: Proc,
    run: string,
    from: Path,
    to: Path,
    at: number,
    owns?: readonly Path[],
  ): Promise<void>;
  /** Forgets all that it knows: a cache. */
  wipe(): void;
  /** Waits till nobody is projecting, then acts at once. */
  alone(act: () => void): void;
};

export type ProjectingParts = {
  readonly disk: Disk;
  readonly machine: Machine;
  readonly now: () => number;
  readonly written: (path: Path, text: string) => void;
};

/** As in the workspace: unparsable bytes younger than this are somebody's half-written file. */
const standMs = 2_000;
const parses = (text: string): boolean => !isRefusal(readJson(text));

export const makeProjecting = ({ disk, machine, now, written }: ProjectingParts): Projecting => {
  const caches = new Map<string, Cache>();
  const { lock, alone } = makeLock();
  let batches = 0;

  const cacheOf = (run: string): Cache => {
    const found = caches.get(run) ?? {
      records: null,
      intents: new Map<number, Intents>(),
      former: new Map<Path, readonly Former[]>(),
    };
    caches.set(run, found);
    return found;
  };
  const driftOf = (path: Path, file: File | undefined, former: readonly Former[]): Drift => {
    if (file === undefined)
      return { path, text: null, digest: null, half: false, unreadable: null, former };
    const half =
      Math.abs(now() - file.at) < standMs && path.endsWith(".json") && !parses(file.text);
    return { path, text: file.text, digest: digest(file.text), half, unreadable: null, former };
  };
  const isIntended = (cache: Cache, path: Path, found: Digest): boolean =>
    [...cache.intents.values()].some((batch) => batch.files.get(path) === found);

  const formerOf = (cache: Cache, path: Path): readonly Former[] => cache.former.get(path) ?? [];

  const compare = (run: string, folder: Path, dropIns: readonly DropIn[]): readonly Drift[] => {
    const cache = cacheOf(run);
    if (cache.records === null) return [];
    const { files } = cache.records;
    const isDropIn = (path: Path): boolean =>
      dropIns.some(
        ({ folder: sub, ending }) =>
          path.endsWith(ending) && path.slice(0, path.lastIndexOf("/")) === `${folder}/${sub}`,
      );
    const added = [...disk.files.keys()]
      .filter((path) => isDropIn(path))
      .map((path) => path.slice(folder.length + 1));
    return [...new Set([...files.keys(), ...added])].flatMap((path) => {
      const file = disk.files.get(`${folder}/${path}`);
      const found = file === undefined ? null : digest(file.text);
      const same =
        found === (files.get(path) ?? null) || (found !== null && isIntended(cache, path, found));
      return same ? [] : [driftOf(path, file, formerOf(cache, path))];
    });
  };

  const attempt = async (
    proc: Proc,
    { run, folder, version, files, settled, remembered }: Projection,
    batch: number | null,
  ): Promise<Projected | "intend"> => {
    const release = await lock(proc);
    try {
      const cache = cacheOf(run);
      const records = new Map(cache.records?.files ?? []);
      const drift: Drift[] = [];
      const done: Path[] = [];
      const last = cache.records;
      if (remembered === true && (last === null || last.version === 0))
        return { written: [], older: false, forgotten: true, drift: [] };
      const older = last !== null && Math.max(last.version, last.moved) > version;
      const rank = (path: Path): number =>
        path.includes("/") ? 0 : path.endsWith(".json") ? 2 : 1;
      const wanted = Object.entries(files).toSorted(([a], [b]) => rank(a) - rank(b));
      const gone = [
        ...new Set([
          ...records.keys(),
          ...Object.keys(settled),
          ...[...cache.intents.values()].flatMap((one) => [...one.files.keys()]),
        ]),
      ].filter((path) => files[path] === undefined);
      for (const [path, text] of [...wanted, ...gone.map((one) => [one, null] as const)]) {
        const at = `${folder}/${path}`;
        const target = text === null ? null : digest(text);
        for (let dealt = false; !dealt;) {
          dealt = true;
          const file = disk.files.get(at);
          const found = file === undefined ? null : digest(file.text);
          if (found !== null && found === target) {
            if (!older) {
              if (!records.has(path))
                cache.former.set(
                  path,
                  [{ version, digest: found }, ...formerOf(cache, path)].slice(0, 20),
                );
              records.set(path, found);
            }
            continue;
          }
          const known =
            found !== null &&
            (records.get(path) === found ||
              isIntended(cache, path, found) ||
              settled[path] === found);
          const loss = file === undefined ? null : driftOf(path, file, formerOf(cache, path));
          if (loss !== null && !(file?.text === "" ? !loss.half : known)) {
            // What only the settled or the intents tell of, and isn't as they say, is somebody else's file.
            if (target === null && !records.has(path)) continue;
            drift.push(loss);
            if (!records.has(path)) records.set(path, "unknown");
            continue;
          }
          if (older) continue;
          if (found === null && target === null) {
            records.delete(path);
            continue;
          }
          if (batch === null) return "intend";
          dealt = await machine.call(proc, `writes ${path}`, () => {
            // Somebody was there since it was looked at: it is looked at again.
            if ((disk.files.get(at)?.text ?? null) !== (file?.text ?? null)) return false;
            if (text === null) disk.files.delete(at);
            else {
              written(at, text);
              disk.write(at, text);
            }
            return true;
          });
          if (!dealt) continue;
          done.push(path);
          if (target === null) records.delete(path);
          else {
            records.set(path, target);
            cache.former.set(
              path,
              [{ version, digest: target }, ...formerOf(cache, path)].slice(0, 20),
            );
          }
        }
      }
      await machine.call(proc, "records its projection", () => {
        cache.records =
          older && cache.records !== null
            ? { ...cache.records, files: records }
            : {
                files: records,
                version,
                folder,
                since: cache.records?.since || version,
                moved: cache.records?.moved ?? 0,
              };
        if (batch !== null) cache.intents.delete(batch);
        if (older || drift.length > 0) return;
        for (const [other, intended] of cache.intents)
          if (intended.version <= version) cache.intents.delete(other);
      });
      return { written: done, older, drift };
    } finally {
      release();
    }
  };

  return {
    projected(run) {
      const known = caches.get(run)?.records ?? null;
      return known === null || known.version === 0
        ? null
        : { first: known.since, last: known.version };
    },
    async drift(proc, run, folder, dropIns) {
      const first = await machine.call(proc, "looks for drift", () =>
        compare(run, folder, dropIns),
      );
      if (first.length === 0) return first;
      const release = await lock(proc);
      try {
        return await machine.call(proc, "looks for drift alone", () =>
          compare(run, folder, dropIns),
        );
      } finally {
        release();
      }
    },
    async project(proc, projection) {
      const first = await attempt(proc, projection, null);
      if (first !== "intend") return first;
      const batch = (batches += 1);
      const files = new Map(
        Object.entries(projection.files).map(([path, text]) => [path, digest(text)]),
      );
      await machine.call(
        proc,
        "intends to write",
        () =>
          void cacheOf(projection.run).intents.set(batch, { version: projection.version, files }),
      );
      const second = await attempt(proc, projection, batch);
      if (second === "intend")
        throw new Fault(
          "PROJECTION_FAILED",
          "its files could not be written",
          "repeat the command",
        );
      return second;
    },
    async move(proc, run, from, to, at, owns) {
      const release = await lock(proc);
      try {
        const cache = cacheOf(run);
        const put = (folder: Path): void => {
          const { files, version, since } = cache.records ?? {
            files: new Map<Path, Digest>(),
            version: 0,
            since: 0,
          };
          cache.records = { files, version, folder, since, moved: at };
        };
        if ((cache.records?.moved ?? 0) > at) return;
        if ((cache.records?.moved ?? 0) < at) put(cache.records?.folder ?? from);
        if (cache.records?.folder === to) return;
        const holds = (folder: Path): boolean =>
          [...disk.files.keys()].some((path) => path.startsWith(`${folder}/`));
        const others = [...caches].some(
          ([other, { records }]) => other !== run && records?.folder === from,
        );
        const own = others
          ? []
          : [...new Set([...(cache.records?.files.keys() ?? []), ...(owns ?? [])])];
        const move = (path: Path): void => {
          if (!disk.files.has(`${from}/${path}`)) return;
          if (disk.files.has(`${to}/${path}`))
            throw new Fault("FOLDER_TAKEN", `${to} is there already`, "move that folder elsewhere");
          disk.rename(`${from}/${path}`, `${to}/${path}`);
        };
        if (owns !== undefined) {
          for (const path of own)
            await machine.call(proc, `moves ${from}/${path}`, () => move(path));
          return await machine.call(proc, "records the move", () => put(to));
        }
        const moved = await machine.call(proc, `moves ${from}`, () => {
          if (!holds(from)) return false;
          if (holds(to))
            throw new Fault("FOLDER_TAKEN", `${to} is there already`, "move that folder elsewhere");
          disk.rename(from, to);
          return true;
        });
        if (!moved) return;
        await machine.call(proc, "records the move", () => put(to));
      } finally {
        release();
      }
    },
    wipe: () => caches.clear(),
    alone,
  };
};
