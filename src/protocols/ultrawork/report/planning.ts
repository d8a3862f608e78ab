// Explorer and planner reports of ultrawork turned into findings, questions or a proposed plan.
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { Job } from "../../../core/job.ts";
import type { About } from "../jobs/about.ts";
import type { UltraworkCommand } from "../commands.ts";
import { planData } from "./given.ts";
import { failed, failure, type ReportInput, misfit, type Reading } from "./reading.ts";
import { explorerShape, plannerShape } from "./shapes.ts";

type Explore = Extract<About, { is: "explore" }>;
type Plan = Extract<About, { is: "plan" }>;

const summaryLimit = 500;

/** The text under "Overview", else the first paragraph that isn't a heading. */
export const fallbackSummary = (text: string): string => {
  const overview = /^#{1,6}[ \t]+overview[ \t]*\r?\n([\s\S]*?)(?=^#{1,6}[ \t]|$(?![\s\S]))/imu
    .exec(text)?.[1]
    ?.trim();
  const paragraphs = text
    .split(/\r?\n[ \t]*\r?\n/u)
    .map((part) => part.replace(/^#{1,6}[ \t].*(?:\r?\n|$)/gmu, "").trim());
  const found = overview || paragraphs.find((part) => part !== "") || text.trim();
  return `[from its file] ${found.length > summaryLimit ? `${found.slice(0, summaryLimit - 1)}…` : found}`;
};

const notesOf = (about: Explore, outcome: ReportInput): string | null => {
  const text = outcome.files[about.read];
  return text === undefined || text.trim() === "" ? null : text;
};

/** Uses the notes of an explorer that gave no report; null if there are none. */
export const fromNotes = (
  about: Explore,
  outcome: ReportInput,
): readonly UltraworkCommand[] | null => {
  const notes = notesOf(about, outcome);
  if (notes === null) return null;
  return [
    {
      type: "RecordExploration",
      data: {
        explorer: about.explorer,
        hint: about.hint,
        file: about.file,
        summary: fallbackSummary(notes),
        key_files: [],
        patterns: [],
        constraints: [],
      },
    },
  ];
};

export const explorationOf: Reading<Explore> = (_job, about, outcome) => {
  const { report } = outcome;
  if (!fits(explorerShape, report)) return misfit(...findingsIn(explorerShape, report));
  return [
    {
      type: "RecordExploration",
      data: {
        explorer: about.explorer,
        hint: about.hint,
        file: notesOf(about, outcome) === null ? null : about.file,
        summary: report.summary,
        key_files: report.key_files,
        patterns: report.patterns,
        constraints: report.constraints,
      },
    },
  ];
};

export const planOf: Reading<Plan> = (job, _about, outcome) => {
  const { report } = outcome;
  if (!fits(plannerShape, report)) return misfit(...findingsIn(plannerShape, report));
  if (report.status === "failed")
    return failed(job, report.reason ?? "the planner gave up without a reason");
  if (report.status === "questions") {
    const questions = report.questions ?? [];
    if (questions.length === 0)
      return misfit({ pointer: "/questions", text: "must hold at least one question" });
    return questions.map((question) => ({
      type: "AskQuestion",
      data: { about: "plan", text: question.text, options: question.options ?? [] },
    }));
  }
  const { plan } = report;
  if (plan === undefined || plan === null) return misfit({ pointer: "/plan", text: "is missing" });
  return [{ type: "ProposePlan", data: { plan: planData(plan) } }];
};

/** For a planner that edited the session's files without a report: the current draft is its plan. */
export const draftAsPlan: readonly UltraworkCommand[] = [{ type: "ProposePlan", data: {} }];

export const silentPlanner = (job: Job, why: string): readonly UltraworkCommand[] =>
  failure(
    job,
    "silent",
    `ended without a report, and the draft in the session's files is no plan: ${why}`,
  );
