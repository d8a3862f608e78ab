// Landings checked ahead of each other, given, when and then.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  broken,
  all,
  checked,
  codeOf,
  commit,
  id,
  land,
  merge,
  proof,
  siteOf,
  take,
  tests,
  trialJob,
  withChecks,
} from "../../test/fixtures/landing.ts";
import { jobsOf, type Rules, readyToLand } from "./jobs.ts";
import { laneOf, mostAtOnce } from "./lane.ts";
import type { WorkCommand } from "./commands.ts";
import { commitOf, type Site } from "./site.ts";

const tried = (unit: string, letter: string, ...exits: readonly number[]): WorkCommand => ({
  type: "TryLanding",
  data: { unit, commit: id(letter), proofs: exits.map(proof) },
});
const three = [...checked, take("one", "1"), take("two", "2"), take("three", "3")];
/** Each is merged onto the previous one. */
const chain = [...three, merge("one", "a", "b"), merge("two", "b", "c"), merge("three", "c", "d")];
const lands = (): boolean => true;
const standingIn = (site: Site): readonly string[] =>
  laneOf(site, lands).standing.map(({ unit }) => unit);
const mergesIn = (site: Site): readonly unknown[] | null => {
  const { merges } = laneOf(site, lands);
  return merges === null ? null : [merges.candidate.unit, merges.onto.commit, merges.ahead];
};
const dueIn = (site: Site, judged: Rules = all): readonly string[] =>
  jobsOf(site, [], judged).map(({ key }) => key);
const trialOf = (unit: string, letter: string): string => `land-${unit}-${id(letter).slice(0, 12)}`;

describe("checks ahead", () => {
  test("what lands next is merged onto the head, each behind it onto the one before, and all are tried at once", () => {
    assert.deepEqual(mergesIn(siteOf(three)), ["one", id("a"), false]);
    assert.deepEqual(mergesIn(siteOf([...three, merge("one", "a", "b")])), ["two", id("b"), true]);
    const site = siteOf(chain);
    assert.deepEqual([standingIn(site), mergesIn(site)], [["one", "two", "three"], null]);
    assert.deepEqual(dueIn(site), [
      trialOf("one", "b"),
      trialOf("two", "c"),
      trialOf("three", "d"),
    ]);
  });

  test("no more than a few are tried at once", () => {
    const many = ["1", "2", "3", "4", "5", "6"].map((letter) => take(`u${letter}`, letter));
    const merges = ["1", "2", "3", "4", "5", "6"].map((letter, at) =>
      merge(`u${letter}`, "abcdef"[at] ?? "", "bcdef0"[at] ?? ""),
    );
    const site = siteOf([...checked, ...many, ...merges]);
    assert.equal(dueIn(site).length, mostAtOnce);
    assert.equal(mergesIn(site), null);
  });

  test("what was green on top of what landed since lands without another trial, and never before it", () => {
    const early = [...chain, tried("two", "c", 0)];
    assert.equal(readyToLand(siteOf(early), all), null);
    assert.deepEqual(dueIn(siteOf(early)), [trialOf("one", "b"), trialOf("three", "d")]);
    assert.equal(codeOf(siteOf(early), land("two", "c")), "HEAD_MOVED");
    const site = siteOf([...early, tried("one", "b", 0), land("one", "b")]);
    assert.equal(readyToLand(site, all)?.unit, "two");
    assert.deepEqual(dueIn(site), [trialOf("three", "d")]);
    const landed = siteOf([
      ...early,
      tried("one", "b", 0),
      land("one", "b"),
      land("two", "c"),
      tried("three", "d", 0),
      land("three", "d"),
    ]);
    assert.deepEqual([landed.head, landed.landed], [commit("d"), 3]);
  });

  test("what isn't green on the tree that would land doesn't land", () => {
    const site = siteOf([...checked, take("one", "1"), merge("one", "a", "b")]);
    assert.equal(codeOf(site, land("one", "b")), "WORK_UNPROVED");
    const forged = {
      type: "WorkLanded",
      data: { unit: "one", job: "task-1", n: 1, landed: commit("b") },
    } as const;
    assert.equal(broken(site, forged), "the repository's checks weren't green on it");
    const afloat = {
      type: "WorkMerged",
      data: { unit: "one", onto: id("f"), merged: commit("e"), ahead: "two" },
    } as const;
    assert.equal(
      broken(site, afloat),
      "what it was merged onto is neither the head nor what would land before it",
    );
    assert.equal(codeOf(site, merge("one", "f", "e")), "HEAD_MOVED");
  });

  test("if one fails, those behind it are merged and tried again without it", () => {
    const red = siteOf([...chain, tried("two", "c", 0), tried("one", "b", 1)]);
    assert.equal(red.candidates["one"]?.trouble?.is, "red");
    assert.deepEqual([standingIn(red), mergesIn(red)], [[], ["two", id("a"), false]]);
    const again = siteOf([
      ...chain,
      tried("two", "c", 0),
      tried("one", "b", 1),
      merge("two", "a", "e"),
      merge("three", "e", "f"),
    ]);
    assert.deepEqual(dueIn(again).slice(0, 2), [trialOf("two", "e"), trialOf("three", "f")]);
    // The result of a trial that is no longer needed is ignored.
    assert.equal(codeOf(again, tried("three", "d", 1)), null);
    assert.deepEqual(
      siteOf([...chain, tried("one", "b", 1), merge("two", "a", "e"), tried("two", "c", 1)])
        .candidates["two"]?.trouble,
      null,
    );
  });

  test("red on top of what hasn't landed is nobody's fault yet: it counts once that has, and is tried again if that doesn't", () => {
    const early = [...chain, tried("two", "c", 1)];
    const site = siteOf(early);
    assert.equal(site.candidates["two"]?.trouble, null);
    assert.deepEqual(mergesIn(site), ["three", id("b"), true]);
    const landed = siteOf([
      ...early,
      merge("three", "b", "e"),
      tried("three", "e", 0),
      tried("one", "b", 0),
      land("one", "b"),
    ]);
    assert.equal(landed.candidates["two"]?.trouble?.is, "red");
    assert.equal(readyToLand(landed, all)?.unit, "three");
    const failed = siteOf([...early, tried("one", "b", 1), merge("two", "a", "e")]);
    assert.deepEqual(
      [failed.candidates["two"]?.trouble, dueIn(failed).includes(trialOf("two", "e"))],
      [null, true],
    );
  });

  test("work that becomes ready later waits behind what is being tried", () => {
    const site = siteOf(chain);
    const late = (unit: string): boolean => unit !== "one";
    const two = siteOf([...three, merge("two", "a", "b"), merge("three", "b", "c")]);
    assert.deepEqual(
      laneOf(two, late).standing.map(({ unit }) => unit),
      ["two", "three"],
    );
    assert.deepEqual(mergesIn(two), ["one", id("c"), true]);
    assert.deepEqual(laneOf(site, () => false).standing, []);
  });

  test("a check that may be red until it is green once is run again on what lands after it was", () => {
    const lint = { ...tests, name: "lint" };
    const two = withChecks([tests, lint]);
    const expected = [
      two,
      { type: "TryBase", data: { proofs: [proof(0), proof(1)] } },
      { type: "AnswerBase", data: { answer: "expect" } },
    ] as const;
    const begun = [
      ...expected,
      take("one", "1"),
      take("two", "2"),
      merge("one", "a", "b"),
      merge("two", "b", "c"),
      tried("two", "c", 0, 1),
    ];
    const still = siteOf([...begun, tried("one", "b", 0, 1), land("one", "b")]);
    assert.equal(readyToLand(still, all)?.unit, "two");
    const mended = siteOf([...begun, tried("one", "b", 0, 0), land("one", "b")]);
    assert.equal(readyToLand(mended, all), null);
    assert.deepEqual(dueIn(mended), [trialOf("two", "c")]);
    // A green result on top of work that never landed excuses nothing later.
    const early = siteOf([
      ...expected,
      take("one", "1"),
      take("two", "2"),
      merge("one", "a", "b"),
      merge("two", "b", "c"),
      tried("two", "c", 0, 0),
    ]);
    assert.deepEqual(early.expected, ["lint"]);
  });

  test("of a unit whose own checks all ran on this very tree the repository's alone are still to run", () => {
    const shown = {
      unit: "one",
      number: 1,
      check: { argv: ["true"], cwd: ".", env: {}, ms: 1 },
      judge: () => ({ passed: true, why: "" }),
    };
    const judged: Rules = { ...all, rechecks: () => [shown] };
    // Two was merged onto the base when its own checks ran.
    const site = siteOf([
      ...three,
      merge("one", "a", "b"),
      merge("two", "a", "e"),
      merge("two", "b", "c"),
    ]);
    const counts = jobsOf(site, [], judged).map(({ checks }) => checks?.length);
    assert.deepEqual(counts, [1, 2]);
  });

  test("no job begins on what others did before that has landed, but the landing's own checks run there", () => {
    const site = siteOf(chain);
    assert.deepEqual(commitOf(site, "two"), commit("2"));
    assert.equal(commitOf(site, "two", true).commit, id("c"));
    assert.equal(
      commitOf(siteOf([...chain, tried("one", "b", 0), land("one", "b")]), "two").commit,
      id("c"),
    );
  });

  test("whether work does what it should is looked at while others' lands", () => {
    const site = siteOf(three);
    const judged: Rules = { ...all, lands: (unit) => unit === "one" };
    const why = (subject: string): string | null | undefined =>
      jobsOf(site, [{ ...trialJob, subject }], judged)[0]?.why;
    assert.equal(why("two"), null);
    assert.equal(why("one"), "the work of one lands first");
    assert.equal(why("four"), "the work of one lands first");
  });
});
