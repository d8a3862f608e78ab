// Lies by command: proofs, verdicts and ends in another author's name.
import assert from "node:assert/strict";
import { handIn, send, tokenOf } from "./asked.ts";
import type { Lie } from "./lie.ts";
import { must, pass } from "./setting.ts";

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

export const verdictByCommand: readonly Lie[] = [
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
    happens:
      "both are refused: a verdict finishes nothing, and of what is sent together all counts or none",
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
    tell: (scene) =>
      send(scene, "RecordCheck", proof("check-1-1-1.0"), "--token", tokenOf(scene, "task-1-1")),
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
    tell: (scene) =>
      scene.say(["claim", scene.run, "verify-1-1", "--as", "wim", "--agent", "codex"]),
  },
  {
    lie: "the worker takes the verifier's job under a new name, in the same conversation",
    at: "swept",
    happens: "refused: the conversation did the work, whatever it calls itself",
    sees: "VERIFIER_INVOLVED: wim worked on this run's tasks, and nobody judges work of its own",
    counts: "nothing",
    tell: (scene) =>
      scene.say([
        "claim",
        scene.run,
        "verify-1-1",
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
    sees: "VERDICT_INCOMPLETE: PASS, and yet 1.1 is judged by nobody",
    counts: "nothing",
    tell: (scene) => handIn(scene, "verify-1-1", { ...pass, judgements: pass.judgements.slice(1) }),
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
          severity: "major",
          task: "1",
          criterion: 1,
          done_when: "it has one",
        },
      ];
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
    tell: (scene) =>
      send(scene, "RecordVerdict", { ...pass, sweep: 2 }, "--token", tokenOf(scene, "verify-1-1")),
  },
];
