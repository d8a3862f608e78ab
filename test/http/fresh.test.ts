// Tests of freshness of proofs against the current tree, measured at most every ten seconds.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Criterion } from "../../src/core/view.ts";
import { freshness } from "../../src/http/keep/fresh.ts";
import type { System } from "../../src/runtime/system.ts";

const criterion = (number: number, tree: string | null): Criterion => ({
  unit: "1",
  number,
  text: "it works",
  counts: true,
  status: "proved",
  check: "npm test",
  chosenBy: "plan",
  proof:
    tree === null
      ? null
      : { exit: 0, tree, at: "2026-01-08T12:00:00.000Z", by: "engine", digest: null, excerpt: "" },
  before: null,
  claim: null,
  waived: null,
});

const place = (): {
  readonly system: Pick<System, "facts">;
  readonly measured: { times: number; tree: string };
} => {
  const measured = { times: 0, tree: "aaa" };
  const facts: System["facts"] = () => {
    measured.times += 1;
    const where = { root: "/shop", folder: null, repo: null, head: null };
    return Promise.resolve({
      at: "2026-01-08T12:00:00.000Z",
      ...where,
      tree: measured.tree,
      changed: [],
      files: {},
      outputs: {},
      commits: {},
    });
  };
  return { system: { facts }, measured };
};

test("what was proved on the tree of now is fresh, what was proved on another is not, what tells of none is neither", async () => {
  const { system } = place();
  const found = await freshness(system, () => 0)({ run: "r", version: 1 }, [
    criterion(1, "aaa"),
    criterion(2, "bbb"),
    criterion(3, null),
  ]);
  assert.deepEqual(
    found.map(({ fresh }) => fresh),
    [true, false, null],
  );
});

test("many looks measure once; a new event or ten seconds measure anew", async () => {
  const { system, measured } = place();
  const clock = { now: 0 };
  const look = freshness(system, () => clock.now);
  const of = async (version: number): Promise<boolean | null | undefined> =>
    (await look({ run: "r", version }, [criterion(1, "aaa")]))[0]?.fresh;
  assert.deepEqual(await Promise.all([of(1), of(1), of(1)]), [true, true, true]);
  assert.equal(measured.times, 1);
  measured.tree = "bbb";
  assert.equal(await of(1), true);
  clock.now = 10_000;
  assert.equal(await of(1), false);
  assert.equal(measured.times, 2);
  measured.tree = "aaa";
  assert.equal(await of(2), true);
  assert.equal(measured.times, 3);
});
