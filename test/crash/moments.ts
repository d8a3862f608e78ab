// Why: a kill finds the rare states only if some instants lie close after the writes, so instants are drawn in time and right after what changes on the disk.
import { existsSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../sim/chance.ts";
import type { Ground } from "./ground.ts";

/** `nth` change of what it waits for, and so many ms after that. start: of the runner, there is but one. */
export type Moment = { readonly after: "start" | "ledger" | "spool" | "file"; readonly nth: number; readonly ms: number };

/** What never comes (the runner waits for an agent, say) isn't waited for longer than this. */
const longest = 3_000;
/** How closely the disk is looked at. */
const lookMs = 2;

export const drawMoment = (chance: Chance): Moment => {
  const after = chance.weighed([
    [46, "start"],
    [22, "ledger"],
    [18, "spool"],
    [14, "file"],
  ] as const);
  if (after === "start") return { after, nth: 1, ms: chance.between(0, 2_600) };
  return { after, nth: chance.between(1, 8), ms: chance.is(0.5) ? 0 : chance.between(0, 40) };
};

export const momentText = ({ after, nth, ms }: Moment): string =>
  after === "start"
    ? `${ms} ms after its start`
    : `${ms} ms after change ${nth} of ${{ ledger: "the ledger", spool: "the spool", file: "the files" }[after]}`;

const namesIn = (folder: string): string => {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).join("\n");
  } catch {
    // Not there yet, or a part of it went while it was read: that is a change, too.
    return "";
  }
};

const namesChange = async (folder: string, nth: number, signal: AbortSignal): Promise<void> => {
  let known = namesIn(folder);
  for (let left = nth; left > 0;) {
    await sleep(lookMs, undefined, { signal });
    const now = namesIn(folder);
    if (now !== known) left -= 1;
    known = now;
  }
};

/** The system tells of each write to the log itself, so that this comes before its writer goes on. */
const ledgerChange = async (home: string, nth: number, signal: AbortSignal): Promise<void> => {
  while (!existsSync(home)) await sleep(lookMs, undefined, { signal });
  let left = nth;
  await new Promise<void>((resolve, reject) => {
    const watcher = watch(home, (_event, name) => {
      if (name?.startsWith("ledger.db") === true) left -= 1;
      if (left <= 0) resolve();
    });
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    void signal.addEventListener("abort", () => watcher.close(), { once: true });
  });
};

/** Resolves at the moment, or when it is late, or when `signal` comes. */
export const reach = async ({ after, nth, ms }: Moment, ground: Ground, signal: AbortSignal): Promise<void> => {
  const home = join(ground.root, ".cairn");
  const over = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
  try {
    if (after === "ledger") await ledgerChange(home, nth, over);
    else if (after !== "start") await namesChange(after === "spool" ? join(home, "spool") : ground.home, nth, over);
    if (ms > 0) await sleep(ms, undefined, { signal: over });
  } catch {
    // Late or called off: the moment is now.
    return;
  }
};
