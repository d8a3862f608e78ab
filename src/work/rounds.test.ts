// Tables of what verdicts bring about: the tasks of another round, and how a run ends that nobody attends.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  did,
  gaveUp,
  pass,
  planOf,
  type Run,
  shows,
  taskOf,
} from "../../test/fixtures/ultrawork.ts";

/** 1.1 is waived and task 2 is done; the whole is to be judged. */
const judging = async (): Promise<Run> => {
  const criteria = [shows("a", "check-a"), shows("b", "check-b")];
  const run = await begin(planOf(taskOf("1", { success_criteria: criteria }), taskOf("2")));
  run.ok("Waive", { unit: "1", criterion: 1, reason: "no server" });
  run.work("1");
  run.work("2");
  return run;
};
const judged = (task: string, judgement: string, note = "") => ({
  task,
  criterion: task === "1" ? 2 : 1,
  judgement,
  note,
});
const issue = (more: object = {}) => ({ summary: "gap", done_when: "it is there", ...more });
const verdicts: Readonly<Record<string, object>> = {
  "an issue": { issues: [issue()] },
  "two issues": { issues: [issue(), issue({ summary: "hole" })] },
  "an issue of a task": { issues: [issue({ task: "1" })] },
  "an issue with a check": {
    issues: [issue({ task: "2", criterion: 1, check: { command: "x" } })],
  },
  "an issue of what was waived, and one": { issues: [issue({ task: "1", criterion: 1 }), issue()] },
  unmet: { judgements: [judged("1", "unmet", "it is red"), judged("2", "met")] },
  "unproven, without a note": { judgements: [judged("2", "unproven")] },
  "unmet, as an issue says": {
    judgements: [judged("2", "unmet", "red")],
    issues: [issue({ task: "2", criterion: 1 })],
  },
  "unmet, beside another issue of its task": {
    judgements: [judged("1", "unmet", "red")],
    issues: [issue({ task: "1", criterion: 1 }), issue({ task: "1" })],
  },
};
const rounds = `
an issue:
  fix-1-1 | Fix: gap | "gap\\n\\nDone when: it is there" | it is there (no check)
two issues:
  fix-1-1 | Fix: gap | "gap\\n\\nDone when: it is there" | it is there (no check)
  fix-1-2 | Fix: hole | "hole\\n\\nDone when: it is there" | it is there (no check)
an issue of a task:
  fix-1-1 | Fix: gap | "gap\\n\\nTask 1: Task 1\\n\\nDone when: it is there" | it is there (no check)
an issue with a check:
  fix-1-1 | Fix: gap | "gap\\n\\nTask 2: Task 2\\n\\nDone when: it is there" | it is there (x)
an issue of what was waived, and one:
  fix-1-1 | Fix: gap | "gap\\n\\nDone when: it is there" | it is there (no check)
unmet:
  fix-1-1 | Fix: 1.2 "b" is unmet: it is red | "1.2 \\"b\\" is unmet: it is red\\n\\nTask 1: Task 1\\n\\nDone when: b" | b (check-b)
unproven, without a note:
  fix-1-1 | Fix: 2.1 "2 holds" is unproven: unproven | "2.1 \\"2 holds\\" is unproven: unproven\\n\\nTask 2: Task 2\\n\\nDone when: 2 holds" | 2 holds (check-2)
unmet, as an issue says:
  fix-1-1 | Fix: gap | "gap\\n\\nTask 2: Task 2\\n\\nDone when: it is there" | it is there (check-2)
unmet, beside another issue of its task:
  fix-1-1 | Fix: gap | "gap\\n\\nTask 1: Task 1\\n\\nDone when: it is there" | it is there (no check)
  fix-1-2 | Fix: 1.2 "b" is unmet: red | "1.2 \\"b\\" is unmet: red\\n\\nTask 1: Task 1\\n\\nDone when: b" | b (check-b)
`;
test("what is worked on after a verdict", async () => {
  const told: string[] = [];
  for (const [name, verdict] of Object.entries(verdicts)) {
    const run = await judging();
    run.judge({ verdict: "FAIL", judgements: [], issues: [], ...verdict });
    told.push(`${name}:`);
    for (const { id, title, text, criteria } of run.state().units.slice(3, -1)) {
      const shown = criteria.map((one) => `${one.text} (${one.check?.command ?? "no check"})`);
      told.push(`  ${[id, title, JSON.stringify(text), ...shown].join(" | ")}`);
    }
  }
  assert.equal(`\n${told.join("\n")}\n`, rounds);
});

const three = planOf(
  taskOf("1"),
  taskOf("2", { blocked_by: ["1"] }),
  taskOf("3", { blocked_by: ["1"] }),
);
const fails = { verdict: "FAIL", judgements: [], issues: [issue(), issue({ summary: "hole" })] };
const unattended: Readonly<Record<string, () => Promise<Run>>> = {
  "a task is out of tries": async () => {
    const run = await begin(three, { mode: "auto", max_attempts: 1 });
    run.agent("task-1-1", gaveUp);
    return run;
  },
  "its last round fails": async () => {
    const run = await begin(planOf(taskOf("1")), { mode: "auto", max_iterations: 1 });
    run.work("1");
    run.judge(fails);
    return run;
  },
  "its last checks are red": async () => {
    const run = await begin(planOf(taskOf("1")), { mode: "auto", max_iterations: 1 });
    run.agent("task-1-1", did());
    for (const key of ["before-1-1", "check-1-1"]) run.check(key);
    run.checks({ exit: 1, text: "red" });
    return run;
  },
  "nobody can plan": async () => {
    const run = await begin(null, { mode: "auto" }, { explorers: 0 });
    for (const n of [1, 2, 3]) run.agent(`plan-${n}`, { status: "failed", reason: "too big" });
    return run;
  },
  "nobody judges": async () => {
    const run = await begin(planOf(taskOf("1")), { mode: "auto" });
    run.work("1");
    for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
    return run;
  },
  "its agent is turned away": async () => {
    const run = await begin(planOf(taskOf("1"), taskOf("2")), { mode: "auto" });
    run.agent("task-1-1", undefined, { exit: 1, fault: { kind: "auth" } });
    return run;
  },
};
const ends = `
a task is out of tries: Add a login: failed: task 1 failed after 1 attempt: it can't be done; 2, 3 and verify wait for it
its last round fails: Add a login: failed: verification failed in round 1, the last one: gap; hole
its last checks are red: Add a login: failed: verification failed in round 1, the last one: 1.1 "1 holds" doesn't hold: exit 1
nobody can plan: Add a login: failed: planner plan failed after 3 attempts: too big
nobody judges: Add a login: failed: the judge of verify gave no verdict 3 times: ended without a report
its agent is turned away: Add a login: failed: the agent of 1 was turned away: its model server refuses the login or key (ended with exit code 1)
`;
test("how a run ends that nobody attends", async () => {
  const told: string[] = [];
  for (const [name, make] of Object.entries(unattended)) {
    const run = await make();
    told.push(`${name}: ${run.ended()?.summary ?? run.keys().join(" ")}`);
  }
  assert.equal(`\n${told.join("\n")}\n`, ends);
});

test("an unmet criterion is told in its own words, and what is waived is shown by no verdict", async () => {
  const criteria = [shows("a", "check-a"), shows("b", "check-b")];
  const run = await begin(planOf(taskOf("1", { success_criteria: criteria })));
  run.work("1");
  run.judge({ verdict: "FAIL", judgements: [judged("1", "unmet")], issues: [] });
  assert.equal(run.unit("fix-1-1").title, 'Fix: 1.2 "b" is unmet: unmet');
  const waived = await judging();
  waived.judge(pass(...waived.all().slice(1), ["1", 1, "unmet"]));
  assert.deepEqual(
    waived.unit("1").criteria.map(({ proof }: { proof: object | null }) => proof !== null),
    [false, true],
  );
});

test("a stuck task gets as many tries as its answer says, one at least", async () => {
  for (const [data, tries] of [
    [null, 1],
    [{ n: 1 }, 1],
    [{ n: 2 }, 2],
    [{ n: 11 }, 1],
  ] as const) {
    const run = await begin(three, { max_attempts: 1 });
    run.agent("task-1-1", gaveUp);
    run.decide("stuck-1", "retry", "again", data);
    const left = run.keys().includes("task-1-2");
    for (let n = 2; run.keys().includes(`task-1-${n}`); n += 1) run.agent(`task-1-${n}`, gaveUp);
    assert.deepEqual([left, run.unit("1").begun], [true, 1 + tries], JSON.stringify(data));
  }
});

test("a failed last round gets as many more as its answer says", async () => {
  for (const [data, rounds] of [
    [null, 2],
    [{ n: 3 }, 4],
  ] as const) {
    const run = await begin(planOf(taskOf("1")), { max_iterations: 1 });
    run.work("1");
    run.judge(fails);
    run.decide("stuck-verify", "retry", "again", data);
    assert.equal(run.state().options.max_iterations, rounds);
  }
});
