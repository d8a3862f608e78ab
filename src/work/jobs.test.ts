// Table of the model's jobs in runs of each phase: who does what, within which limits, and why not yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, phases, planOf, type Run, shows, taskOf } from "../../test/fixtures/ultrawork.ts";
import { engine } from "../../test/fixtures/stage.ts";
import type { Job } from "../core/job.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";

const one = (): Promise<Run> =>
  begin(
    planOf(
      taskOf("1", {
        success_criteria: [shows("a", "x"), { ...shows("b", "x"), timeout_s: 90 }, shows("c", "y")],
      }),
      taskOf("2"),
      taskOf("3", { blocked_by: ["1"] }),
    ),
    { max_workers: 1, timeout_s: 20 },
  );
const runs: Readonly<Record<string, () => Promise<Run>>> = {
  ...phases,
  "exploring, one worker": () => begin(null, { max_workers: 1 }),
  "one worker": one,
  "one worker, another check": async () => {
    const run = await one();
    const check = { command: "other" };
    run.ok("SetCheck", { unit: "1", criterion: 3, check, reason: "quicker" });
    return run;
  },
  "one worker, at work": async () => {
    const run = await one();
    run.checks();
    run.begin("task-1-1");
    return run;
  },
  paused: async () => {
    const run = await one();
    run.ok("Pause");
    return run;
  },
};
const lineOf = (job: Job): string => {
  const { key, subject, kind, role, tier, writes, limits, doubt, without, begun, why } = job;
  const checks = job.checks?.map((check) =>
    "argv" in check ? `${check.argv.join(" ")} in ${check.ms / 1_000} s` : JSON.stringify(check),
  );
  return [
    `  ${key} of ${subject}: ${kind} ${role} ${tier ?? ""}`.trimEnd(),
    `writes ${[writes].flat().join(", ")}`,
    `${limits.ms / 1_000} s, ${limits.tries} tries, else ${doubt}`,
    ...(checks ?? []),
    without === true ? "without the work" : null,
    begun ? "begun" : null,
    job.outside === true ? "outside" : null,
    why,
  ]
    .filter((part) => part !== null)
    .join(" | ");
};
const table = `
exploring:
  exp-1-1 of exp-1: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-1.md | 900 s, 2 tries, else check
  exp-2-1 of exp-2: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-2.md | 900 s, 2 tries, else check
  exp-3-1 of exp-3: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-3.md | 900 s, 2 tries, else check
  plan-1 of plan: agent planner heavy | writes ~/.claude/ultrawork/default/sessions/r1/design.md | 2700 s, 3 tries, else retry | waits for exp-1, exp-2, exp-3
draft:
  exp-1-1 of exp-1: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-1.md | 900 s, 2 tries, else check
  exp-2-1 of exp-2: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-2.md | 900 s, 2 tries, else check
  exp-3-1 of exp-3: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-3.md | 900 s, 2 tries, else check
  plan-1 of plan: agent planner heavy | writes ~/.claude/ultrawork/default/sessions/r1/design.md | 2700 s, 3 tries, else retry | waits for exp-1, exp-2, exp-3
proposed:
  approve-1 of plan: decision person | writes nothing | 0 s, 1 tries, else ask
working:
  stuck-4 of 4: decision person | writes nothing | 0 s, 1 tries, else ask
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 1 tries, else retry | begun
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 1 tries, else retry
byHand:
  check-1-1 of 1: check engine | writes nothing | 1860 s, 3 tries, else retry | x a in 900 s | x b in 900 s
  before-1-1 of 1: check engine | writes nothing | 1860 s, 3 tries, else retry | x a in 900 s | x b in 900 s | without the work
  before-2-1 of 2: check engine | writes nothing | 960 s, 3 tries, else retry | x c in 900 s | without the work
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 1 tries, else retry | begun | outside
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 1 tries, else retry | waits for 1
verifying:
  judge-verify-1 of verify: agent verifier heavy | writes nothing | 2700 s, 3 tries, else retry
complete:
failed:
cancelled:
exploring, one worker:
  exp-1-1 of exp-1: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-1.md | 900 s, 2 tries, else check
  exp-2-1 of exp-2: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-2.md | 900 s, 2 tries, else check
  exp-3-1 of exp-3: agent explorer light | writes ~/.claude/ultrawork/default/sessions/r1/exploration/exp-3.md | 900 s, 2 tries, else check
  plan-1 of plan: agent planner heavy | writes ~/.claude/ultrawork/default/sessions/r1/design.md | 2700 s, 3 tries, else retry | waits for exp-1, exp-2, exp-3
one worker:
  before-1-1 of 1: check engine | writes nothing | 170 s, 3 tries, else retry | x in 90 s | y in 20 s | without the work
  before-2-1 of 2: check engine | writes nothing | 80 s, 3 tries, else retry | check-2 in 20 s | without the work
  task-1-1 of 1: agent worker standard | writes anything | 3600 s, 3 tries, else retry
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 3 tries, else retry | no free worker (max 1)
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 3 tries, else retry | waits for 1
one worker, another check:
  before-1-2 of 1: check engine | writes nothing | 170 s, 3 tries, else retry | x in 90 s | other in 20 s | without the work
  before-2-1 of 2: check engine | writes nothing | 80 s, 3 tries, else retry | check-2 in 20 s | without the work
  task-1-1 of 1: agent worker standard | writes anything | 3600 s, 3 tries, else retry
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 3 tries, else retry | no free worker (max 1)
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 3 tries, else retry | waits for 1
one worker, at work:
  task-1-1 of 1: agent worker standard | writes anything | 3600 s, 3 tries, else retry | begun
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 3 tries, else retry | no free worker (max 1)
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 3 tries, else retry | waits for 1
paused:
  before-1-1 of 1: check engine | writes nothing | 170 s, 3 tries, else retry | x in 90 s | y in 20 s | without the work | paused
  before-2-1 of 2: check engine | writes nothing | 80 s, 3 tries, else retry | check-2 in 20 s | without the work | paused
  task-1-1 of 1: agent worker standard | writes anything | 3600 s, 3 tries, else retry | paused
  task-2-1 of 2: agent worker standard | writes anything | 3600 s, 3 tries, else retry | paused
  task-3-1 of 3: agent worker standard | writes anything | 3600 s, 3 tries, else retry | paused
`;
test("jobs of runs", async () => {
  const told: string[] = [];
  for (const [name, make] of Object.entries(runs))
    told.push(`${name}:`, ...(await make()).jobs().map(lineOf));
  assert.equal(`\n${told.join("\n")}\n`, table);
});

test("a decision is shown with its question, what it is about, and its answers", async () => {
  const run = (await phases["proposed"]?.()) ?? assert.fail();
  const parts = run.brief("approve-1").split(/\n\n(?=[A-Z#])/u);
  assert.deepEqual(
    parts.map((part) => part.split("\n")[0]),
    ["# Is the plan good to be worked on?", "The plan:", "Warnings:", "The goal:", "## Answers"],
  );
  assert.match(
    parts.at(-1) ?? "",
    /^- `approve`: Approve the plan \(recommended\)\. Workers start on the first units\.$/mu,
  );
});

test("the base may move until work has begun on it", async () => {
  const run = await begin(planOf(taskOf("1")));
  const based = (): object | undefined => ultrawork.based?.("t9", run.state());
  assert.deepEqual(based(), { base: { ...run.state().base, tree: "t9" } });
  run.begin("task-1-1");
  assert.deepEqual(based(), {});
});

test("a document is news while its text is another than the one that was seen last", async () => {
  const run = await begin(null);
  const path = "~/.claude/ultrawork/default/sessions/r1/design.md";
  const news = (digest?: string): unknown => {
    const files = digest === undefined ? {} : { [path]: { digest, text: "" } };
    return ultrawork.noticed?.(run.state(), { ...run.facts(), files });
  };
  const seen = [{ type: "SeeDocument", data: { path: "design.md", digest: "d1" } }];
  assert.deepEqual([news(), news("d1")], [[], seen]);
  run.ok("SeeDocument", { path: "design.md", digest: "d1" }, engine);
  assert.deepEqual(news("d1"), []);
  run.ok("Cancel");
  assert.deepEqual(news("d2"), []);
});

test("a judge sees the tree and what changed since the base, and so does the check of the whole", async () => {
  const run = (await phases["verifying"]?.()) ?? assert.fail();
  const since = { tree: true, changed: run.state().base?.tree };
  assert.deepEqual(ultrawork.ask?.(run.state(), run.job("judge-verify-1")), since);
});

test("who may still be needed: no planner once the plan is approved", async () => {
  const roles = async (phase: string): Promise<readonly string[]> => {
    const run = (await phases[phase]?.()) ?? assert.fail(phase);
    return ultrawork.roles?.(run.state()).map(({ name }) => name) ?? [];
  };
  assert.deepEqual(
    [await roles("exploring"), await roles("working")],
    [
      ["explorer", "planner", "worker", "verifier"],
      ["worker", "verifier"],
    ],
  );
});
