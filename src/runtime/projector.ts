// Why: the files follow the ledger, coalesced so that writing them takes at most a tenth of the time, and never over an edit that nobody read.
import { errorText } from "../core/error-text.ts";
import type { Sender } from "../core/protocol.ts";
import { Fault, isRefusal } from "../core/refusal.ts";
import type { Digest, Path } from "../core/row.ts";
import { adoptedFiles } from "./adopted.ts";
import { createAnchors } from "./anchors.ts";
import type { Documents } from "./documents.ts";
import type { Suspect } from "./edit-author.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { EditParts, Edits } from "./edits.ts";
import type { Folded } from "./fold.ts";
import type { Later } from "./later.ts";
import { worldFacts } from "./world-facts.ts";
import type { Drift } from "../workspace/workspace.ts";

export type Projector = {
  /** Takes in edits that were found elsewhere, in the name of the job's holder who made them. */
  edited(run: string, drift: readonly Drift[], holder: Suspect): Promise<void>;
  /** The run has new events: its files are due. */
  due(run: string): void;
  /** Reads drift of the run's files and deals with it; writes what differs. Every verb does it first. */
  scan(run: string): Promise<void>;
  /** Waits until every file that is due is written; Fault PROJECTION_BEHIND if one can't be. A surface calls it before it answers. */
  settle(): Promise<void>;
};

export type ProjectorParts = EditParts & {
  /** Milliseconds that only grow; for durations. */
  readonly elapsed: () => number;
  readonly later: Later;
};

/** Rests nine times as long as the last write took. */
const restShare = 9;
/** How often an edit may come between reading and writing before the rest is left to the next scan. */
const rounds = 5;

/** What was found in a folder that isn't as it was projected. */
type Look = { readonly folder: string; readonly drift: readonly Drift[] };
type Pending = {
  running: Promise<void> | null;
  wanted: boolean;
  /** Taken in before anything is written: what stood there may have been written over by somebody since. */
  looks: readonly Look[];
  cancel: (() => void) | null;
  restUntil: number;
  failed: unknown;
};

/** Loaded when something is to be written. */
const former = () => import("./former-folder.ts");

export const createProjector = (engine: Engine, parts: ProjectorParts): Projector => {
  const { workspace } = engine;
  const anchors = createAnchors(engine, parts.elapsed);
  const pending = new Map<string, Pending>();
  /** Loaded when the first edit is there. */
  let edits: Promise<Edits> | null = null;
  const takeIn: Edits["takeIn"] = async (...found) => {
    edits ??= import("./edits.ts").then(({ createEdits }) => createEdits(engine, parts));
    return (await edits).takeIn(...found);
  };
  const engineSender: Sender = { kind: "engine", name: "engine" };
  /** Loaded where others share the ledger. */
  let documents: Promise<Documents> | null = null;
  const follow: Documents["follow"] = async (run, folded, facts) => {
    if (engine.shelve === undefined) return { facts, done: () => Promise.resolve() };
    documents ??= import("./documents.ts").then(({ createDocuments }) => createDocuments(engine));
    return (await documents).follow(run, folded, facts);
  };

  const driftOf = async (
    run: string,
    folded: Folded,
    folder: string,
  ): Promise<readonly Drift[]> => {
    const found = await workspace.drift(run, folder, folded.protocol.dropIns);
    if (found.length === 0 || folded.protocol.owns === undefined) return found;
    // Once the run has left a folder that others share, another one may have its files there: they are no edits of this one.
    const now = await parts.folds.newest(run);
    return now !== null && groundOf(engine, now).place === folder ? found : [];
  };

  const notice = async (run: string, folded: Folded): Promise<void> => {
    const { protocol, state } = folded;
    const asks = protocol.noticed === undefined ? undefined : protocol.notice?.(state);
    const facts =
      asks === undefined ? null : await worldFacts(engine, parts.folds, run, folded, asks);
    if (isRefusal(facts))
      throw new Fault(facts.code, facts.text, facts.fits ?? "put plain files in their places");
    const followed = await follow(run, folded, facts);
    if (followed.facts !== null)
      for (const command of protocol.noticed?.(state, followed.facts) ?? [])
        await parts.door({ run, said: [{ command, by: engineSender }] });
    await followed.done();
  };

  const write = async (run: string, looks: readonly Look[]): Promise<void> => {
    let settled: Readonly<Record<Path, Digest>> = {};
    for (let round = 0; round < rounds; round += 1) {
      const folded = await parts.folds.newest(run);
      if (folded === null) return;
      const folder = groundOf(engine, folded).place;
      if (folder === null) return;
      const found = round > 0 ? [] : looks.filter((look) => look.folder === folder);
      for (const { drift } of found)
        settled = { ...settled, ...(await takeIn(run, folder, drift)) };
      if (found.length > 0) continue;
      const log = await parts.log(run, folded.version);
      const { isRemoved, leaveFormer } = await former();
      await leaveFormer(engine, run, folded, log);
      const files = (await isRemoved(engine, run, folded, folder))
        ? {}
        : folded.protocol.write(folded.state, log);
      const folders = folded.protocol.folders?.(folded.state) ?? [];
      const remembered = (await workspace.projected(run)) !== null;
      if (!remembered) {
        const originals = adoptedFiles(log, files, folded.protocol.dropIns);
        const { strayFiles } = await import("./former-texts.ts");
        settled = {
          ...originals,
          ...settled,
          ...(await strayFiles(engine, run, folded, log, files)),
        };
      }
      const done = await workspace.project({
        run,
        folder,
        version: folded.version,
        files,
        folders,
        settled,
        remembered,
      });
      if (done.forgotten === true) continue;
      const others = done.drift.filter((drift) => !drift.half && drift.text !== null);
      if (others.length === 0) {
        if (done.drift.length === 0) (await edits)?.projected(run);
        if (!done.older) await anchors.put(run, folded);
        return;
      }
      settled = { ...settled, ...(await takeIn(run, folder, others)) };
    }
  };

  const start = (run: string, entry: Pending): void => {
    entry.wanted = false;
    entry.cancel?.();
    entry.cancel = null;
    const began = parts.elapsed();
    const { looks } = entry;
    entry.looks = [];
    entry.running = write(run, looks)
      .then(() => void (entry.failed = null))
      .catch((error: unknown) => void (entry.failed = error))
      .finally(() => {
        const ended = parts.elapsed();
        entry.restUntil = ended + restShare * (ended - began);
        entry.running = null;
        if (entry.wanted) schedule(run, entry);
      });
  };

  const schedule = (run: string, entry: Pending): void => {
    if (entry.running !== null || entry.cancel !== null) return;
    const rest = entry.restUntil - parts.elapsed();
    if (rest <= 0) start(run, entry);
    else {
      entry.cancel = parts.later(rest, () => {
        entry.cancel = null;
        start(run, entry);
      });
    }
  };

  const entryOf = (run: string): Pending => {
    const known = pending.get(run);
    if (known !== undefined) return known;
    const made: Pending = {
      running: null,
      wanted: false,
      looks: [],
      cancel: null,
      restUntil: 0,
      failed: null,
    };
    pending.set(run, made);
    return made;
  };

  const finish = async (run: string, entry: Pending): Promise<void> => {
    while (entry.running !== null || entry.wanted) {
      if (entry.running === null) start(run, entry);
      await entry.running;
    }
    if (entry.failed === null) return;
    const cause = entry.failed;
    entry.failed = null;
    throw new Fault(
      "PROJECTION_BEHIND",
      `run ${run}: all is recorded, but its files could not be written: ${errorText(cause)}`,
      cause instanceof Fault ? cause.hint : "mend that, then any verb on the run writes them",
      cause,
    );
  };

  return {
    due(run) {
      const entry = entryOf(run);
      entry.wanted = true;
      schedule(run, entry);
    },
    async scan(run) {
      const folded = await parts.folds.newest(run);
      if (folded === null) return;
      const folder = groundOf(engine, folded).place;
      if (folder === null) return;
      await notice(run, folded);
      const behind = (await workspace.projected(run))?.last !== folded.version;
      // Of a run that was just put away nothing is gone: its files lie where they lay.
      if (behind && folded.protocol.owns !== undefined)
        await (
          await former()
        ).leaveFormer(engine, run, folded, await parts.log(run, folded.version));
      const drift = await driftOf(run, folded, folder);
      // Carried elsewhere, it is either where it belongs now, or back: what is looked at is another folder then.
      const carried =
        drift.length > 0 &&
        (await (
          await import("./carried.ts")
        ).carriedAway({ ...parts, engine }, run, folded, drift));
      const drifted = !carried && drift.some(({ half }) => !half);
      if (behind || drifted || carried) {
        const entry = entryOf(run);
        entry.wanted = true;
        if (drifted) entry.looks = [...entry.looks, { folder, drift }];
        await finish(run, entry);
      }
    },
    async edited(run, drift, holder) {
      const folded = await parts.folds.newest(run);
      const folder = folded === null ? null : groundOf(engine, folded).place;
      if (folder !== null && drift.length > 0) await takeIn(run, folder, drift, holder);
    },
    async settle() {
      for (const [run, entry] of pending) await finish(run, entry);
      await anchors.settle();
    },
  };
};
