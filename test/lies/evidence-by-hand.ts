// Lies by hand edit: evidence written into files.
import { edited, now } from "./edited.ts";
import type { Lie } from "./lie.ts";

export const evidenceByHand: readonly Lie[] = [
  {
    lie: "evidence with `verified: true` is added to tasks/1.json",
    at: "working",
    happens: "it is kept as a claim, labelled, and not verified",
    sees: '"output": "[claim by wim] done", "verified": false',
    counts: "nothing",
    async tell(scene) {
      await edited(
        "tasks/1.json",
        (task) =>
          void task.evidence.push({
            criteria: "migrates",
            command: "db-migrate",
            output: "done",
            verified: true,
            timestamp: now,
          }),
      )(scene);
      return scene.text("tasks/1.json");
    },
  },
  {
    lie: "a proof is added to evidence_log",
    at: "working",
    happens: "it is kept as a claim, labelled",
    sees: '"content": "[claim by wim or ada] exit 0"',
    counts: "nothing",
    async tell(scene) {
      await edited(
        "session.json",
        (session) =>
          void session.evidence_log.push({
            task_id: "1",
            criteria: "migrates",
            type: "command_output",
            content: "exit 0",
            timestamp: now,
          }),
      )(scene);
      return scene.text("session.json");
    },
  },
  {
    lie: "a waiver in a person's name is written into the file",
    at: "working",
    happens: "it is kept as a claim: a person's word comes from a person",
    sees: '"output": "[claim by wim] [waived by ana] no database here", "verified": false',
    counts: "nothing",
    async tell(scene) {
      await edited(
        "tasks/1.json",
        (task) =>
          void task.evidence.push({
            criteria: "migrates",
            command: "",
            output: "[waived by ana] no database here",
            verified: true,
            timestamp: now,
          }),
      )(scene);
      return scene.text("tasks/1.json");
    },
  },
  {
    lie: "a confirmation in a person's name is written into evidence_log",
    at: "working",
    happens: "it is kept as a claim: a person's word comes from a person",
    sees: '"content": "[claim by wim or ada] [confirmed by ana] seen"',
    counts: "nothing",
    async tell(scene) {
      await edited(
        "session.json",
        (session) =>
          void session.evidence_log.push({
            task_id: "1",
            criteria: "migrates",
            type: "manual",
            content: "[confirmed by ana] seen",
            timestamp: now,
          }),
      )(scene);
      return scene.text("session.json");
    },
  },
  {
    lie: "`verified` of a claim is turned to true",
    at: "working",
    happens: "refused and put back: a claim stays one",
    sees: "an entry of evidence was rewritten (at /evidence/0, line 11, column 5)",
    counts: "nothing",
    kept: true,
    async tell(scene) {
      await scene.say([
        "send",
        scene.run,
        "ClaimEvidence",
        "--data",
        '{"unit":"1","criterion":1,"type":"manual","text":"seen"}',
      ]);
      return edited("tasks/1.json", (task) => void (task.evidence[0].verified = true))(scene);
    },
  },
  {
    lie: "`verified` of a failed proof is turned to true",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "an entry of evidence was rewritten (at /evidence/0, line 11, column 5); what would fit: leave what stands there and add yours",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.evidence[0].verified = true)),
  },
  {
    lie: "the output of a failed proof is rewritten in evidence_log",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "an entry of evidence_log was rewritten (at /evidence_log/0, line 92, column 5)",
    counts: "nothing",
    kept: true,
    tell: edited(
      "session.json",
      (session) => void (session.evidence_log[0].content = "all 12 tests passed"),
    ),
  },
  {
    lie: "the entries of a failure are removed from evidence_log",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "an entry of evidence_log is gone (at /evidence_log, line 91, column 19)",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.evidence_log = [])),
  },
  {
    lie: "the entries of evidence_log are reordered",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "an entry of evidence_log stands elsewhere than before (at /evidence_log/0, line 92, column 5)",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void session.evidence_log.reverse()),
  },
];
