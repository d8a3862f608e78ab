// Tests of the repository's requirements for all work, given, when and then.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  all,
  baseWith,
  checked,
  codeOf,
  id,
  land,
  merge,
  proof,
  siteOf,
  take,
  tests,
  trialJob,
  withTests,
} from "../../test/fixtures/landing.ts";
import type { Job } from "../core/job.ts";
import { jobsOf, readyToLand } from "./jobs.ts";
import type { WorkCommand } from "./commands.ts";

describe("the repository's checks", () => {
  test("nothing begins before the repository's checks were tried on the base, and each landing passes them", () => {
    const job: Job = { ...trialJob, kind: "agent", subject: "one" };
    assert.equal(
      jobsOf(siteOf([withTests]), [job], all)[0]?.why,
      "the repository's checks are tried on the base first",
    );
    assert.equal(jobsOf(siteOf(checked), [job], all)[0]?.why, null);
    const waits = siteOf([...checked, take("one", "b"), merge("one", "a", "c")]);
    assert.equal(readyToLand(waits, all), null);
    assert.equal(jobsOf(waits, [], all)[0]?.checks?.length, 1);
    const green: WorkCommand = {
      type: "TryLanding",
      data: { unit: "one", commit: id("c"), proofs: [proof(0)] },
    };
    assert.equal(
      readyToLand(siteOf([...checked, take("one", "b"), merge("one", "a", "c"), green]), all)?.unit,
      "one",
    );
  });

  test("a check that is red on the base is a person's question: expected red until it is green once, or dropped", () => {
    const red: readonly WorkCommand[] = [
      withTests,
      { type: "TryBase", data: { proofs: [proof(1)] } },
    ];
    assert.equal(jobsOf(siteOf(red), [], all)[0]?.kind, "decision");
    const expects = [...red, { type: "AnswerBase", data: { answer: "expect" } } as const];
    const landing = [take("one", "b"), merge("one", "a", "c")];
    const tried = (exit: number, letter: string): WorkCommand => ({
      type: "TryLanding",
      data: { unit: "one", commit: id(letter), proofs: [proof(exit)] },
    });
    assert.equal(readyToLand(siteOf([...expects, ...landing, tried(1, "c")]), all)?.unit, "one");
    const once = [...expects, ...landing, tried(0, "c"), land("one", "c")];
    assert.equal(
      readyToLand(siteOf([...once, take("one", "d"), merge("one", "c", "e"), tried(1, "e")]), all),
      null,
    );
    const drops = siteOf([...red, { type: "AnswerBase", data: { answer: "drop" } }, ...landing]);
    assert.equal(readyToLand(drops, all)?.unit, "one");
  });

  test("a corrected configuration counts by a person's word, is tried anew, and its question is another one", () => {
    const red: readonly WorkCommand[] = [
      withTests,
      { type: "TryBase", data: { proofs: [proof(1)] } },
    ];
    const again: WorkCommand = {
      type: "AnswerBase",
      data: { answer: "again", ready: { checks: [], setup: null, copy: [] } },
    };
    assert.equal(
      codeOf(siteOf(red), { type: "AnswerBase", data: { answer: "again" } }),
      "OPTION_INVALID",
    );
    assert.deepEqual(jobsOf(siteOf([...red, again]), [], all), []);
    const same: WorkCommand = {
      type: "AnswerBase",
      data: { answer: "again", ready: { checks: [tests], setup: null, copy: [] } },
    };
    const keyOf = (commands: readonly WorkCommand[]): string | undefined =>
      jobsOf(siteOf(commands), [], all)[0]?.key;
    const keys = [
      keyOf([withTests]),
      keyOf(red),
      keyOf([...red, same]),
      keyOf([...red, same, { type: "TryBase", data: { proofs: [proof(1)] } }]),
    ];
    assert.equal(new Set(keys).size, 4, keys.join(" "));
    assert.equal(codeOf(siteOf([...red, again]), again), "QUESTION_STALE");
  });

  test("a setup is tried on the base where the base says so, and never in runs from before", () => {
    const setup = { argv: ["make"], cwd: ".", inputs: [], makes: [], ms: 1_000 };
    const based = (trial: boolean): WorkCommand => baseWith({ setup }, trial);
    assert.deepEqual(jobsOf(siteOf([based(false)]), [], all), []);
    assert.equal(jobsOf(siteOf([based(true)]), [], all)[0]?.kind, "check");
    const failed: readonly WorkCommand[] = [
      based(true),
      { type: "TryBase", data: { proofs: [], setup: "no such program" } },
    ];
    assert.equal(
      codeOf(siteOf(failed), { type: "AnswerBase", data: { answer: "expect" } }),
      "OPTION_UNKNOWN",
    );
    const dropped = siteOf([...failed, { type: "AnswerBase", data: { answer: "drop" } }]);
    assert.deepEqual([dropped.ready.setup, jobsOf(dropped, [], all)], [null, []]);
  });

  test("a question about a red base says what the output names, and nothing where it names no cause", () => {
    const questionOf = (
      data: Extract<WorkCommand, { type: "TryBase" }>["data"],
    ): string | undefined =>
      jobsOf(siteOf([withTests, { type: "TryBase", data }]), [], all)[0]?.decision?.question;
    assert.doesNotMatch(
      questionOf({ proofs: [proof(1)], fenced: "offline" }) ?? "fence",
      /fence|network|place\.copy|not found/u,
    );
    assert.match(
      questionOf({ proofs: [{ ...proof(1), text: "sh: 1: vitest: not found\n" }] }) ?? "",
      /\nvitest: not found\. .*let `setup` in cairn\.config\.json install it\.\nWhat now\?/u,
    );
    assert.match(
      questionOf({ proofs: [proof(1)], lacks: [".env"] }) ?? "",
      /\n\.env: in your checkout, .* name it in `place\.copy`/u,
    );
  });

  test("a pinned check names the base", () => {
    const pinned = baseWith({ checks: [{ ...tests, pin: ["test/**"] }] });
    const [check] = jobsOf(siteOf([pinned]), [], all)[0]?.checks ?? [];
    assert.deepEqual(check !== undefined && "pin" in check ? check.pin : null, {
      paths: ["test/**"],
      commit: id("a"),
    });
  });
});
