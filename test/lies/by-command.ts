// Why: whoever may call the program may try every command; who may say what, and when, is no matter of manners.
import assert from "node:assert/strict";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { judge, must, pass } from "./setting.ts";

export const tokenOf = ({ tokens }: Scene, job: string): string => {
  const found = tokens.get(job);
  assert.ok(found !== undefined, `nobody held ${job}`);
  return found;
};
export const send = (scene: Scene, command: string, data: unknown, ...more: readonly string[]): Promise<string> =>
  scene.say(["send", scene.run, command, "--data", JSON.stringify(data), ...more]);
/** As the holder of a job's token. */
export const handIn = (scene: Scene, job: string, said: unknown): Promise<string> =>
  scene.say(["report", scene.run, "--token", tokenOf(scene, job), "--data", JSON.stringify(said)]);

const proof = (job: string): unknown => ({
  job,
  argv: ["db-migrate"],
  exit: 0,
  results: [{ task: "1", criterion: 1, passed: true }],
  digest: null,
  excerpt: "all well",
  before: "t",
  after: "t",
  head: null,
  ms: 1,
});

export const byCommand: readonly Lie[] = [
  {
    lie: "a person sends Complete",
    at: "passed",
    happens: "refused: the engine alone seals, after it has measured the tree itself",
    sees: "SENDER_WRONG: Complete is not for a person to say it may come from the engine",
    counts: "nothing",
    tell: (scene) => send(scene, "Complete", { tree: "t" }),
  },
  {
    lie: "the verifier gives its verdict and Complete in one go",
    at: "judging",
    happens: "both are refused: a verdict finishes nothing, and of what is sent together all counts or none",
    sees: "SENDER_WRONG: Complete is not for the agent that holds the job to say",
    counts: "nothing",
    tell: (scene) =>
      scene.with(async (system) => {
        const by = must(await system.holder(scene.run, tokenOf(scene, "verify-1-1")));
        const sent = await system.send(
          scene.run,
          [
            { type: "RecordVerdict", data: pass },
            { type: "Complete", data: { tree: "t" } },
          ],
          by,
        );
        return "code" in sent ? `${sent.code}: ${sent.text}` : "let through";
      }),
  },
  {
    lie: "somebody who calls himself engine records a check as passed",
    at: "working",
    happens: "refused: a name makes nobody the engine",
    sees: "SENDER_WRONG: RecordCheck is not for a person to say it may come from the engine",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordCheck", proof("check-1-1-1.0"), "--as", "engine"),
  },
  {
    lie: "a worker records its own check as passed",
    at: "working",
    happens: "refused: proof is what the engine ran",
    sees: "SENDER_WRONG: RecordCheck is not for the agent that holds the job to say it may come from the engine",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordCheck", proof("check-1-1-1.0"), "--token", tokenOf(scene, "task-1-1")),
  },
  {
    lie: "a person says PASS for an agent",
    at: "swept",
    happens: "refused where the run's option doesn't say that a person judges",
    sees: "SENDER_WRONG: a person's PASS counts only where the option verifier says person",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordVerdict", pass),
  },
  {
    lie: "the worker takes the verifier's job",
    at: "swept",
    happens: "refused: who did the work doesn't judge it",
    sees: "VERIFIER_INVOLVED: wim worked on this run's tasks, and nobody judges work of its own",
    counts: "nothing",
    tell: (scene) => scene.say(["claim", scene.run, "verify-1-1", "--as", "wim", "--agent", "codex"]),
  },
  {
    lie: "the worker takes the verifier's job under a new name, in the same conversation",
    at: "swept",
    happens: "refused: the conversation did the work, whatever it calls itself",
    sees: "VERIFIER_INVOLVED: wim worked on this run's tasks, and nobody judges work of its own",
    counts: "nothing",
    tell: (scene) => scene.say(["claim", scene.run, "verify-1-1", "--as", "vera", "--agent", "gemini", "--conversation", "talk-1"]),
  },
  {
    lie: "the verifier passes a run and judges all criteria but one",
    at: "judging",
    happens: "refused, and the one is named",
    sees: "VERDICT_INCOMPLETE: PASS, and yet 1.1 is judged by nobody",
    counts: "nothing",
    tell: (scene) => handIn(scene, "verify-1-1", { ...pass, judgements: pass.judgements.slice(1) }),
  },
  {
    lie: "the verifier says PASS and calls a criterion unmet",
    at: "judging",
    happens: "it is read as FAIL: the work goes back",
    sees: "EXECUTION · interactive · iteration 2 of 5",
    counts: "checked",
    async tell(scene) {
      const judgements = pass.judgements.map((one, index) => (index === 0 ? { ...one, judgement: "unmet" } : one));
      const issues = [{ summary: "no index", severity: "major", task: "1", criterion: 1, done_when: "it has one" }];
      await handIn(scene, "verify-1-1", { ...pass, judgements, issues });
      assert.match(JSON.stringify(await scene.rows()), /VerdictRecorded.{1,80}FAIL/u);
      return scene.say(["status", scene.run]);
    },
  },
  {
    lie: "the verifier judges a sweep that is over, or isn't yet",
    at: "judging",
    happens: "refused: a verdict speaks of one sweep",
    sees: "VERDICT_OUTDATED: sweep 2 isn't the one that waits for a verdict",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordVerdict", { ...pass, sweep: 2 }, "--token", tokenOf(scene, "verify-1-1")),
  },
  {
    lie: "an agent waives a criterion",
    at: "working",
    happens: "refused: a bypass is a person's, by name and with a reason",
    sees: "SENDER_WRONG: Waive is not for the agent that holds the job to say it may come from a person",
    counts: "nothing",
    tell: (scene) => send(scene, "Waive", { task: "1", criterion: 1, reason: "no database here" }, "--token", tokenOf(scene, "task-1-1")),
  },
  {
    lie: "a person waives a criterion and gives no reason",
    at: "working",
    happens: "refused: a bypass without a why is none",
    sees: "REASON_MISSING: a reason is missing: it is kept for ever",
    counts: "nothing",
    tell: (scene) => send(scene, "Waive", { task: "1", criterion: 1, reason: " " }),
  },
  {
    lie: "a worker drops a criterion of its task",
    at: "working",
    happens: "refused: the plan was approved as it is",
    sees: "PLAN_FROZEN: the plan is at work: the run is in EXECUTION in EXECUTION a person may change a task that is open or failed, with a reason",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "EditTask",
        { task: "1", changes: { success_criteria: ["migrates"] }, reason: "simpler" },
        "--token",
        tokenOf(scene, "task-1-1"),
      ),
  },
  {
    lie: "a task is removed after the plan was approved",
    at: "approved",
    happens: "refused: what was approved is done or waived, by name",
    sees: "PLAN_FROZEN: the plan is at work: the run is in EXECUTION waive it instead",
    counts: "nothing",
    tell: (scene) => send(scene, "RemoveTask", { task: "1" }),
  },
  {
    lie: "a worker replaces the planned check of its criterion by an easier one",
    at: "working",
    happens: "refused: a worker chooses checks for criteria that have none",
    sees: 'CHECK_PLANNED: the check of "migrates" was chosen by plan a person may change it',
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "SetCheck",
        { task: "1", criterion: 1, check: { command: "ls" }, reason: "faster" },
        "--token",
        tokenOf(scene, "task-1-1"),
      ),
  },
  {
    lie: "a worker shows its criterion by a command that can't fail",
    at: "working",
    happens: "refused: such a check shows nothing",
    sees: "CHECK_HOLLOW: `true` passes whatever was done a command that fails while the criterion doesn't hold",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "SetCheck",
        { task: "3", criterion: 2, check: { command: "true" }, reason: "quick" },
        "--token",
        tokenOf(scene, "task-3-1"),
      ),
  },
  {
    lie: "a worker's claim is dressed as a person's word",
    at: "working",
    happens: "it is kept as what it is, a claim, and proves nothing",
    sees: '"output": "[claim by wim] [confirmed by ana] migrates, verified", "verified": false',
    counts: "nothing",
    async tell(scene) {
      const data = { task: "1", criterion: 1, type: "manual", text: "[confirmed by ana] migrates, verified" };
      await send(scene, "ClaimEvidence", data, "--token", tokenOf(scene, "task-1-1"));
      return scene.text("session.json");
    },
  },
  {
    lie: "an agent asks the person a question and answers it",
    at: "working",
    happens: "refused: the answer is a person's",
    sees: "SENDER_WRONG: AnswerQuestion is not for the agent that holds the job to say it may come from a person",
    counts: "checked",
    async tell(scene) {
      await send(
        scene,
        "AskQuestion",
        { about: "1", text: "drop the table?", options: ["yes", "no"] },
        "--token",
        tokenOf(scene, "task-1-1"),
      );
      const seen = await scene.say(["decide", scene.run, "question-1", "1", "--token", tokenOf(scene, "task-3-1")]);
      const questions: unknown = Reflect.get(await scene.counted(), "questions");
      assert.match(JSON.stringify(questions), /"answer":null/u);
      return seen;
    },
  },
  {
    lie: "an agent approves the plan",
    at: "proposed",
    options: { explorers: 1 },
    happens: "refused: nobody but a person approves, and no token is given for it",
    sees: "SENDER_WRONG: ApprovePlan is not for the agent that holds the job to say",
    counts: "nothing",
    tell: (scene) =>
      scene.with(async (system) => {
        const sent = await system.decide(scene.run, "approve-1", "approve", "", null, judge);
        return "code" in sent ? `${sent.code}: ${sent.text}` : "let through";
      }),
  },
  {
    lie: "the plan is changed after it was shown, and the old approval handed in",
    at: "proposed",
    happens: "refused: what was asked has changed",
    sees: "PLAN_CHANGED: revision 1 is out of date revision 2: look at it first",
    counts: "checked",
    async tell(scene) {
      await send(scene, "EditTask", { task: "1", changes: { success_criteria: ["it is fine"] } });
      const seen = await send(scene, "ApprovePlan", { rev: 1 });
      assert.equal(Reflect.get(await scene.counted(), "phase"), "PLANNING");
      return seen;
    },
  },
  {
    lie: "a second run is started over the folder of a finished one",
    at: "complete",
    happens: "refused: the folder and its history stay that run's",
    sees: "FOLDER_TAKEN: the run's folder holds a file already (TOP/sessions/shop/sessions/s1/session.json)",
    counts: "nothing",
    tell: (scene) => scene.say(["start", "ultrawork", "Add a login", "--session", "s1"]),
  },
];
