// Why: the files follow the ledger, coalesced so that writing them takes at most a tenth of the time, and never over an edit that nobody read.
import type { Command, Sender } from "../core/protocol.ts";
import { Fault, isRefusal, refuse } from "../core/refusal.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";
import type { Drift } from "../workspace/workspace.ts";
import { groundOf } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { formerFolder } from "./former-folder.ts";
import { formerDigests, strayFiles } from "./former-texts.ts";
import type { Folded, Folds } from "./fold.ts";
import type { Later } from "./later.ts";
import type { Door } from "./send.ts";

export type Projector = {
  /** The run has new events: its files are due. */
  due(run: string): void;
  /** Deals with hand edits of the run's files and puts right what differs. */
  scan(run: string): Promise<void>;
  /** Waits until all that is due is written; a Fault says what isn't and why. */
  settle(): Promise<void>;
};

export type ProjectorParts = {
  readonly folds: Folds;
  readonly door: Door;
  readonly log: (run: string, until: number) => Promise<readonly Recorded[]>;
  /** Milliseconds that only grow; for durations. */
  readonly elapsed: () => number;
  readonly later: Later;
};

/** Rests nine times as long as the last write took. */
const restShare = 9;
/** How often an edit may come between reading and writing before the rest is left to the next scan. */
const rounds = 5;

type Pending = { running: Promise<void> | null; wanted: boolean; cancel: (() => void) | null; restUntil: number; failed: unknown };

export const createProjector = (engine: Engine, parts: ProjectorParts): Projector => {
  const { workspace } = engine;
  const pending = new Map<string, Pending>();
  const engineSender: Sender = { kind: "engine", name: "engine" };

  const refuseEdit = async (run: string, folder: string, drift: Drift, code: string, why: string): Promise<void> => {
    const kept = await workspace.aside(run, folder, drift.path);
    const command: Command = {
      type: "RefuseEdit",
      data: { path: drift.path, digest: drift.digest ?? "", code, why: `${why} (your bytes: ${kept})` },
    };
    const answer = await parts.door({ run, said: [{ command, by: engineSender }] });
    if (isRefusal(answer)) {
      throw new Fault(
        "EDIT_UNRECORDED",
        `the hand edit of ${drift.path} was kept in ${kept}, but can't be recorded: ${answer.text}`,
        "put it back from there once the run takes edits",
      );
    }
  };

  /** Reads edits as commands; what was dealt with may be replaced. */
  const takeIn = async (run: string, folded: Folded, folder: string, found: readonly Drift[]): Promise<Record<Path, Digest>> => {
    const settled: Record<Path, Digest> = {};
    const changed = found.filter((drift) => !drift.half && drift.text !== null && drift.text !== "");
    if (changed.length === 0) return settled;
    // What was to be written may be older than what stands there by now.
    const newest = (await parts.folds.newest(run)) ?? folded;
    const log = await parts.log(run, newest.version);
    const former = await formerDigests(engine, run, newest, log);
    const edits: Drift[] = [];
    for (const drift of changed) {
      if (drift.digest !== null && former.get(drift.path)?.has(drift.digest) === true) settled[drift.path] = drift.digest;
      else edits.push(drift);
    }
    if (edits.length === 0) return settled;
    const facts = await workspace.facts(groundOf(engine, newest), {}, engine.now());
    const admitted = newest.protocol.admit(
      newest.state,
      edits.map(({ path, text }) => ({ path, text, former: () => [] })),
      facts,
      log,
    );
    for (const drift of edits) {
      const answer = admitted.find(({ path }) => path === drift.path);
      let refused = answer === undefined ? refuse("EDIT_UNREAD", "nothing reads edits of this file") : answer.refused;
      for (const command of answer?.commands ?? []) {
        const sent = await parts.door({ run, said: [{ command, by: { kind: "file", name: engine.user } }] });
        if (isRefusal(sent)) refused = sent;
      }
      if (refused !== null) await refuseEdit(run, folder, drift, refused.code, refused.text);
      if (drift.digest !== null) settled[drift.path] = drift.digest;
    }
    return settled;
  };

  const write = async (run: string): Promise<void> => {
    let settled: Record<Path, Digest> = {};
    for (let round = 0; round < rounds; round += 1) {
      const folded = await parts.folds.newest(run);
      if (folded === null) return;
      const folder = groundOf(engine, folded).place;
      if (folder === null) return;
      const log = await parts.log(run, folded.version);
      const former = formerFolder(engine, folded, log);
      if (former !== null && former !== folder) await workspace.move(run, former, folder);
      const files = folded.protocol.write(folded.state, log);
      if (round === 0 && (await workspace.projected(run)) === 0) settled = { ...(await strayFiles(engine, run, folded, log, files)) };
      const done = await workspace.project({ run, folder, version: folded.version, files, settled });
      const edits = done.drift.filter((drift) => !drift.half && drift.text !== null);
      if (edits.length === 0) {
        if (!done.older) await workspace.anchor(run, folded.version, folded.head, folded.at ?? engine.now());
        return;
      }
      settled = { ...settled, ...(await takeIn(run, folded, folder, edits)) };
    }
  };

  const start = (run: string, entry: Pending): void => {
    entry.wanted = false;
    entry.cancel?.();
    entry.cancel = null;
    const began = parts.elapsed();
    entry.running = write(run)
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
    const made: Pending = { running: null, wanted: false, cancel: null, restUntil: 0, failed: null };
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
      `run ${run}: all is recorded, but its files could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
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
      const { place: folder, ...ground } = groundOf(engine, folded);
      if (folder === null) return;
      const asks = folded.protocol.notice?.(folded.state);
      if (asks !== undefined && folded.protocol.noticed !== undefined) {
        const facts = await workspace.facts({ ...ground, place: folder }, asks, engine.now());
        for (const command of folded.protocol.noticed(folded.state, facts))
          await parts.door({ run, said: [{ command, by: engineSender }] });
      }
      const behind = (await workspace.projected(run)) !== folded.version;
      if (behind || (await workspace.drift(run, folder)).some((drift) => !drift.half)) {
        const entry = entryOf(run);
        entry.wanted = true;
        await finish(run, entry);
      }
    },
    async settle() {
      for (const [run, entry] of pending) await finish(run, entry);
    },
  };
};
