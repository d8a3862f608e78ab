// Tests of starting a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  brief,
  discovering,
  openRules,
  person,
} from "../../../../test/fixtures/iterative-rules.ts";
import { slugFrom, taskFrom } from "./start.ts";

test("task: the request's first six words; slug: the task, cut at a hyphen", () => {
  assert.equal(
    taskFrom("Add login by email, with a code that expires"),
    "add-login-by-email-with-a",
  );
  assert.equal(
    slugFrom("Überall müssen die sehr langen Bezeichnungen gelten"),
    "uberall-mussen-die-sehr-langen",
  );
  assert.equal(slugFrom("a".repeat(60)), "a".repeat(40));
  assert.equal(taskFrom("ログイン を 追加"), "ログイン を 追加");
  assert.equal(slugFrom("ログイン"), null);
  assert.equal(slugFrom("archive"), null);
});

test("a request without a letter that a folder may have is named by the run", () => {
  const rules = openRules();
  rules.send("Start", { request: "ログイン を 追加", domain: "feature", run: "r1abcdefghij" });
  assert.deepEqual([rules.state().task, rules.state().slug], ["ログイン を 追加", "run-r1abcd"]);
});

test("a template that plans proposes its units as soon as the brief stands", () => {
  const { state, log } = discovering({
    domain: "research,writing",
    settings: { planner: "template" },
    brief,
  });
  assert.equal(log.at(-1)?.type, "PlanProposed");
  const { plan, phase, domain } = state();
  assert.deepEqual(
    [phase, domain, plan.state, plan.proposal?.units.length],
    ["plan", "research", "proposed", 8],
  );
});

test("lessons come from the archive's newest folder of that slug, with where they were learned, each once", () => {
  const text = (name: string): string =>
    `# Guardrails\n\n## ${name}\n- **When**: testing\n- **Problem**: slow\n- **Solution**: use a clock\n- **Learned**: T1 iteration 2\n`;
  const at = ".claude/iterative/archive";
  const files = {
    [`${at}/user-auth/guardrails.md`]: text("Oldest"),
    [`${at}/user-auth-20260101/guardrails.md`]: text("Older"),
    [`${at}/user-auth-20260102-2/guardrails.md`]: text("Newest"),
    [`${at}/user-auth-20260102/guardrails.md`]: text("Old"),
    [`${at}/user-auth-tokens-20270101/guardrails.md`]: text("Another run's"),
  };
  const { state } = discovering({
    guardrails_from: "user-auth",
    files,
    guardrails: [{ name: "newest ", solution: "Use a  clock" }],
  });
  assert.deepEqual(state().guardrails, [
    {
      name: "Newest",
      when: "testing",
      problem: "slow",
      solution: "use a clock",
      learned: "user-auth/T1 iteration 2",
    },
  ]);
});

test("all that is wrong with a start is told at once", () => {
  const refusal = openRules().refused("Start", { request: "make it nice", slug: "A" }, person);
  assert.deepEqual(
    refusal.more?.map(({ code }) => code),
    ["SLUG_INVALID", "MODE_AMBIGUOUS"],
  );
});

test("a request that says no domain asks whoever sits there for one: all of them, or those of the mode that was named", () => {
  const asked = (data: Readonly<Record<string, unknown>>) =>
    openRules()
      .refused("Start", { request: "make it nice", ...data }, person)
      .asks?.map(({ field, among }) => [...field, ...(among ?? [])]);
  const knowledge = ["research", "writing", "analysis", "planning"];
  assert.deepEqual(asked({}), [["domain", "feature", "bug", "refactor", ...knowledge]]);
  assert.deepEqual(asked({ mode: "knowledge" }), [["domain", ...knowledge]]);
  assert.equal(asked({ slug: "A" }), undefined);
});
