// Simulated storage of projections: writes announced, files under a lock, then the record.
import type { DropIn } from "../../src/core/run-files.ts";
import { digest } from "../../src/core/hash.ts";
import { readJson } from "../../src/core/json/json.ts";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Digest, Path } from "../../src/core/row.ts";
import type {
  Base,
  Drift,
  Last,
  Projected,
  Projection,
  Settled,
  Written,
} from "../../src/workspace/workspace.ts";
import type { Disk, File } from "./disk.ts";
import { makeLock } from "./lock.ts";
import type { Machine, Proc } from "./machine.ts";

/** `digest` null: nothing is known to stand there; `next`: announced. */
type Record = {
  readonly digest: Digest | null;
  readonly next: Digest | null;
  readonly base: Base | null;
  readonly mark: number;
};
type Cache = {
  files: Map<Path, Record>;
  version: number;
  folder: Path;
  moved: number;
  announced: number;
  turn: string;
  due: boolean;
};

export type Projecting = {
  projected(run: string): Written | null;
  drift(
    proc: Proc,
    run: string,
    folder: Path,
    dropIns: readonly DropIn[],
  ): Promise<readonly Drift[]>;
  last(run: string): Readonly<{ [path: Path]: Last }>;
  settle(proc: Proc, run: string, settled: readonly Settled[]): Promise<void>;
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
const unknown: Record = { digest: null, next: null, base: null, mark: 0 };

type Wanted = { readonly path: Path; readonly text: string | null };
type Judged = { readonly is: "done" | "edit" | "free"; readonly file: File | undefined };

export const makeProjecting = ({ disk, machine, now, written }: ProjectingParts): Projecting => {
  const caches = new Map<string, Cache>();
  const { lock, alone } = makeLock();

  const cacheOf = (run: string): Cache => {
    const found = caches.get(run) ?? {
      files: new Map(),
      version: 0,
      folder: "",
      moved: 0,
      announced: 0,
      turn: "",
      due: false,
    };
    caches.set(run, found);
    return found;
  };
  const settle = (run: string, settled: readonly Settled[]): void => {
    const cache = cacheOf(run);
    const { files } = cache;
    Object.assign(cache, { due: true, turn: "" });
    for (const { path, digest: found, base, mark } of settled) {
      const known = files.get(path) ?? unknown;
      if (files.has(path) && known.mark !== mark) continue;
      files.set(path, {
        ...known,
        digest: found,
        mark: known.mark + 1,
        base: base === null ? known.base : { version: known.base?.version ?? 0, text: base },
      });
    }
  };
  const isHalf = (path: Path, { text, at }: File): boolean =>
    Math.abs(now() - at) < (text === "" ? 60_000 : standMs) &&
    path.endsWith(".json") &&
    !parses(text);
  const driftOf = (path: Path, file: File | undefined, mark: number): Drift =>
    file === undefined
      ? { path, text: null, digest: null, mark, half: false, unreadable: null }
      : {
          path,
          text: file.text,
          digest: digest(file.text),
          mark,
          half: isHalf(path, file),
          unreadable: null,
        };

  const compare = (run: string, folder: Path, dropIns: readonly DropIn[]): readonly Drift[] => {
    const cache = caches.get(run);
    if (cache === undefined) return [];
    const { files } = cache;
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
      const known = files.get(path) ?? unknown;
      const found = file === undefined ? null : digest(file.text);
      const same = found === known.digest || (found !== null && found === known.next);
      return same ? [] : [driftOf(path, file, known.mark)];
    });
  };

  const putWritten = ({ files }: Cache, path: Path, version: number, text: string): void => {
    const { base, mark } = files.get(path) ?? unknown;
    const after = base?.text === text ? mark : mark + 1;
    files.set(path, { digest: digest(text), next: null, base: { version, text }, mark: after });
  };
  const judge = (
    cache: Cache,
    folder: Path,
    older: boolean,
    version: number,
    one: Wanted,
  ): Judged => {
    const { path, text } = one;
    const file = disk.files.get(`${folder}/${path}`);
    if (file === undefined) {
      if (text !== null) return { is: "free", file };
      cache.files.delete(path);
      return { is: "done", file };
    }
    const found = digest(file.text);
    if (file.text === text) {
      if (!older) putWritten(cache, path, version, text);
      return { is: "done", file };
    }
    const { digest: last, next } = cache.files.get(path) ?? unknown;
    const free = file.text === "" ? !isHalf(path, file) : found === last || found === next;
    return { is: free ? "free" : "edit", file };
  };
  const tell = (cache: Cache, path: Path, file: File | undefined): Drift => {
    if (!cache.files.has(path)) cache.files.set(path, unknown);
    return driftOf(path, file, cache.files.get(path)?.mark ?? 0);
  };

  /** The files to be written, announced; null: nothing is remembered of the run. */
  const plan = ({ run, folder, version, files }: Projection, first: readonly Settled[] | null) => {
    const known = caches.get(run);
    const isNew = known === undefined || known.version === 0;
    const drift = new Map<Path, Drift>();
    const nothing = { older: true, drift, writes: [], turn: "" };
    if (known !== undefined && known.moved > version) return nothing;
    if (isNew && first === null) return null;
    if (isNew) settle(run, first ?? []);
    const cache = cacheOf(run);
    const older = Math.max(cache.version, cache.announced) > version;
    const rank = (path: Path): number => (path.includes("/") ? 0 : path.endsWith(".json") ? 2 : 1);
    const wanted: readonly Wanted[] = [
      ...Object.entries(files)
        .toSorted(([a], [b]) => rank(a) - rank(b))
        .map(([path, text]) => ({ path, text })),
      ...[...cache.files.keys()]
        .filter((path) => files[path] === undefined)
        .map((path) => ({ path, text: null })),
    ];
    const writes = wanted.filter((one) => {
      const { path, text } = one;
      const { is, file } = judge(cache, folder, older, version, one);
      if (is === "edit") drift.set(path, tell(cache, path, file));
      if (is !== "free" || older) return false;
      cache.files.set(path, {
        ...(cache.files.get(path) ?? unknown),
        digest: file === undefined ? null : digest(file.text),
        next: text === null ? null : digest(text),
      });
      return true;
    });
    const turn = JSON.stringify(wanted);
    if (!older) {
      Object.assign(cache, { folder, announced: version, turn });
      if (writes.length === 0) Object.assign(cache, { version, due: false });
    }
    return { older, drift, writes, turn };
  };

  const carryOut = async (
    proc: Proc,
    { run, folder, version }: Projection,
    { drift, writes, turn }: NonNullable<ReturnType<typeof plan>>,
  ): Promise<readonly Path[] | null> => {
    const now = caches.get(run);
    if (now?.turn !== turn || now.announced > version) return null;
    // What a killed process hasn't recorded is unknown to the next one.
    const cache = { ...cacheOf(run), files: new Map(cacheOf(run).files) };
    const done: Path[] = [];
    for (const one of writes) {
      const { path, text } = one;
      const at = `${folder}/${path}`;
      for (let dealt = false; !dealt;) {
        const { is, file } = judge(cache, folder, false, version, one);
        if (is === "edit") drift.set(path, tell(cache, path, file));
        if (is !== "free") break;
        dealt = await machine.call(proc, `writes ${path}`, () => {
          // Somebody was there since it was looked at: it is looked at again.
          if (disk.files.get(at)?.text !== file?.text) return false;
          if (text === null) disk.files.delete(at);
          else {
            written(at, text);
            disk.write(at, text);
          }
          return true;
        });
        if (!dealt) continue;
        done.push(path);
        if (text === null) cache.files.delete(path);
        else putWritten(cache, path, version, text);
      }
    }
    await machine.call(proc, "records its projection", () => {
      Object.assign(cache, { version, due: false });
      if (caches.has(run)) caches.set(run, cache);
    });
    return done;
  };

  const locked = async <T>(proc: Proc, act: () => Promise<T>): Promise<T> => {
    const release = await lock(proc);
    try {
      return await act();
    } finally {
      release();
    }
  };

  return {
    projected: (run) => {
      const known = caches.get(run);
      return known === undefined || known.version === 0 ? null : known;
    },
    async drift(proc, run, folder, dropIns) {
      const first = await machine.call(proc, "looks for drift", () =>
        compare(run, folder, dropIns),
      );
      if (first.length === 0) return first;
      return locked(proc, () =>
        machine.call(proc, "looks for drift alone", () => compare(run, folder, dropIns)),
      );
    },
    last: (run) =>
      Object.fromEntries(
        [...(caches.get(run)?.files ?? [])].map(([path, { mark, base }]) => [path, { mark, base }]),
      ),
    settle: (proc, run, settled) =>
      locked(proc, () => machine.call(proc, "settles edits", () => settle(run, settled))),
    async project(proc, projection) {
      let first: readonly Settled[] | null = null;
      for (;;) {
        const found = await locked(proc, () =>
          machine.call(proc, "announces its projection", () => plan(projection, first)),
        );
        if (found === null) {
          first = (await projection.first?.()) ?? [];
          continue;
        }
        const { older, drift, writes } = found;
        const done =
          writes.length === 0 ? [] : await locked(proc, () => carryOut(proc, projection, found));
        if (done !== null) return { written: done, older, drift: [...drift.values()] };
      }
    },
    async move(proc, run, from, to, at, owns) {
      const release = await lock(proc);
      try {
        const cache = cacheOf(run);
        const put = (folder: Path): void =>
          void Object.assign(cache, { folder, moved: at, turn: "" });
        if (cache.moved > at) return;
        if (cache.moved < at) put(cache.folder || from);
        if (cache.folder === to) return;
        const holds = (folder: Path): boolean =>
          [...disk.files.keys()].some((path) => path.startsWith(`${folder}/`));
        const others = [...caches].some(([other, { folder }]) => other !== run && folder === from);
        const own = others ? [] : [...new Set([...cache.files.keys(), ...(owns ?? [])])];
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
