// Lies by command: changes of the plan by those without the right to it.
import assert from "node:assert/strict";
import { send, tokenOf } from "./asked.ts";
import type { Lie } from "./lie.ts";
import { judge } from "./setting.ts";

export const planByCommand: readonly Lie[] = [
  {
    lie: "an agent waives a criterion",
    at: "working",
    happens: "refused: a bypass is a person's, by name and with a reason",
    sees: "SENDER_WRONG: Waive is not for the agent that holds the job to say it may come from a person",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "Waive",
        { unit: "1", criterion: 1, reason: "no database here" },
        "--token",
        tokenOf(scene, "task-1-1"),
      ),
  },
  {
    lie: "a person waives a criterion and gives no reason",
    at: "working",
    happens: "refused: a bypass without a why is none",
    sees: "REASON_MISSING: a reason is missing: it is kept for ever",
    counts: "nothing",
    tell: (scene) => send(scene, "Waive", { unit: "1", criterion: 1, reason: " " }),
  },
  {
    lie: "a worker drops a criterion of its task",
    at: "working",
    happens: "refused: the plan was approved as it is",
    sees: "PLAN_FROZEN: the plan is approved: its units stand (/success_criteria) a person may change it",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "SetUnits",
        { units: [{ id: "1", success_criteria: ["migrates"] }], reason: "simpler" },
        "--token",
        tokenOf(scene, "task-1-1"),
      ),
  },
  {
    lie: "a task is removed after the plan was approved",
    at: "approved",
    happens: "refused: what was approved is done or waived, by name",
    sees: "REASON_MISSING: a reason is missing: it is kept for ever",
    counts: "nothing",
    tell: (scene) => send(scene, "SetUnits", { gone: ["1"] }),
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
        { unit: "1", criterion: 1, check: { command: "ls" }, reason: "faster" },
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
        { unit: "3", criterion: 2, check: { command: "true" }, reason: "quick" },
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
      const data = {
        unit: "1",
        criterion: 1,
        type: "manual",
        text: "[confirmed by ana] migrates, verified",
      };
      await send(scene, "ClaimEvidence", data, "--token", tokenOf(scene, "task-1-1"));
      return scene.text("session.json");
    },
  },
  {
    lie: "an agent asks the person a question and answers it",
    at: "working",
    happens: "refused: the answer is a person's",
    sees: "SENDER_WRONG: Answer is not for the agent that holds the job to say it may come from a person",
    counts: "checked",
    async tell(scene) {
      await send(
        scene,
        "Ask",
        { unit: "1", text: "drop the table?", options: ["yes", "no"] },
        "--token",
        tokenOf(scene, "task-1-1"),
      );
      const seen = await scene.say([
        "decide",
        scene.run,
        "question-1",
        "1",
        "--token",
        tokenOf(scene, "task-3-1"),
      ]);
      const questions: unknown = Reflect.get(await scene.counted(), "questions");
      assert.match(JSON.stringify(questions), /"answer":null/u);
      return seen;
    },
  },
  {
    lie: "an agent approves the plan",
    at: "proposed",
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
    sees: "PLAN_OUTDATED: revision 1 of the plan doesn't wait for approval revision 2",
    counts: "checked",
    async tell(scene) {
      await send(scene, "SetUnits", { units: [{ id: "1", success_criteria: ["it is fine"] }] });
      const seen = await send(scene, "ApprovePlan", { rev: 1 });
      assert.equal(JSON.parse(scene.text("session.json")).phase, "PLANNING");
      return seen;
    },
  },
  {
    lie: "a second run is started over the folder of a finished one",
    at: "complete",
    happens: "refused: the folder and its history stay that run's",
    sees: "FOLDER_TAKEN: the run's folder holds a file already (TOP/sessions/shop/sessions/s1/session.json)",
    counts: "nothing",
    tell: (scene) => scene.say(["run", "--later", "ultrawork", "Add a login", "--session", "s1"]),
  },
];
