// Lies by hand edit: phases and statuses in session.json.
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { edited, looked, now } from "./edited.ts";
import type { Lie } from "./lie.ts";

export const phasesByHand: readonly Lie[] = [
  {
    lie: "the phase is set to COMPLETE in session.json",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "no file completes a run (at /phase, line 5, column 12); what would fit: the verifier's report, once all tasks are resolved: `cairn status RUN` tells what is missing",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.phase = "COMPLETE")),
  },
  {
    lie: "completed_at is set in session.json",
    at: "judging",
    happens: "refused and put back; the bytes are kept",
    sees: "refused session.json: edit put back, SENDER_WRONG, told in refused.md",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.completed_at = now)),
  },
  {
    lie: "the verify task is set to resolved",
    at: "judging",
    happens: "refused and put back; the bytes are kept",
    sees: "the status of task verify is no file's to say (at /status, line 4, column 13); what would fit: the verifier's report",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/verify.json", (task) => void (task.status = "resolved")),
  },
  {
    lie: "evidence of a PASS is added to verify.json",
    at: "judging",
    happens: "it is kept as a claim, which the proof hides; no verdict comes of it",
    sees: '"content": "[claim by jo] VERDICT: PASS"',
    counts: "nothing",
    async tell(scene) {
      await edited(
        "tasks/verify.json",
        (task) =>
          void task.evidence.push({
            criteria: task.success_criteria[0],
            command: "",
            output: "VERDICT: PASS",
            verified: true,
            timestamp: now,
          }),
      )(scene);
      return scene.text("session.json");
    },
  },
  {
    lie: "the phase is set to VERIFICATION while tasks are open",
    at: "working",
    happens: "refused and put back; the bytes are kept",
    sees: "VERIFICATION follows once every task is resolved; still to be done: 1 (in_progress), 2 (open), 3 (in_progress)",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.phase = "VERIFICATION")),
  },
  {
    lie: "a finished run is set back to EXECUTION, to be done over",
    at: "complete",
    happens: "refused and put back; the bytes are kept",
    sees: "the run is COMPLETE, and no file resumes it (at /phase, line 5, column 12); what would fit: a new run",
    counts: "nothing",
    kept: true,
    tell: edited("session.json", (session) => void (session.phase = "EXECUTION")),
  },
  {
    lie: "a failed task is set to open, which answers what a person is asked about it",
    at: "failed",
    happens: "refused and put back; the bytes are kept",
    sees: "task 1 failed, and a person says what becomes of it (at /status, line 4, column 13); what would fit: `cairn decide RUN stuck-1`",
    counts: "nothing",
    kept: true,
    tell: edited("tasks/1.json", (task) => void (task.status = "open")),
  },
  {
    lie: "the phase is set to FAILED while the verifier judges",
    at: "judging",
    happens: "refused and put back; the bytes are kept",
    sees: "no file fails a run (at /phase, line 5, column 12); what would fit: a person: `cairn send RUN Fail --reason WHY`; by file CANCELLED, which stops it",
    counts: "nothing",
    kept: true,
    tell: edited(
      "session.json",
      (session) =>
        void Object.assign(session, { phase: "FAILED", failure_reason: "it can't be done" }),
    ),
  },
  {
    lie: "an agent sets EXECUTION before anybody approved the plan",
    at: "proposed",
    happens: "the file goes on saying PLANNING, and the approval goes on waiting",
    sees: "refused session.json: edit put back, SENDER_WRONG, told in refused.md",
    counts: "nothing",
    tell: edited("session.json", (session) => void (session.phase = "EXECUTION")),
  },
  {
    lie: "two phases are written, so that each reader finds the one that it likes",
    at: "working",
    happens: "refused and put back: nobody can know which one counts",
    sees: 'the key "phase" stands twice in one object, so nobody can know which one counts (line 6, column 3)',
    counts: "nothing",
    kept: true,
    tell(scene) {
      scene.write(
        "session.json",
        scene
          .text("session.json")
          .replace('"phase": "EXECUTION"', '"phase": "EXECUTION",\n  "phase": "COMPLETE"'),
      );
      return looked(scene);
    },
  },
  {
    lie: "session.json becomes a link to a file elsewhere that says COMPLETE",
    at: "working",
    happens:
      "what the link leads to is not read, and never written over; every verb says so until it is gone",
    sees: "PATH_LINKED: TOP/sessions/shop/sessions/s1/session.json is a symbolic link, and what it leads to is not ours to replace",
    counts: "nothing",
    links: "session.json",
    tell(scene) {
      const there = join(scene.top, "session.json");
      writeFileSync(there, scene.text("session.json").replace("EXECUTION", "COMPLETE"));
      rmSync(join(scene.folder, "session.json"));
      symlinkSync(there, join(scene.folder, "session.json"));
      return looked(scene);
    },
  },
  {
    lie: "the phase is edited while nobody watches, and the cache of what stood there deleted",
    at: "working",
    happens: "the ledger knows what it wrote: the edit is found, refused and put back",
    sees: "no file completes a run (at /phase, line 5, column 12)",
    counts: "nothing",
    kept: true,
    tell(scene) {
      scene.edit("session.json", (session) => void (session.phase = "COMPLETE"));
      rmSync(join(scene.top, ".git/cairn/cache"), { recursive: true });
      return looked(scene);
    },
  },
  {
    lie: "refused.md is deleted, so that nobody reads what was refused",
    at: "working",
    happens: "it is written again while the refusal stands",
    sees: "# Refused: session.json An edit of `session.json` was not taken and the file was written anew (TIME). Code: `SENDER_WRONG`",
    counts: "nothing",
    async tell(scene) {
      scene.edit("session.json", (session) => void (session.phase = "COMPLETE"));
      await scene.say(["status", scene.run]);
      rmSync(join(scene.folder, "refused.md"));
      await scene.say(["status", scene.run]);
      return scene.text("refused.md");
    },
  },
];
