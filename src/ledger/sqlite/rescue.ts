// Rescue of a SQLite ledger removed, emptied or overwritten while open: its events are written anew, what lay there is kept.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync, renameSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { makeFolder, recognise, sweep, sync } from "./file.ts";
import type { Log } from "./log.ts";
import { type Follow, follow, openSpare, type Spare } from "./spare.ts";

/** In ms. By then every process with the open file has noticed (SURE of file.ts), and none acknowledges writes to it. */
const settleMs = 500;

export type Ground = {
  readonly db: DatabaseSync;
  readonly path: string;
  /** The inode of the open file. */
  readonly ino: number;
  readonly log: Pick<Log, "hold" | "isBeside" | "isRemoved">;
  /** Called when the file is restored. */
  readonly made?: (() => void) | undefined;
};

const besides =
  "What else was removed with it is not back: outputs that were kept (proofs still name their digests), and what jobs under way had handed in.";
/** Only files inside a checkout are removed by cleaning it. */
const clean = (path: string): string => {
  const folder = basename(dirname(path));
  return folder === ".cairn"
    ? ` Whatever cleans the checkout of ignored files has to leave ${folder} out (git's option \`-e ${folder}\`).`
    : "";
};

const sizeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.size ?? null;
const isOwn = ({ path, ino }: Ground): boolean =>
  statSync(path, { throwIfNoEntry: false })?.ino === ino;

/** What happened to it, for people. */
const happened = (ground: Ground, isShort: boolean): string => {
  if (!isOwn(ground)) return ground.log.isRemoved() ? "removed" : "removed or replaced";
  if (sizeOf(ground.path) === 0 || isShort) return "emptied";
  return (sizeOf(`${ground.path}-wal`) ?? 0) === 0 ? "cut off from its log (-wal)" : "overwritten";
};

type Copy = { readonly id: string | null; readonly events: number; readonly last: number };
const inCopy = (made: string): Copy & { readonly hash: unknown } => {
  const { id } = recognise(made);
  const copy = new DatabaseSync(made, { timeout: 1_000 });
  try {
    // A copy starts without a log until one is configured.
    copy.exec("pragma journal_mode = wal");
    const events = Number(copy.prepare("select count(*) as n from rows").get()?.["n"]);
    const row = copy.prepare("select seq, hash from rows order by seq desc limit 1").get();
    return { id, events, last: Number(row?.["seq"] ?? 0), hash: row?.["hash"] };
  } finally {
    copy.close();
  }
};

/** Whether what lies at the path is this ledger with all its data: an older copy has the same id. */
const holdsAll = (path: string, { id, last, hash }: ReturnType<typeof inCopy>): boolean => {
  let db: DatabaseSync | null = null;
  try {
    if (recognise(path).id !== id) return false;
    db = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    const found = db.prepare("select hash from rows where seq = ?").get(last);
    return last === 0 || found?.["hash"] === hash;
  } catch {
    return false;
  } finally {
    db?.close();
  }
};

/** Another file's log would be replayed into a new one. Returns where what lay there is now; null: nothing was moved. */
const setAside = (ground: Ground): string | null => {
  const { path, log } = ground;
  const own = isOwn(ground);
  if (!own && !log.isBeside()) return null;
  const aside = `${path}.damaged-${randomBytes(3).toString("hex")}`;
  for (const end of [...(own ? [""] : []), "-wal", "-shm"])
    if (existsSync(path + end)) renameSync(path + end, aside + end);
  return aside;
};

/** Puts the copy in its place unless something exists there. true: done, by this or another process. */
const placed = (made: string, path: string, copy: ReturnType<typeof inCopy>): boolean => {
  const free = [path, `${path}-wal`, `${path}-shm`].every((one) => !existsSync(one));
  try {
    if (free) {
      linkSync(made, path);
      sync(dirname(path));
      return true;
    }
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  return existsSync(path) && holdsAll(path, copy);
};

/** From what is still open if that has everything, else from the copy in memory. */
const write = ({ db }: Ground, spare: Spare | null, made: string): void => {
  try {
    db.prepare("vacuum into ?").run(made);
    const copy = new DatabaseSync(made, { readOnly: true });
    try {
      if (spare === null || spare.isIn(copy)) return;
    } finally {
      copy.close();
    }
  } catch (error) {
    if (spare === null) throw error;
  }
  sweep(made);
  closeSync(openSync(made, "wx", 0o600));
  if (!(spare?.writeTo(made) ?? false)) throw new Error("the copy of it isn't complete");
};

type Tell = (after: string, hint: string, cause?: unknown) => Fault;

const putBack = (ground: Ground, spare: Spare | null, tell: Tell): Fault => {
  const { path } = ground;
  const made = `${path}.back-${randomBytes(6).toString("hex")}`;
  try {
    makeFolder(path);
    closeSync(openSync(made, "wx", 0o600));
    write(ground, spare, made);
    const copy = inCopy(made);
    sync(made);
    const aside = setAside(ground);
    const rest = aside === null ? besides : `What lay there is kept as ${aside}.`;
    if (placed(made, path, copy))
      return tell(
        `All its ${copy.events} events were written back there from what was still open. ${rest}`,
        `Go on with \`cairn run\`: what began a run may have begun it, and would begin another one; \`cairn doctor --fix\` puts back what git remembers, \`cairn verify\` tells what is missing.${clean(path)}`,
      );
    const kept = `${path}.removed-${randomBytes(3).toString("hex")}`;
    renameSync(made, kept);
    return tell(
      `Another file lies there by now, or an older copy of this ledger, so all its ${copy.events} events were written to ${kept}. ${rest}`,
      `End what uses ${path}, move it aside with its -wal and -shm, and move ${kept} there.${clean(path)}`,
    );
  } finally {
    sweep(made);
  }
};

const writeBack = (ground: Ground, spare: Spare | null, what: string): Fault => {
  const { path } = ground;
  const tell: Tell = (after, hint, cause) =>
    new Fault(
      "LEDGER_MOVED",
      `The ledger ${path} was ${what} while it was open: this was not recorded. ${after}`,
      hint,
      cause,
    );
  try {
    return putBack(ground, spare, tell);
  } catch (error) {
    if (spare === null && what !== "removed" && existsSync(path) && !isOwn(ground))
      return tell("Another program that has it open wrote it back.", "Go on with `cairn run`.");
    return tell(
      `It could not be written back: ${errorText(error)}. Its events are lost, but for what another program still has open.`,
      "`cairn restore` brings back what `cairn export` wrote; git's refs/cairn hold hashes of the runs, not their events.",
      error,
    );
  }
};

export type Rescue = {
  /** Keeps a copy of all events from now on; `lost` is called when the ledger isn't whole any more. Returns whether it lacks events. */
  guard(there: () => boolean, lost: () => void): () => boolean;
  /** The fault to raise instead: the ledger was written back if it was removed, emptied or overwritten. */
  told(fault: Fault): Promise<Fault>;
  end(): Promise<void>;
};

export const openRescue = (ground: Ground): Rescue => {
  const { db, path, log, made } = ground;
  let guarded: { readonly spare: Spare; readonly follow: Follow } | null = null;
  let back: Promise<Fault> | null = null;

  const isLost = (fault: Fault): boolean =>
    fault.code === "LEDGER_DAMAGED"
      ? guarded !== null
      : log.isRemoved() || isOwn(ground) || log.isBeside();
  const rescued = async (): Promise<Fault> => {
    const spare = guarded?.spare ?? null;
    guarded?.follow.stop();
    let isShort = false;
    try {
      isShort = spare?.lacks() ?? false;
      if (!isShort) spare?.catchUp();
    } catch {
      // What can't be read any more was copied before.
    }
    const what = happened(ground, isShort);
    // Who has a copy comes first.
    await sleep(spare === null ? 2 * settleMs : settleMs);
    return writeBack(ground, spare, what);
  };
  return {
    guard: (there, lost) => {
      log.hold();
      const spare = guarded?.spare ?? openSpare(db, path);
      if (spare === null) return () => false;
      guarded ??= { spare, follow: follow(path, spare, there, lost) };
      guarded.follow.look();
      return spare.lacks;
    },
    told: async (fault) => {
      if (back === null && !isLost(fault)) return fault;
      return (back ??= rescued().finally(made));
    },
    end: async () => {
      await back;
      guarded?.follow.stop();
      guarded?.spare.close();
    },
  };
};
