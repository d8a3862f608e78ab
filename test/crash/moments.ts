// Random kill moments: drawn in time and right after disk writes.
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../sim/chance.ts";
import type { Ground } from "./ground.ts";

/** `nth` change of what it waits for, and so many ms after that. start: of the runner, there is but one. */
export type Moment = {
  readonly after: "start" | "ledger" | "spool" | "file";
  readonly nth: number;
  readonly ms: number;
};

/** What never comes (the runner waits for an agent, say) isn't waited for longer than this. */
const longest = 3_000;
/** How often it is looked whether a folder is there. */
const lookMs = 2;

export const drawMoment = (chance: Chance): Moment => {
  const after = chance.weighed([
    [46, "start"],
    [22, "ledger"],
    [18, "spool"],
    [14, "file"],
  ] as const);
  if (after === "start") return { after, nth: 1, ms: chance.between(0, 2_600) };
  return { after, nth: chance.between(1, 12), ms: chance.is(0.5) ? 0 : chance.between(0, 40) };
};

export const momentText = ({ after, nth, ms }: Moment): string =>
  after === "start"
    ? `${ms} ms after its start`
    : `${ms} ms after change ${nth} of ${{ ledger: "the ledger", spool: "the spool", file: "the files" }[after]}`;

/**
 * Each write to a file in a folder, and each name that comes or goes, as the system tells of it; a folder that isn't there yet is waited for.
 * `isMeant`: which of its own files; null: all that is in it and below.
 */
const changes = async (
  folder: string,
  isMeant: ((name: string) => boolean) | null,
  nth: number,
  signal: AbortSignal,
): Promise<void> => {
  while (!existsSync(folder)) await sleep(lookMs, undefined, { signal });
  let left = nth;
  const told = watch(folder, { recursive: isMeant === null, signal });
  await new Promise<void>((resolve, reject) => {
    told.on("change", (_event, name) => {
      if (isMeant === null || isMeant(String(name))) left -= 1;
      if (left <= 0) resolve();
    });
    told.on("close", () => reject(new Error("called off")));
    // A folder below may go while it is being listed.
    told.on("error", () => undefined);
  }).finally(() => told.close());
};

/** Resolves at the moment, or when it is late, or when `signal` comes. */
export const reach = async (
  { after, nth, ms }: Moment,
  ground: Ground,
  signal: AbortSignal,
): Promise<void> => {
  const home = join(ground.root, ".git/cairn");
  const over = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
  try {
    if (after === "ledger") await changes(home, (name) => name.startsWith("ledger.db"), nth, over);
    if (after === "spool") await changes(join(home, "spool"), null, nth, over);
    if (after === "file") await changes(ground.home, null, nth, over);
    if (ms > 0) await sleep(ms, undefined, { signal: over });
  } catch {
    // Late or called off: the moment is now.
    return;
  }
};
