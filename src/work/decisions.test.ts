// Table of the model's decisions: what each answer of a person is called, and the command that it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, type Free } from "../../test/fixtures/stage.ts";
import { begin, gaveUp, phases, planOf, type Run, taskOf } from "../../test/fixtures/ultrawork.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";

const issue = { summary: "gap", done_when: "it is there" };
const one = (options: object = {}): Promise<Run> => begin(planOf(taskOf("1")), options);
/** Task 1 is done; the judge of the whole is due. */
const shown = async (options: object = {}): Promise<Run> => {
  const run = await one(options);
  run.work("1");
  return run;
};
const runs: Readonly<Record<string, () => Promise<Run>>> = {
  "approve-1": async () => await (phases["proposed"] ?? one)(),
  "stuck-exp-1": async () => {
    const run = await begin(null);
    run.agent("exp-1-1", undefined, { exit: 1, fault: { kind: "auth" } });
    return run;
  },
  "stuck-plan": async () => {
    const run = await begin(null, {}, { explorers: 0 });
    for (const n of [1, 2, 3]) run.agent(`plan-${n}`, { status: "failed", reason: "too big" });
    return run;
  },
  "stuck-4": async () => await (phases["working"] ?? one)(),
  "stuck-1": async () => {
    const run = await one({ max_attempts: 1 });
    run.agent("task-1-1", gaveUp);
    return run;
  },
  "stuck-verify": async () => {
    const run = await shown({ max_iterations: 1 });
    run.judge({ verdict: "FAIL", judgements: [], issues: [issue] });
    return run;
  },
  "verdict-verify-1": () => shown({ judge: "person" }),
  "confirm-1-1": async () => {
    const manual = { criteria: "it looks right", type: "manual" };
    const run = await begin(planOf(taskOf("1", { success_criteria: [manual] })));
    run.work("1");
    return run;
  },
  "question-1": async () => {
    const run = await one();
    const question = { text: "Which port?", options: ["80", "8080"] };
    run.agent("task-1-1", { status: "needs_context", summary: "", question });
    return run;
  },
};

/** Of each decision: its question, then `id (note)`, `!` where it is the usual answer, `.` where it ends the run, and its command. */
const table = `
approve-1: Is the plan good to be worked on?
  approve (none)! ApprovePlan {"rev":1}
  revise (must) RevisePlan {"rev":1,"reason":"so"}
  cancel (may). Cancel {"reason":"so"}
stuck-exp-1: The agent of exp-1 was turned away: its model server refuses the login or key (ended with exit code 1). What now?
  retry (may)! Retry {"unit":"exp-1","reason":"so"}
  end (may). Fail {"reason":"so"}
stuck-plan: Planner plan failed after 3 attempts: too big. What now?
  retry (may)! Retry {"unit":"plan","reason":"so"}
  end (may). Fail {"reason":"so"}
stuck-4: Task 4 failed after 1 attempt: it can't be done. What now?
  retry (may)! Retry {"unit":"4","reason":"so"}
  change (must) SetUnits {"units":[{"id":"4"}],"reason":"so"}
  by-hand (may) Retry {"unit":"4","by_hand":true,"reason":"so"}
  waive (must) Waive {"unit":"4","reason":"so"}
  skip (must) Skip {"unit":"4","reason":"so"}
  end (may). Fail {"reason":"so"}
stuck-1: Task 1 failed after 1 attempt: it can't be done. What now?
  retry (may)! Retry {"unit":"1","reason":"so"}
  change (must) SetUnits {"units":[{"id":"1"}],"reason":"so"}
  by-hand (may) Retry {"unit":"1","by_hand":true,"reason":"so"}
  end (may). Fail {"reason":"so"}
stuck-verify: Verification failed in round 1, the last one: gap. What now?
  retry (may)! Retry {"unit":"verify","reason":"so"}
  pass (may) RecordVerdict {"unit":"verify","verdict":"PASS","notes":"so"}
  waive (must) Waive {"unit":"verify","reason":"so"}
  end (may). Fail {"reason":"so"}
verdict-verify-1: Every check is green. Is every criterion met?
  pass (may) RecordVerdict {"unit":"verify","verdict":"PASS","notes":"so"}
  issues (may) RecordVerdict {"unit":"verify","verdict":"FAIL","issues":[{"summary":"so","done_when":"so"}],"notes":"so"}
confirm-1-1: Does this hold? task 1, criterion 1: it looks right
  met (may) Confirm {"unit":"1","criterion":1,"met":true,"reason":"so"}
  unmet (must) Confirm {"unit":"1","criterion":1,"met":false,"reason":"so"}
question-1: Which port?
  1 (may) Answer {"question":"1","answer":"80 (so)"}
  2 (may) Answer {"question":"1","answer":"8080 (so)"}
  answer (must) Answer {"question":"1","answer":"so"}
`;
/** The answers' labels, and what they mean. */
const words = `
Approve the plan: Workers start on the first units.
Send it back: The plan goes back to the planner with your note.
Cancel the run: The run ends. It can be reopened later.
Try again: All that wait for this begin again; no attempt was used. Before that, log in with that program, or give it a key, and try it by hand in this terminal.
End the run as failed: The run ends, with your note as its reason. It can be reopened later.
Try again: It gets new attempts.
Change it: Other criteria or checks, on record in your name; then it is tried again.
Take your changes: What you changed in the checkout is its work; its checks decide.
Accept without proof: It counts as done without proof, in your name and always shown as such. What waits for it may start.
Leave it out: Nothing of it lands, in your name. What waits for it may start.
Try again: Each issue is worked on in another round.
Accept all criteria: All count as met, in your name.
Report issues: Each issue is worked on in another round, if one is left.
Mark as met: It counts as met, in your name.
Mark as not met: A worker takes it up again with your note.
`;

test("each decision is asked in words, and each answer is one command", async () => {
  const told: string[] = [];
  const meant = new Set<string>();
  for (const [key, make] of Object.entries(runs)) {
    const job = (await make()).job(key);
    told.push(`${key}: ${job.decision?.question.split("\n")[0] ?? ""}`);
    for (const { id, label, means, note, recommended, ends } of job.decision?.options ?? []) {
      const decided = { ...around, hosted: false, is: "decided", option: id, note: "so" } as const;
      const commands = ultrawork.report(job, { ...decided, data: null });
      const [{ type, data } = { type: "nothing", data: {} }]: Free = commands;
      const flags = `${recommended === true ? "!" : ""}${ends === true ? "." : ""}`;
      told.push(`  ${id} (${note})${flags} ${type} ${JSON.stringify(data)}`);
      if (means !== "") meant.add(`${label}: ${means}`);
    }
  }
  assert.equal(`\n${told.join("\n")}\n`, table);
  assert.equal(`\n${[...meant].join("\n")}\n`, words);
});
