// Stories and blows of every protocol that the tests tell; `.ci/night` tells hundreds.
import assert from "node:assert/strict";
import { tellSmallLoop } from "./iterative/small.ts";
import { tellSmallPlay } from "./player/small.ts";
import { tellSmallRalph } from "./ralph/small.ts";
import { tellSmall } from "./small.ts";
import { tellSmallShop } from "./stigmergy/small.ts";
import { blows, difference, type TellSmall } from "./struck.ts";
import {
  type Telling,
  tellIterative,
  tellPlayer,
  tellRalph,
  tellStigmergy,
  tellStory,
} from "./tell.ts";

type Act = () => Promise<void>;
/** How many stories are told, by their seeds from 1 on, and how many calls of the small one lie between two blows. */
type Extent = { readonly stories: number; readonly apart: number };

type Told = {
  readonly protocol: string;
  readonly what: string;
  readonly tell: (seed: number, how?: Telling) => ReturnType<typeof tellStory>;
  readonly tellSmall: TellSmall;
  /** How the small story ends that nobody strikes. */
  readonly phase: string;
  readonly done: RegExp;
  readonly extent: Extent;
};

const protocols: readonly Told[] = [
  {
    protocol: "ultrawork",
    what: "whatever dies, stalls, jumps or is edited on the way",
    tell: tellStory,
    tellSmall,
    phase: "COMPLETE",
    done: /^1 2$/u,
    extent: { stories: 2, apart: 797 },
  },
  {
    protocol: "ralph",
    what: "stories edited, added and taken out by hand, judges of every kind",
    tell: tellRalph,
    tellSmall: tellSmallRalph,
    phase: "complete",
    done: /^US-001 done; US-002 done$/u,
    extent: { stories: 2, apart: 397 },
  },
  {
    protocol: "player",
    what: "groups, gates, retries, callbacks twice and late, runs within runs",
    tell: tellPlayer,
    tellSmall: tellSmallPlay,
    phase: "completed",
    done: /^N-001 CP-01 N-002 N-003 CP-02 N-004 N-100$/u,
    extent: { stories: 3, apart: 797 },
  },
  {
    protocol: "iterative",
    what: "passes, gates, hand edits, git undone, units side by side, with and without git",
    tell: tellIterative,
    tellSmall: tellSmallLoop,
    phase: "complete",
    done: /^T1 settled proven; T2 settled proven; good T1; good T2; 0 bypasses/u,
    extent: { stories: 3, apart: 4_397 },
  },
  {
    protocol: "stigmergy",
    what: "hand edits, stale copies, lies, strikes, halts, drift, a second project",
    tell: tellStigmergy,
    tellSmall: tellSmallShop,
    phase: "PROJECT_COMPLETE",
    done: /^1\.1 verified try 4; 1\.2 verified try 2; 2\.1 verified try 1; ISSUE-001 RESOLVED; audit 1 over/u,
    extent: { stories: 1, apart: 4_999 },
  },
];

const stories =
  ({ protocol, tell }: Told, count: number): Act =>
  async () => {
    for (let seed = 1; seed <= count; seed += 1)
      assert.equal(
        (await tell(seed)).broken,
        null,
        `npm run sim -- --protocol ${protocol} --seed ${seed} --trace`,
      );
  };

const struck =
  ({ tellSmall: tell, phase, done }: Told, apart: number): Act =>
  async () => {
    const calm = await tell();
    assert.deepEqual([calm.broken, calm.phase], [null, phase]);
    assert.match(calm.done, done);
    for (const [index, is] of blows.entries())
      for (let at = 1 + Math.floor((apart * index) / blows.length); at <= calm.calls; at += apart)
        assert.equal(difference(await tell({ at, is }), calm), null);
  };

const again: Act = async () => {
  const [once, twice] = [await tellStory(7), await tellStory(7)];
  assert.deepEqual(once.trail, twice.trail);
  assert.ok(once.trail.length > 500, `${once.trail.length} lines are no story`);
};

/** By what is true when it comes to its end. */
export const acts: ReadonlyMap<string, Act> = new Map([
  ...protocols.flatMap((one): readonly (readonly [string, Act])[] => [
    [
      `stories of ${one.protocol} end as they should: ${one.what}`,
      stories(one, one.extent.stories),
    ],
    [
      `struck at a call, in each of the ways, ${one.protocol}'s small story comes to the same end`,
      struck(one, one.extent.apart),
    ],
  ]),
  ["a seed tells the same story to the letter each time", again],
]);
