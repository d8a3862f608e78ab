// Tests of the rules of landing, given, when and then.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  broken,
  all,
  base,
  checked,
  codeOf,
  commit,
  doer,
  id,
  land,
  merge,
  proof,
  siteOf,
  take,
  trialJob,
} from "../../test/fixtures/landing.ts";
import type { Job } from "../core/job.ts";
import { type Judge, needsTrial } from "./trials.ts";
import { laneOf } from "./lane.ts";
import { jobsOf, type Rules, readyToLand } from "./jobs.ts";
import type { WorkCommand } from "./commands.ts";
import { branchRole, branchUnit, commitOf } from "./site.ts";

describe("landing", () => {
  test("work that was merged onto the head lands, and the head follows", () => {
    const site = siteOf([base, take("one", "b"), merge("one", "a", "c"), land("one", "c")]);
    assert.deepEqual(site.head, commit("c"));
    assert.equal(site.landed, 1);
    assert.equal(site.previous, null);
    assert.deepEqual(site.candidates, {});
  });

  test("what was merged onto a head that has moved since doesn't land", () => {
    const site = siteOf([
      base,
      take("one", "b"),
      take("two", "d"),
      merge("one", "a", "c"),
      merge("two", "a", "e"),
      land("one", "c"),
    ]);
    assert.equal(codeOf(site, land("two", "e")), "HEAD_MOVED");
    assert.equal(codeOf(site, merge("two", "a", "f")), "HEAD_MOVED");
    assert.equal(codeOf(site, land("three", "e")), "WORK_UNKNOWN");
    assert.equal(codeOf(null, land("one", "c")), "PLACE_NONE");
  });

  test("what a person must look at first is merged by nobody till then, and lands by a person's word or taken anew", () => {
    const theirs = { ...doer, role: branchRole };
    const taken = (letter: string, held?: string): WorkCommand => ({
      type: "TakeWork",
      data: {
        unit: branchUnit,
        doer: theirs,
        work: commit(letter),
        ...(held === undefined ? {} : { held }),
      },
    });
    const held = [base, taken("b", "key.txt")];
    assert.equal(laneOf(siteOf(held), () => true).merges, null);
    assert.equal(jobsOf(siteOf(held), [], all)[0]?.kind, "decision");
    assert.equal(
      codeOf(siteOf([...held, merge(branchUnit, "a", "c")]), {
        type: "BeginMend",
        data: { unit: branchUnit },
      }),
      "JOB_UNREADY",
    );
    for (const then of [{ type: "MendAgain", data: { unit: branchUnit } }, taken("d")] as const)
      assert.equal(laneOf(siteOf([...held, then]), () => true).merges?.candidate.unit, branchUnit);
  });

  test("a second merge is tried again on the merged tree, unless nothing is to be shown", () => {
    const before = [
      base,
      take("one", "b"),
      take("two", "d"),
      merge("one", "a", "c"),
      merge("two", "a", "e"),
      land("one", "c"),
    ];
    const site = siteOf([...before, merge("two", "c", "f")]);
    const two = site.candidates["two"];
    assert.ok(two !== undefined && needsTrial(site, two));
    const shown = {
      unit: "two",
      number: 1,
      check: { argv: ["true"], cwd: ".", env: {}, ms: 1 },
      judge: () => ({ passed: true, why: "" }),
    };
    assert.equal(readyToLand(site, { ...all, rechecks: () => [shown] }), null);
    assert.equal(readyToLand(site, all)?.unit, "two");
    const trial = jobsOf(site, [], { ...all, rechecks: () => [shown] });
    assert.deepEqual(
      trial.map(({ key, kind }) => [key, kind]),
      [[`land-two-${id("f").slice(0, 12)}`, "check"]],
    );
    const tried = siteOf([
      ...before,
      merge("two", "c", "f"),
      { type: "TryLanding", data: { unit: "two", commit: id("f"), proofs: [] } },
    ]);
    assert.equal(readyToLand(tried, { ...all, rechecks: () => [shown] })?.unit, "two");
  });

  test("a conflict, and a red check on the merged tree, go back to whoever did the work", () => {
    const conflict: WorkCommand = {
      type: "ReportConflict",
      data: { unit: "one", onto: id("a"), files: ["x"] },
    };
    const merged = [take("one", "b"), merge("one", "a", "c")];
    const red = [
      ...checked,
      ...merged,
      { type: "TryLanding", data: { unit: "one", commit: id("c"), proofs: [proof(1)] } } as const,
    ];
    for (const site of [siteOf([base, take("one", "b"), conflict]), siteOf(red)]) {
      const [job] = jobsOf(site, [], all);
      assert.deepEqual(
        [job?.kind, job?.role, job?.thread, job?.writes],
        ["agent", "worker", "task-1", "anything"],
      );
      assert.equal(readyToLand(site, all), null);
    }
  });

  test("after three mends a person decides", () => {
    const conflict: WorkCommand = {
      type: "ReportConflict",
      data: { unit: "one", onto: id("a"), files: ["x"] },
    };
    const mends = [1, 2, 3].flatMap((): readonly WorkCommand[] => [
      { type: "BeginMend", data: { unit: "one" } },
      { type: "EndMend", data: { unit: "one", why: "it gave up" } },
    ]);
    const site = siteOf([base, take("one", "b"), conflict, ...mends]);
    assert.equal(jobsOf(site, [], all)[0]?.kind, "decision");
    assert.equal(codeOf(site, { type: "BeginMend", data: { unit: "one" } }), "JOB_UNREADY");
    const again = siteOf([
      base,
      take("one", "b"),
      conflict,
      ...mends,
      { type: "MendAgain", data: { unit: "one" } },
    ]);
    assert.equal(jobsOf(again, [], all)[0]?.kind, "agent");
    const dropped = siteOf([
      base,
      take("one", "b"),
      conflict,
      ...mends,
      { type: "DropWork", data: { unit: "one", reason: "enough" } },
    ]);
    assert.deepEqual(dropped.candidates, {});
  });

  test("a person who lets a red check be mended again may have mended what it lacked: it runs again first", () => {
    const red: WorkCommand = {
      type: "TryLanding",
      data: { unit: "one", commit: id("c"), proofs: [proof(1)] },
    };
    const mends = [1, 2, 3].flatMap((): readonly WorkCommand[] => [
      { type: "BeginMend", data: { unit: "one" } },
      { type: "EndMend", data: { unit: "one", why: "it found nothing to mend" } },
    ]);
    const asked = [...checked, take("one", "b"), merge("one", "a", "c"), red, ...mends];
    const again: WorkCommand = { type: "MendAgain", data: { unit: "one" } };
    const keyOf = (more: readonly WorkCommand[]): unknown =>
      jobsOf(siteOf([...asked, ...more]), [], all)[0]?.key;
    assert.equal(keyOf([]), "stuck-one-1");
    assert.equal(keyOf([again]), `land-one-${id("c").slice(0, 12)}`);
    assert.equal(keyOf([again, red]), "mend-one-1.4");
  });

  test("mended work is merged and shown anew, in the name of whoever did it", () => {
    const conflict: WorkCommand = {
      type: "ReportConflict",
      data: { unit: "one", onto: id("a"), files: ["x"] },
    };
    const mended: WorkCommand = {
      type: "TakeWork",
      data: { unit: "one", doer: { ...doer, job: "mend-one-1.1" }, work: commit("d") },
    };
    const site = siteOf([
      base,
      take("one", "b"),
      conflict,
      { type: "BeginMend", data: { unit: "one" } },
      mended,
      merge("one", "a", "e"),
    ]);
    const one = site.candidates["one"];
    assert.equal(one?.doer.job, "task-1");
    assert.equal(one?.mends.begun, 1);
    assert.ok(one !== undefined && needsTrial(site, one));
  });

  const beside = (job: string, letter: string, from: string): WorkCommand => ({
    type: "TakeWork",
    data: {
      unit: "all",
      doer: { ...doer, job, subject: job },
      work: commit(letter),
      from: id(from),
    },
  });
  const join = (onto: string, letter: string): WorkCommand => ({
    type: "JoinWork",
    data: { unit: "all", onto: id(onto), work: commit(letter) },
  });
  const mendBegins: WorkCommand = { type: "BeginMend", data: { unit: "all" } };
  const apart: WorkCommand = {
    type: "ReportConflict",
    data: { unit: "all", onto: id("b"), files: ["x"] },
  };
  const gathering: Rules = { ...all, unitOf: () => "all", lands: () => false };

  test("what jobs of one unit leave side by side waits, and lands only once it was joined", () => {
    const two = [base, beside("one", "b", "a"), beside("two", "c", "a")];
    const site = siteOf([...two, merge("all", "a", "d")]);
    assert.equal(commitOf(site, "all").commit, id("d"));
    assert.equal(readyToLand(site, all), null);
    assert.equal(codeOf(site, land("all", "d")), "HEAD_MOVED");
    assert.equal(codeOf(site, join("b", "e")), "HEAD_MOVED");
    const joined = siteOf([...two, join("b", "e")]).candidates["all"];
    assert.deepEqual(
      [joined?.work, joined?.merged, joined?.waiting, joined?.doers.map(({ job }) => job)],
      [commit("e"), null, [], ["one", "two"]],
    );
    assert.equal(
      siteOf([base, beside("one", "b", "a"), beside("two", "c", "b")]).candidates["all"]?.waiting
        .length,
      0,
    );
  });

  test("where they conflict the second is mended by whoever left it, and the first stands as it was", () => {
    const two = [base, beside("one", "b", "a"), beside("two", "c", "a"), apart];
    const [held, mend] = jobsOf(
      siteOf([...two]),
      [{ ...trialJob, key: "check-1", why: null }],
      gathering,
    );
    assert.match(
      held?.why ?? "",
      /the work of two conflicts with what others did meanwhile in x: it is mended first/u,
    );
    assert.deepEqual([mend?.kind, mend?.role, mend?.key], ["agent", "worker", "mend-all-2.1"]);
    const key = mend?.key ?? "";
    // Work of a third unit is not a mend.
    const third = siteOf([...two, mendBegins, beside("three", "d", "a")]).candidates["all"];
    assert.deepEqual([third?.mends.running, third?.waiting.length], [true, 2]);
    const mended = siteOf([...two, mendBegins, beside("three", "d", "a"), beside(key, "e", "c")])
      .candidates["all"];
    assert.deepEqual(
      [mended?.work, mended?.trouble, mended?.waiting.map(({ work }) => work.commit)],
      [commit("b"), null, [id("e"), id("d")]],
    );
    const dropped = siteOf([...two, { type: "DropWork", data: { unit: "all", reason: "enough" } }])
      .candidates["all"];
    assert.deepEqual([dropped?.work, dropped?.trouble, dropped?.waiting], [commit("b"), null, []]);
  });

  const ana = { job: "branch-1", subject: "Ana", role: branchRole, thread: null, agent: null };
  const byHand = (letter: string): WorkCommand => ({
    type: "TakeWork",
    data: { unit: branchUnit, doer: ana, work: commit(letter) },
  });
  test("what a person commits on the branch is tried on the merged tree at once, and lands with it", () => {
    const shown = {
      unit: "one",
      number: 1,
      check: { argv: ["true"], cwd: ".", env: {}, ms: 1 },
      judge: () => ({ passed: true, why: "" }),
    };
    const before = [base, byHand("b"), merge(branchUnit, "a", "c")];
    const [trial] = jobsOf(siteOf(before), [], { ...all, rechecks: () => [shown] });
    assert.deepEqual(
      [trial?.key, trial?.kind, trial?.checks?.length],
      [`land-branch-${id("c").slice(0, 12)}`, "check", 1],
    );
    const tried = siteOf([
      ...before,
      { type: "TryLanding", data: { unit: branchUnit, commit: id("c"), proofs: [proof(0)] } },
    ]);
    assert.equal(readyToLand(tried, { ...all, rechecks: () => [shown] })?.unit, branchUnit);
    assert.deepEqual(siteOf([...before, land(branchUnit, "c")]).head, commit("c"));
  });
  test("a person's commits that conflict or fail are that person's question, and nothing else waits for them", () => {
    const conflict: WorkCommand = {
      type: "ReportConflict",
      data: { unit: branchUnit, onto: id("a"), files: ["x"] },
    };
    const red: readonly WorkCommand[] = [
      merge(branchUnit, "a", "c"),
      { type: "TryLanding", data: { unit: branchUnit, commit: id("c"), proofs: [proof(1)] } },
    ];
    const other: Job = { ...trialJob, kind: "agent", subject: "other", key: "task-other-1" };
    for (const [start, trouble] of [[base, [conflict]] as const, [checked, red] as const]) {
      const before = [...[start].flat(), byHand("b"), ...trouble];
      const [job, question] = jobsOf(siteOf(before), [other], all);
      assert.deepEqual(
        [job?.why, question?.kind, question?.key],
        [null, "decision", "stuck-branch-1"],
      );
      assert.match(
        question?.decision?.question ?? "",
        /the work of Ana .*[^]*committed on cairn\/x by hand, so no agent mends it/u,
      );
      assert.equal(
        codeOf(siteOf(before), { type: "BeginMend", data: { unit: branchUnit } }),
        "JOB_UNREADY",
      );
      const again = siteOf([...before, { type: "MendAgain", data: { unit: branchUnit } }]);
      assert.equal(again.candidates[branchUnit]?.trouble, null);
      const dropped = siteOf([
        ...before,
        { type: "DropWork", data: { unit: branchUnit, reason: "no" } },
      ]);
      assert.deepEqual([dropped.candidates, dropped.declined], [{}, [id("b")]]);
      assert.equal(
        siteOf([...before, byHand("d")]).candidates[branchUnit]?.trouble,
        null,
        "another commit is another try",
      );
    }
  });
  test("what is recorded red, or whose own checks are due and not green, doesn't land", () => {
    const again = [
      base,
      take("one", "b"),
      take("two", "d"),
      merge("one", "a", "c"),
      merge("two", "a", "e"),
      land("one", "c"),
      merge("two", "c", "f"),
    ];
    const red: Judge = () => ({ passed: false, said: "not all of its checks ran yet" });
    const tried: WorkCommand = {
      type: "TryLanding",
      data: { unit: "two", commit: id("f"), proofs: [] },
    };
    for (const commands of [again, [...again, tried]]) {
      const site = siteOf(commands, red);
      assert.equal(codeOf(site, land("two", "f"), red), "WORK_UNPROVED");
    }
    assert.equal(codeOf(siteOf([...again, tried]), land("two", "f")), null);
    const forged = {
      type: "WorkLanded",
      data: { unit: "two", job: "task-1", n: 2, landed: commit("f") },
    } as const;
    assert.equal(
      broken(siteOf([...again, tried], red), forged),
      "it had a conflict or a red check by then",
    );
  });

  test("nothing begins on a head that lacks what is proved", () => {
    const site = siteOf([base, take("one", "b")]);
    const other: Job = { ...trialJob, kind: "agent", subject: "other", key: "task-other-1" };
    assert.equal(jobsOf(site, [other], all)[0]?.why, "the work of one lands first");
    assert.equal(jobsOf(site, [other], { ...all, lands: () => false })[0]?.why, null);
  });

  test("a unit's next job begins on its own work, others on the head", () => {
    const site = siteOf([base, take("one", "b")]);
    assert.equal(commitOf(site, "one").commit, id("b"));
    assert.equal(commitOf(site, "two").commit, id("a"));
    assert.equal(commitOf(site, null).commit, id("a"));
    assert.equal(
      commitOf(siteOf([base, take("one", "b"), merge("one", "a", "c")]), "one").commit,
      id("c"),
    );
  });

  test("a landing that names what wasn't merged is found", () => {
    const site = siteOf([base, take("one", "b"), merge("one", "a", "c")]);
    const forged = {
      type: "WorkLanded",
      data: { unit: "one", job: "task-1", n: 1, landed: commit("f") },
    } as const;
    assert.equal(broken(site, forged), "what it names is not what was merged and proved");
    assert.equal(
      broken(site, { ...forged, data: { ...forged.data, n: 2, landed: commit("c") } }),
      "it is landing 2, and 0 were before it",
    );
  });
});
