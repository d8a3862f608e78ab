// Time since a run last changed: by its events, those of child runs, and output of jobs on this machine.
import { statSync } from "node:fs";
import { join } from "node:path";

type Version = { readonly run: string; readonly version: number };
/** The part of the System that is read. */
type Looked = {
  readonly runs: (filter: {
    readonly run?: string;
    readonly parent?: string;
  }) => Promise<readonly Version[]>;
  readonly workspace: {
    readonly spool: {
      readonly list: (run: string) => Promise<{
        readonly entries: readonly { readonly folder: string; readonly fence: number }[];
      }>;
    };
  };
};

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const familyOf = async (system: Looked, run: string): Promise<readonly Version[]> => {
  const own = await system.runs({ run });
  const children = await system.runs({ parent: run });
  const below = await Promise.all(children.map((child) => familyOf(system, child.run)));
  return [...own, ...below.flat()];
};

/** Changes as soon as anything moves. */
export const stretchOf = async (system: Looked, run: string): Promise<string> => {
  const parts: string[] = [];
  for (const card of await familyOf(system, run)) {
    const { entries } = await system.workspace.spool.list(card.run);
    const sizes = entries.map(
      ({ folder, fence }) =>
        `${fence}:${bytesOf(join(folder, "out")) + bytesOf(join(folder, "err"))}`,
    );
    parts.push([card.run, card.version, ...sizes].join(" "));
  }
  return parts.join("\n");
};

/** Time doesn't count while a machine sleeps: at most this much between two checks, in ms. */
const mostBetweenMs = 60_000;

/** @param elapsed monotonic milliseconds */
export const createStillness = (elapsed: () => number): ((stretch: string) => number) => {
  let [seen, at, still] = ["", elapsed(), 0];
  return (stretch) => {
    const now = elapsed();
    still = stretch === seen ? still + Math.min(now - at, mostBetweenMs) : 0;
    [seen, at] = [stretch, now];
    return still;
  };
};
