// Stories and blows of every protocol that the tests tell; `.ci/night` tells hundreds.
import assert from "node:assert/strict";
import { type Name, protocols } from "./protocols.ts";
import { blows, difference } from "./struck.ts";

type Act = () => Promise<void>;
/** How many stories are told, by their seeds from 1 on, and how many calls of the small one lie between two blows. */
type Extent = { readonly stories: number; readonly apart: number };

type Told = {
  readonly protocol: Name;
  readonly what: string;
  /** How the small story ends that nobody strikes. */
  readonly phase: string;
  readonly done: RegExp;
  readonly extent: Extent;
};

const shown: readonly Told[] = [
  {
    protocol: "ultrawork",
    what: "whatever dies, stalls, jumps or is edited on the way",
    phase: "COMPLETE",
    done: /^1 2$/u,
    extent: { stories: 2, apart: 797 },
  },
  {
    protocol: "ralph",
    what: "stories edited, added and taken out by hand, judges of every kind",
    phase: "complete",
    done: /^US-001 done; US-002 done$/u,
    extent: { stories: 2, apart: 397 },
  },
  {
    protocol: "player",
    what: "groups, gates, retries, callbacks twice and late, runs within runs",
    phase: "COMPLETED",
    done: /^N-001 CP-01 N-002 N-003 CP-02 N-004 N-100$/u,
    extent: { stories: 3, apart: 797 },
  },
  {
    protocol: "iterative",
    what: "passes, gates, hand edits, git undone, units side by side, with and without git",
    phase: "complete",
    done: /^T1 settled proven; T2 settled proven; good T1; good T2; 0 bypasses/u,
    extent: { stories: 3, apart: 4_397 },
  },
  {
    protocol: "stigmergy",
    what: "hand edits, stale copies, lies, strikes, halts, drift, a second project",
    phase: "PROJECT_COMPLETE",
    done: /^1\.1 verified try 4; 1\.2 verified try 2; 2\.1 verified try 1; ISSUE-001 RESOLVED; audit 1 over/u,
    extent: { stories: 1, apart: 4_999 },
  },
];

const stories =
  ({ protocol }: Told, count: number): Act =>
  async () => {
    for (let seed = 1; seed <= count; seed += 1)
      assert.equal(
        (await protocols[protocol].tell(seed)).broken,
        null,
        `npm run sim -- --protocol ${protocol} --seed ${seed} --trace`,
      );
  };

const struck =
  ({ protocol, phase, done }: Told, apart: number): Act =>
  async () => {
    const tell = protocols[protocol].tellSmall;
    const calm = await tell();
    assert.deepEqual([calm.broken, calm.phase], [null, phase]);
    assert.match(calm.done, done);
    for (const [index, is] of blows.entries())
      for (let at = 1 + Math.floor((apart * index) / blows.length); at <= calm.calls; at += apart)
        assert.equal(difference(await tell({ at, is }), calm), null);
  };

const again: Act = async () => {
  const { tell } = protocols.ultrawork;
  const [once, twice] = [await tell(7), await tell(7)];
  assert.deepEqual(once.trail, twice.trail);
  assert.ok(once.trail.length > 500, `${once.trail.length} lines are no story`);
};

/** By what is true when it comes to its end. */
export const acts: ReadonlyMap<string, Act> = new Map([
  ...shown.flatMap((one): readonly (readonly [string, Act])[] => [
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
