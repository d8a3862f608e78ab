// Lies by command: proofs, verdicts and ends in another author's name.
import assert from "node:assert/strict";
import { handIn, send, tokenOf } from "./asked.ts";
import type { Lie } from "./lie.ts";
import { pass, passed } from "./setting.ts";

const proof = {
  job: "check-1-1",
  tree: "t",
  head: null,
  results: [
    {
      unit: "1",
      criterion: 1,
      passed: true,
      captured: false,
      hollow: false,
      exit: 0,
      why: null,
      tree: "t",
      digest: null,
      excerpt: "all well",
    },
  ],
};

export const verdictByCommand: readonly Lie[] = [
  {
    lie: "somebody who calls himself engine records a check as passed",
    at: "working",
    happens: "refused: a name makes nobody the engine",
    sees: "SENDER_WRONG: RecordChecks is not for a person to say it may come from the engine",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordChecks", proof, "--as", "engine"),
  },
  {
    lie: "a worker records its own check as passed",
    at: "working",
    happens: "refused: proof is what the engine ran",
    sees: "SENDER_WRONG: RecordChecks is not for the agent that holds the job to say it may come from the engine",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordChecks", proof, "--token", tokenOf(scene, "task-1-1")),
  },
  {
    lie: "a person says PASS for an agent",
    at: "checked",
    happens: "refused where the run's option doesn't say that a person judges",
    sees: "SENDER_WRONG: verify is judged by an agent judge it yourself: `cairn send RUN SetOptions --judge person`",
    counts: "nothing",
    tell: (scene) => send(scene, "RecordVerdict", passed),
  },
  {
    lie: "the worker takes the verifier's job",
    at: "checked",
    happens: "refused: who did the work doesn't judge it",
    sees: "AUTHOR_SAME: wim worked on it, and nobody judges work of their own",
    counts: "nothing",
    tell: (scene) =>
      scene.say(["job", "claim", scene.run, "judge-verify-1", "--as", "wim", "--agent", "codex"]),
  },
  {
    lie: "the worker takes the verifier's job under a new name, in the same conversation",
    at: "checked",
    happens: "refused: the conversation did the work, whatever it calls itself",
    sees: "AUTHOR_SAME: wim worked on it, and nobody judges work of their own",
    counts: "nothing",
    tell: (scene) =>
      scene.say([
        "job",
        "claim",
        scene.run,
        "judge-verify-1",
        "--as",
        "vera",
        "--agent",
        "gemini",
        "--conversation",
        "talk-1",
      ]),
  },
  {
    lie: "the verifier passes a run and judges all criteria but one",
    at: "judging",
    happens: "refused, and the one is named",
    sees: "VERDICT_INCOMPLETE: this is no PASS: 1.1 is judged by nobody",
    counts: "nothing",
    tell: (scene) =>
      handIn(scene, "judge-verify-1", { ...pass, judgements: pass.judgements.slice(1) }),
  },
  {
    lie: "the verifier says PASS and calls a criterion unmet",
    at: "judging",
    happens: "it is read as FAIL: the work goes back",
    sees: "execution · interactive · iteration 2 of 5",
    counts: "checked",
    async tell(scene) {
      const judgements = pass.judgements.map((one, index) =>
        index === 0 ? { ...one, judgement: "unmet" } : one,
      );
      const issues = [
        {
          summary: "no index",
          task: "1",
          criterion: 1,
          done_when: "it has one",
        },
      ];
      await handIn(scene, "judge-verify-1", { ...pass, judgements, issues });
      assert.match(JSON.stringify(await scene.rows()), /VerdictRecorded.{1,80}FAIL/u);
      return scene.say(["status", scene.run]);
    },
  },
];
