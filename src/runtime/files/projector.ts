// Files that follow the ledger, and never over an edit that wasn't read.
import { digest } from "../../core/hash.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import type { Digest, Path, Recorded } from "../../core/row.ts";
import type { Drift, Settled } from "../../workspace/workspace.ts";
import { createAnchors } from "./anchors.ts";
import { coalesced } from "./coalesce.ts";
import type { Copies } from "./edit-author.ts";
import type { EditParts } from "./edit-read.ts";
import type { Edits } from "./edits.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import type { Later } from "../later.ts";
import { worldFacts } from "../send/world-facts.ts";
import type { DropIn } from "../../core/run-files.ts";
import { isRecord } from "../../core/json/record.ts";

const isDropIn = (path: Path, dropIns: readonly DropIn[]): boolean =>
  dropIns.some(
    ({ folder, ending }) =>
      path.startsWith(`${folder}/`) &&
      path.endsWith(ending) &&
      !path.slice(folder.length + 1).includes("/"),
  );

/** Original files at adoption, by the digests in the run's first event: those to be written, and those of them that were set aside. */
const adoptedFiles = (
  log: readonly Recorded[],
  files: Readonly<Record<Path, string>>,
  dropIns: readonly DropIn[],
): Readonly<Record<Path, Digest>> => {
  const data = log[0]?.data;
  const digests = isRecord(data) && isRecord(data["digests"]) ? data["digests"] : {};
  return Object.fromEntries(
    Object.entries(digests).flatMap(([path, found]) =>
      typeof found === "string" && (Object.hasOwn(files, path) || isDropIn(path, dropIns))
        ? [[path, found] as const]
        : [],
    ),
  );
};

export type Projector = {
  /** Reads edits of a job's copies, in the name of its holder. */
  edited(run: string, drift: readonly Drift[], copies: Copies): Promise<void>;
  /** The run has new events: its files are due. */
  due(run: string): void;
  /** Reads and settles drift of the run's files, and writes what differs. Every verb does this first. `waits`: for files that are only behind, too; default true. */
  scan(run: string, waits?: boolean): Promise<void>;
  /** Waits until all due files are written; Fault PROJECTION_BEHIND on failure. A surface calls it before it answers. */
  settle(): Promise<void>;
};

export type ProjectorParts = EditParts & {
  /** Monotonic milliseconds, for durations. */
  readonly elapsed: () => number;
  readonly later: Later;
};

/** Not from handover.ts, which reading doesn't need. */
const by = { kind: "engine", name: "engine" } as const;

/** How often an edit may intervene between reading and writing before the next scan handles it. */
const rounds = 5;

/** Differences of a folder from its projection. */
type Look = { readonly folder: string; readonly drift: readonly Drift[] };

/** Loaded on demand. */
const former = () => import("./former-folder.ts");
const loading = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | null = null;
  return () => (loaded ??= load());
};
type Loaded = ReturnType<typeof loadedBy>;
const loadedBy = (parts: ProjectorParts) => ({
  edits: loading(async (): Promise<Edits> => (await import("./edits.ts")).createEdits(parts)),
  documents: loading(async () => (await import("./documents.ts")).createDocuments(parts.engine)),
});

const driftOf = async (
  { engine, folds }: ProjectorParts,
  run: string,
  { protocol }: Folded,
  folder: string,
): Promise<readonly Drift[]> => {
  const found = await engine.workspace.drift(run, folder, protocol.dropIns);
  if (found.length === 0 || protocol.owns === undefined) return found;
  // After the run left a shared folder, files of another run there aren't its edits.
  const now = await folds.newest(run);
  return now !== null && groundOf(engine, now).place === folder ? found : [];
};

/** Sends the run the observations that it requested. */
const notice = async (
  { engine, folds, door }: ProjectorParts,
  { documents }: Loaded,
  run: string,
  folded: Folded,
): Promise<void> => {
  const { protocol, state } = folded;
  const asks = protocol.noticed === undefined ? undefined : protocol.notice?.(state);
  const seen = asks === undefined ? null : await worldFacts(engine, folds, run, folded, asks);
  if (isRefusal(seen))
    throw new Fault(seen.code, seen.text, seen.fits ?? "put plain files in their places");
  const followed =
    engine.shelve === undefined ? null : await (await documents()).follow(run, folded, seen);
  const facts = followed === null ? seen : followed.facts;
  if (facts !== null)
    for (const command of protocol.noticed?.(state, facts) ?? [])
      await door({ run, said: [{ command, by }] });
  await followed?.done();
};

/** What stood in the folder before anything was remembered of it: originals of an adoption, and what an anchored version shows. */
const firstSettled = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
  files: Readonly<Record<Path, string>>,
): Promise<readonly Settled[]> => {
  const originals = Object.entries(adoptedFiles(log, files, folded.protocol.dropIns));
  const { anchoredFiles } = await import("../rendered.ts");
  const written = Object.entries(await anchoredFiles(engine, run, folded, log));
  const known = new Map<Path, Pick<Settled, "digest" | "base">>([
    ...originals.map(([path, found]) => [path, { digest: found, base: null }] as const),
    ...written.map(([path, text]) => [path, { digest: digest(text), base: text }] as const),
  ]);
  return [...known].map(([path, one]) => ({ path, ...one, mark: 0 }));
};

/** `looks`: read before anything is written, which might overwrite the files. */
const write = async (
  { engine, folds, log: logOf }: ProjectorParts,
  { edits }: Loaded,
  put: (run: string, folded: Folded) => Promise<void>,
  run: string,
  looks: readonly Look[],
): Promise<void> => {
  const { workspace } = engine;
  for (let round = 0; round <= rounds; round += 1) {
    const folded = await folds.newest(run);
    const folder = folded === null ? null : groundOf(engine, folded).place;
    if (folded === null || folder === null) return;
    const seen = round > 0 ? [] : looks.filter((look) => look.folder === folder);
    for (const { drift } of seen) await (await edits()).takeIn(run, folder, drift);
    if (seen.length > 0) continue;
    const { protocol, state, version } = folded;
    const { isRemoved, leaveFormer } = await former();
    await leaveFormer(engine, run, folded, logOf);
    const log = await logOf(run, version);
    const files = (await isRemoved(engine, run, folded, folder)) ? {} : protocol.write(state, log);
    const folders = protocol.folders?.(state) ?? [];
    const first = () => firstSettled(engine, run, folded, log, files);
    const done = await workspace.project({ run, folder, version, files, folders, first });
    const others = done.drift.filter((drift) => !drift.half && drift.text !== null);
    if (others.length === 0) {
      if (!done.older) await put(run, folded);
      return;
    }
    await (await edits()).takeIn(run, folder, others);
  }
};

export const createProjector = (parts: ProjectorParts): Projector => {
  const { engine, folds, log } = parts;
  const anchors = createAnchors(engine, parts.elapsed);
  const loaded = loadedBy(parts);
  const writes = coalesced<Look>(
    parts,
    (run, looks) => write(parts, loaded, anchors.put, run, looks),
    (run) => (folds.known(run)?.version ?? 0) / 100,
  );
  return {
    due: writes.due,
    async scan(run, waits = true) {
      const folded = await folds.newest(run);
      const folder = folded === null ? null : groundOf(engine, folded).place;
      if (folded === null || folder === null) return;
      await notice(parts, loaded, run, folded);
      const last = await engine.workspace.projected(run);
      const behind = last === null || last.due || last.version !== folded.version;
      // For a run just archived nothing is missing: its files are still at the old place.
      if (behind && folded.protocol.owns !== undefined)
        await (await former()).leaveFormer(engine, run, folded, log);
      const drift = await driftOf(parts, run, folded, folder);
      const drifted = drift.some(({ half }) => !half);
      if (drifted || (behind && (waits || last === null)))
        await writes.now(run, drifted ? [{ folder, drift }] : []);
    },
    async edited(run, drift, copies) {
      const folded = await folds.newest(run);
      const folder = folded === null ? null : groundOf(engine, folded).place;
      if (folder !== null && drift.length > 0)
        await (await loaded.edits()).takeIn(run, folder, drift, copies);
    },
    async settle() {
      await writes.settle();
      await anchors.settle();
    },
  };
};
