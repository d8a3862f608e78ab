// Small stories crashed before and after every call, caches deleted: always the same end.
import type { Call, Mishap } from "./machine.ts";
import type { WorldParts } from "./make-world.ts";
import type { Roughness } from "./roughness.ts";
import { endOf } from "./tell.ts";
import { makeEdits } from "./troubles.ts";
import type { World } from "./world.ts";

/** wiped: caches and projections are deleted just before the call. */
export const blows = ["kill before", "kill after", "fault before", "fault after", "wiped"] as const;
/** What happens to call `at`. */
export type Blow = { readonly at: number; readonly is: (typeof blows)[number] };

const mishaps: Readonly<Record<Blow["is"], Mishap>> = {
  "kill before": { is: "kill", when: "before" },
  "kill after": { is: "kill", when: "after" },
  "fault before": { is: "fault", when: "before" },
  "fault after": { is: "fault", when: "after" },
  wiped: null,
};

/** Nothing happens in it by itself. */
const quiet = {
  kills: 0,
  faults: 0,
  stalls: 0,
  deaths: 0,
  reboots: 0,
  jumps: 0,
  edits: 0,
  wipes: 0,
  meddlings: 0,
};

/** Of each small story, whose rough time and files are its own. */
export const calmly = {
  agents: 2,
  runners: 1,
  skill: 1,
  troubles: quiet,
  claims: 0,
  acts: 0,
  slow: 1,
  snapshotEvery: 7,
  before: {},
};

export type SmallEnd = {
  readonly broken: string | null;
  readonly trail: readonly string[];
  readonly calls: number;
  readonly phase: string;
  /** The files as the ledger makes them, without what may differ: times, names. */
  readonly files: string;
  /** What is done at its end. */
  readonly done: string;
  /** Whose calls were struck, and which they were. */
  readonly struck: string;
};
export type TellSmall = (...struckAt: readonly Blow[]) => Promise<SmallEnd>;

export type Small<W extends World, R extends Roughness> = {
  readonly story: R;
  readonly end: (world: W) => Pick<SmallEnd, "files" | "done">;
};

export const tellStruck =
  <W extends World, R extends Roughness>(
    make: (parts: WorldParts<R>) => W,
    { story, end }: Small<W, R>,
  ): TellSmall =>
  async (...struckAt) => {
    const struck: string[] = [];
    let number = 0;
    const mishap = ({ proc, what }: Call): Mishap => {
      // Who looks at it when it is over is nobody's to strike.
      if (proc.kind === "agent" || proc.name.startsWith("verify")) return null;
      number += 1;
      const blow = struckAt.find(({ at }) => at === number);
      // A program that was started is never told as not started.
      if (blow === undefined || (what.startsWith("launches") && blow.is.startsWith("fault")))
        return null;
      struck.push(`${blow.is} call ${number} (${proc.name}: ${what})`);
      if (blow.is === "wiped") makeEdits(world).wipe(world.chance.fork("wipe"), true);
      return mishaps[blow.is];
    };
    const world: W = make({ seed: 1, story, steady: true, mishap });
    const { broken, trail } = await endOf(world);
    const state = world.watch.state();
    const phase = state === null ? "" : world.hands.protocol.phase(state);
    return { broken, trail, calls: number, phase, ...end(world), struck: struck.join(", ") };
  };

/** How an end differs from that of the story that nobody struck; null: it doesn't. */
export const difference = (end: SmallEnd, calm: SmallEnd): string | null => {
  const what =
    end.broken ??
    (end.phase !== calm.phase
      ? `it ends in ${end.phase}`
      : end.done !== calm.done
        ? `${end.done} are done`
        : end.files !== calm.files
          ? "its files are others"
          : null);
  return what === null ? null : `${end.struck}: ${what}`;
};
