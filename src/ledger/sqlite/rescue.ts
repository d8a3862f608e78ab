// Rescue of a SQLite ledger removed while open (`git clean -fdx`): still readable until it is closed.
// Loaded with the rest: the program itself may lie in what was cleaned away.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { text } from "../columns.ts";
import { makeFolder, recognise, sweep, sync } from "./file.ts";
import type { Log } from "./log.ts";
import type { Turns } from "./turns.ts";

/** In ms. By then every process with the open file has noticed (SURE of file.ts), and none acknowledges writes to it. */
const settleMs = 500;

const removed = (path: string, after: string, hint: string, cause?: unknown): Fault =>
  new Fault(
    "LEDGER_MOVED",
    `The ledger ${path} was removed while it was open: this was not recorded. ${after}`,
    hint,
    cause,
  );

const besides =
  "What else was removed with it is not back: outputs that were kept (proofs still name their digests), and what jobs under way had handed in.";
/** Only files inside a checkout are removed by cleaning it. */
const clean = (path: string): string => {
  const folder = basename(dirname(path));
  return folder === ".cairn"
    ? ` Whatever cleans the checkout of ignored files has to leave ${folder} out (git's option \`-e ${folder}\`).`
    : "";
};

type Last = { readonly seq: unknown; readonly hash: unknown };
const lastOf = (db: DatabaseSync): Last | undefined => {
  const row = db.prepare("select seq, hash from rows order by seq desc limit 1").get();
  return row === undefined ? undefined : { seq: row["seq"], hash: row["hash"] };
};

/** Whether the ledger at the path is this one with all its data: an older copy has the same id. */
const holdsAll = (path: string, id: string | null, last: Last | undefined): boolean => {
  if (recognise(path).id !== id) return false;
  const db = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    if (last === undefined) return true;
    return (
      db.prepare("select hash from rows where seq = ?").get(Number(last.seq))?.["hash"] ===
      last.hash
    );
  } finally {
    db.close();
  }
};

/** Puts the copy in its place unless something exists there. true: done, by this or another process. */
const placed = (made: string, path: string, id: string | null, last: Last | undefined): boolean => {
  // Another file's log would be replayed into this one.
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
  return existsSync(path) && holdsAll(path, id, last);
};

const copied = (db: DatabaseSync, path: string, made: string): Fault => {
  try {
    makeFolder(path);
    closeSync(openSync(made, "wx", 0o600));
    db.prepare("vacuum into ?").run(made);
    // A copy starts without a log until one is configured.
    const copy = new DatabaseSync(made, { timeout: 0 });
    copy.exec("pragma journal_mode = wal");
    copy.close();
    sync(made);
    const id = text(db.prepare("select value from meta where key = 'id'").get() ?? {}, "value");
    const events = Number(db.prepare("select count(*) as n from rows").get()?.["n"]);
    if (placed(made, path, id, lastOf(db)))
      return removed(
        path,
        `All its ${events} events were written back there from what was still open. ${besides}`,
        `Go on with \`cairn run\`: what began a run may have begun it, and would begin another one; \`cairn verify\` tells what is missing.${clean(path)}`,
      );
    const kept = `${path}.removed-${randomBytes(3).toString("hex")}`;
    renameSync(made, kept);
    return removed(
      path,
      `Another file lies there by now, or an older copy of this ledger, so all its ${events} events were written to ${kept}. ${besides}`,
      `End what uses ${path}, move it aside with its -wal and -shm, and move ${kept} there.${clean(path)}`,
    );
  } finally {
    sweep(made);
  }
};

const writeBack = async (db: DatabaseSync, path: string): Promise<Fault> => {
  await sleep(settleMs);
  const made = `${path}.back-${randomBytes(6).toString("hex")}`;
  try {
    return copied(db, path, made);
  } catch (error) {
    return removed(
      path,
      `It could not be written back: ${errorText(error)}. Its events are lost, but for what another program still has open.`,
      "`cairn restore` brings back what `cairn export` wrote; git's refs/cairn hold hashes of the runs, not their events.",
      error,
    );
  }
};

export type Rescue = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly log: Pick<Log, "hold" | "isRemoved">;
  /** Called when the file is restored. */
  readonly made?: (() => void) | undefined;
};

/** Wraps turns so that a removed ledger is written back and reported. */
export const withRescue = (turns: Turns, { db, path, log, made }: Rescue): Turns => {
  let back: Promise<Fault> | null = null;
  const told = async (error: unknown): Promise<never> => {
    if (!(error instanceof Fault && error.code === "LEDGER_MOVED" && log.isRemoved())) throw error;
    back ??= writeBack(db, path).finally(made);
    throw await back;
  };
  return {
    write: (work) => turns.write(work).catch(told),
    read: async (work) => {
      const value = await turns.read(work).catch(told);
      log.hold();
      return value;
    },
    end: async () => {
      await turns.end();
      await back;
    },
  };
};
