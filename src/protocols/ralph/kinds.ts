// The one kind of ralph's units, and the words for its agents.
import { fenced } from "../../core/words/quote.ts";
import { judgedKind } from "../../work/usual-kind.ts";
import { workerReport } from "../../work/usual-reports.ts";
import type { Work } from "../../work/work.ts";
import { learnt } from "./changes.ts";
import { below, ownOf } from "./own.ts";
import { lastEntries, patternsIn } from "./progress.ts";

const progressPath = (state: Work): string => below(state, ownOf(state).files.progress);
const part = (heading: string, text: string): string | null =>
  text === "" ? null : `## ${heading}\n\n${fenced(text)}`;
const learntIn = (progress: string): string =>
  [...patternsIn(progress).map((one) => `- ${one}`), lastEntries(progress, 3)].join("\n").trim();

export const story = judgedKind({
  files: "the PRD and the progress file",
  noun: "story",
  more: (state, _unit, { files }) => [
    part("What earlier passes learnt", learntIn(files[progressPath(state)]?.text ?? "")),
    part("The loop's prompt", ownOf(state).loop?.prompt ?? ""),
    "`passes` in the PRD is the engine's to write, and a `<promise>` is not read.",
  ],
  ask: (state) => ({ files: [progressPath(state)], lenient: true, given: true }),
  report: workerReport(learnt, ({ learnings, patterns }, { unit }) =>
    learnings.length + patterns.length === 0
      ? []
      : [{ type: "RecordLessons", data: { unit, learnings, patterns } }],
  ),
});
