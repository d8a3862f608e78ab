// Types and generator of a story's roughness: rates of deaths, stalls and meddling.
import type { Chance } from "./chance.ts";

/** Shares from 0 to 1: of calls that end badly, and how often a thing happens between two others. */
export type Troubles = {
  readonly kills: number;
  readonly faults: number;
  /** Things that happen by themselves, once every so many seconds on average; 0: never. */
  readonly stalls: number;
  readonly deaths: number;
  readonly reboots: number;
  readonly jumps: number;
  readonly edits: number;
  readonly wipes: number;
  readonly meddlings: number;
};

export type Roughness = {
  /** How many agents a runner may have at work, and how many runners there are. */
  readonly agents: number;
  readonly runners: number;
  /** How likely an agent does as it should. */
  readonly skill: number;
  readonly troubles: Troubles;
  /** Agents outside that claim jobs, a person that meddles: once every so many seconds. */
  readonly claims: number;
  readonly acts: number;
  /** How much longer than usual disk and ledger take: the longer, the more comes between. */
  readonly slow: number;
  /** For how long it is rough, in ms. */
  readonly roughMs: number;
  /** Events between snapshots. */
  readonly snapshotEvery: number;
  /** Files that are there at the start, from the root. */
  readonly before: Readonly<Record<string, string>>;
  /** A second run begins in the same folder once the first is put away. */
  readonly twice?: boolean;
};

const troublesOf = (chance: Chance): Troubles => {
  const calm = chance.is(0.1);
  const some = (share: number, every: number): number =>
    !calm && chance.is(share) ? every * (0.5 + chance.next()) : 0;
  return {
    kills: calm
      ? 0
      : chance.weighed([
          [3, 0],
          [3, 0.002],
          [3, 0.006],
          [2, 0.02],
        ]),
    faults: calm
      ? 0
      : chance.weighed([
          [5, 0],
          [2, 0.002],
          [1, 0.01],
        ]),
    stalls: some(0.4, 25),
    deaths: some(0.5, 20),
    reboots: some(0.15, 60),
    jumps: some(0.3, 20),
    edits: some(0.3, 15),
    wipes: some(0.25, 25),
    meddlings: some(0.2, 20),
  };
};

/** How rough a protocol's stories are. */
type Measure = {
  /** The share of stories in which agents from outside claim jobs. */
  readonly claims: number;
  /** The share in which a person meddles, and every how many seconds. */
  readonly acts: readonly [share: number, every: readonly number[]];
  /** For how many seconds it is rough at most. */
  readonly longest: number;
  /** Every how many seconds somebody edits by hand, if not as the troubles say. */
  readonly edits?: (chance: Chance) => number;
};
const usual: Measure = { claims: 0.35, acts: [0.5, [4, 12]], longest: 120 };

export const roughnessOf = (
  chance: Chance,
  measure: Partial<Measure> = {},
): Omit<Roughness, "before" | "twice"> => {
  const {
    claims,
    acts: [share, every],
    longest,
    edits,
  } = { ...usual, ...measure };
  return {
    agents: chance.between(1, 4),
    runners: chance.weighed([
      [5, 1],
      [3, 2],
      [2, 3],
    ]),
    skill: chance.pick([0.5, 0.7, 0.85, 1]),
    troubles: {
      ...troublesOf(chance),
      ...(edits === undefined ? {} : { edits: edits(chance) }),
    },
    claims: chance.is(claims) ? 8 : 0,
    acts: chance.is(share) ? chance.pick(every) : 0,
    slow: chance.pick([0.2, 1, 1, 5, 20]),
    roughMs: chance.between(20, longest) * 1_000,
    snapshotEvery: chance.pick([5, 17, 60, 1_000]),
  };
};
