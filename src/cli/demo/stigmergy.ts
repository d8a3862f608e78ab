// Demo story of stigmergy: roles hand over through one file only, and a story that fails twice calls a responder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import type { Desk, DemoRun } from "./desk.ts";
import { idea } from "./stigmergy-work.ts";

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /^(BriefFinished|PrdFinished|ArchitectureFinished|BlueprintCompleted|StoryStarted|WorkFinished|StrikeCounted|IssueOpened|IssueResolved|ChecksPassed|StoryReviewed|StoryCompleted|EpicCompleted|ProjectCompleted|AuditFinished)$/;

/** Signals with their authors, in the order of the file. */
const marksIn = (file: string): readonly string[] => {
  const state: unknown = JSON.parse(readFileSync(file, "utf8"));
  const history: readonly unknown[] =
    isRecord(state) && Array.isArray(state["history"]) ? state["history"] : [];
  return history
    .filter(isRecord)
    .map((entry) => `${String(entry["agent_id"])} ${String(entry["signal"])}`);
};

export const stigmergy = async (desk: Desk): Promise<DemoRun> => {
  const { root, say, paint, chapter, type, run, show, drive, deliver } = desk;

  chapter(
    "1. An idea, and a role for each step; all they know of each other stands in .ai/state.json",
  );
  const { run: id } = await drive(["run", "stigmergy", idea, "--name", "Vouchers"], told, [3]);
  await show(["decide", id, "blueprint"]);
  const approve = ["decide", id, "blueprint", "approve"];
  type(approve);
  await run(approve);

  chapter(
    "2. One approval, and the stories follow. One fails its check twice: a responder is called",
  );
  const last = await drive(["run", id], told, [0, 4]);

  chapter("3. The trail in the file: who left which mark");
  const file = join(root, ".ai/state.json");
  const marks = marksIn(file);
  say(`  ${file}`);
  for (const mark of marks) say(`    ${mark}`);
  const counted = (signal: string): number =>
    marks.filter((mark) => mark.endsWith(` ${signal}`)).length;
  const [failed, escalated, complete] = [
    counted("FAILURE_DETECTED"),
    counted("ESCALATION_REQUIRED"),
    counted("STORY_COMPLETE"),
  ];
  say(
    `  ${count(complete, "story")} complete, ${count(failed, "failed try")}, ${count(escalated, "issue")}`,
  );
  if (failed !== 2 || escalated !== 1 || complete !== 3)
    throw new Fault(
      "DEMO_FAILED",
      "the project did not fail twice, call a responder once and complete three stories",
      `Look into ${root}.`,
    );
  say(
    paint(
      "good",
      "  no story counted as complete before the pinned check passed and somebody else judged it, on the same tree",
    ),
  );
  await show(["status", id]);
  await show(["verify", id]);
  await deliver(id);
  return { protocol: "stigmergy", run: id, root, folder: join(root, ".ai"), good: last.exit === 0 };
};
