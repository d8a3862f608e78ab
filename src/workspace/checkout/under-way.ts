// Protection of a move of a user's checkout: git's index lock, and a record for its repetition after a kill.
import { lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/refusal.ts";
import { digest } from "../../core/hash.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import { makeFile, replaceFile } from "../disk/atomic.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { gitMs } from "../git/git.ts";
import { branchOf, headOf } from "../git/head.ts";
import { lockOf, takeAway } from "../git/ref-lock.ts";
import { processesWith } from "../process-facts.ts";
import { alive, idOf } from "../process-id.ts";
import type { ProcessId } from "../workspace.ts";
import type { Repository } from "../places/repository.ts";

type Move = { readonly from: string; readonly to: string };
export type Hold = {
  /** An interrupted move. */
  readonly left: Move | null;
  readonly begin: (from: string, to: string) => void;
  readonly end: () => void;
};

const lookMs = 100;
/** Most other operations on an index take less. */
const patienceMs = 3_000;
const sign = "cairn ";

const processIn = (value: unknown): ProcessId | null => {
  if (!isRecord(value)) return null;
  const { pid, start } = value;
  return typeof pid === "number" && typeof start === "string" ? { pid, start } : null;
};

/** `of`: distinguishes another record of the same checkout. */
export const recordPath = ({ folder, user }: Repository, of = ""): string =>
  join(folder, "moves", `${digest(user.own).slice(0, 16)}${of}.json`);
export const writeRecord = (path: string, value: unknown): void => {
  onDisk("make the folder of", path, () => makeFolder(dirname(path), 0o700));
  replaceFile(path, JSON.stringify(value));
};
const readMove = (repository: Repository): Move | null => {
  const value = parsed(trimmedText(recordPath(repository)) ?? "");
  if (!isRecord(value)) return null;
  const { from, to } = value;
  return typeof from === "string" && typeof to === "string" ? { from, to } : null;
};

const variable = "CAIRN_MOVING";
/** Environment that identifies the writing git: it may outlive the process that started it before its number is known. */
export const movingSign = ({
  user,
}: Pick<Repository, "user">): Readonly<Record<string, string>> => ({
  [variable]: digest(user.own).slice(0, 16),
});

/** During exec a process shows no environment for a moment: absence must be seen twice. */
const awaitWriter = async (repository: Repository): Promise<void> => {
  const sign = `${variable}=${movingSign(repository)[variable] ?? ""}`;
  for (let nobody = 0; nobody < 2; nobody += 1) {
    if (processesWith(sign).length > 0) nobody = -1;
    await sleep(lookMs);
  }
};

/** Locks of HEAD and its branch that the killed move's git left: one of them names the commit that only this move knew. */
const clearRefLocks = async ({ user }: Repository, { to }: Move): Promise<void> => {
  const branch = await branchOf(user);
  const paths = [join(user.own, "HEAD.lock")];
  if (branch !== null) paths.push(join(user.common, `refs/heads/${branch}.lock`));
  const locks = paths.flatMap((path) => {
    const lock = lockOf(path);
    return lock === null ? [] : [{ path, lock, text: trimmedText(path) }];
  });
  if (!locks.some(({ text }) => text === to)) return;
  for (const { path, lock, text } of locks) if (text === to || text === "") takeAway(path, lock.id);
};

/** The owner of the lock; null: not a process of ours. */
const holderOf = (lock: string): ProcessId | null => {
  const size = lstatSync(lock, { throwIfNoEntry: false })?.size ?? 0;
  const text = size < 512 ? (trimmedText(lock) ?? "") : "";
  return text.startsWith(sign) ? processIn(parsed(text.slice(sign.length))) : null;
};

const lockPath = ({ user }: Repository): string => join(user.own, "index.lock");

/** `lock`: the file by which git keeps others out; a killed git leaves it. */
export const checkoutBusy = (lock: string): Fault =>
  new Fault(
    "CHECKOUT_BUSY",
    `another git is at work in this checkout, or was killed: ${lock} is there`,
    "wait until it has ended; where none runs any more (`ps -C git`), remove that file; then repeat",
  );

/** Takes git's index lock; removes ours of a dead process. Fault CHECKOUT_BUSY: another process has it. */
const takeLock = async (lock: string): Promise<void> => {
  for (
    let waited = 0;
    !makeFile(lock, `${sign}${JSON.stringify(idOf(process.pid))}`);
    waited += lookMs
  ) {
    const found = lockOf(lock);
    const holder = holderOf(lock);
    if (found !== null && holder !== null && !alive(holder)) takeAway(lock, found.id);
    else if (waited > (holder === null ? patienceMs : gitMs)) throw checkoutBusy(lock);
    else await sleep(lookMs);
  }
};

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const later = (): void => {};

/** No other git changes the checkout meanwhile, and termination signals don't interrupt the work. */
export const whileLocked = async <T>(
  repository: Repository,
  work: (hold: Hold) => Promise<T>,
): Promise<T> => {
  const lock = lockPath(repository);
  const path = recordPath(repository);
  for (const signal of signals) process.on(signal, later);
  try {
    await takeLock(lock);
    try {
      const left = readMove(repository);
      if (left !== null) {
        await awaitWriter(repository);
        await clearRefLocks(repository, left);
      }
      return await work({
        left,
        begin: (from, to) => writeRecord(path, { from, to }),
        end: () => onDisk("remove", path, () => rmSync(path, { force: true })),
      });
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    for (const signal of signals) process.off(signal, later);
  }
};

const isWhole = (left: Move | null, head: string | null): boolean =>
  left === null || left.to === head;

export type Killed = { readonly lock: string | null; readonly isHalf: boolean };

/**
 * A move of a dead process. `lock`: ours, which keeps every other git out of the checkout; null: a refused repetition took it.
 * `isHalf`: it must be finished first.
 */
export const killedMove = async (repository: Repository): Promise<Killed | null> => {
  const lock = lockPath(repository);
  const [holder, left] = [holderOf(lock), readMove(repository)];
  if (holder !== null && alive(holder)) return null;
  const head = await headOf(repository.user);
  if (holder !== null) return { lock, isHalf: !isWhole(left, head) };
  return left !== null && left.from === head ? { lock: null, isHalf: true } : null;
};

/** Removes that lock with the record of the move, unless the move is to be finished. */
export const clearKilled = async (repository: Repository): Promise<void> => {
  const killed = await killedMove(repository);
  if (killed === null || killed.isHalf) return;
  await whileLocked(repository, async ({ left, end }) => {
    if (isWhole(left, await headOf(repository.user))) end();
  });
};
