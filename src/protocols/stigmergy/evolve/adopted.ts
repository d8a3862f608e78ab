// Why: a run that was taken over goes on from what its file said, and nothing in it counts as proved.
import { isSubject } from "../subjects.ts";
import type { State, Story } from "../state.ts";
import { allDocs } from "../manifest.ts";
import { freshStory, type Happened, marked } from "./change.ts";
import { fresh } from "./run.ts";

type Found = Happened<"ProjectAdopted">["data"];

const storyOf = ({ stories }: Found, at: string, found: Found["found"]["epics"][number]["stories"][number]): Story => ({
  ...freshStory(found),
  status: found.status,
  approved: found.approved,
  criteria: found.criteria,
  file: stories[found.id] ?? null,
  settledBy: found.status === "COMPLETE" ? "adopted" : null,
  completedAt: found.status === "COMPLETE" ? at : null,
});

export const adopted = ({ at, data }: Happened<"ProjectAdopted">): State => {
  const { found, docs } = data;
  const begun = fresh(
    {
      run: data.run,
      name: found.name,
      goal: "",
      autonomy: found.autonomy,
      settings: data.settings,
      brief: Object.keys(docs["brief"] ?? {})[0] ?? "docs/brief.md",
      origin: null,
    },
    at,
  );
  const past = found.status === "EXECUTION_IN_PROGRESS" || found.status === "EXECUTION_HALTED" || found.status === "PROJECT_COMPLETE";
  const parts: State["parts"] = {
    brief: docs["brief"] ?? null,
    prd: docs["prd"] ?? null,
    ux: docs["ux"] ?? null,
    architecture: docs["architecture"] ?? null,
  };
  const state: State = {
    ...begun,
    life: found.paused ? "paused" : "live",
    status: found.halted === null ? found.status : "EXECUTION_HALTED",
    halted: found.halted === null ? null : { from: found.halted.from, subject: null, reason: found.halted.reason, at },
    lastAt: found.last_at,
    entries: found.history.length,
    parts,
    pinned: past ? allDocs(parts) : null,
    proposedChecks: data.checks,
    proof: { ...begun.proof, tree: data.tree },
    epics: found.epics.map(({ id, title, stories }) => ({
      id,
      title,
      audit: "none",
      stories: stories.map((story) => storyOf(data, at, story)),
    })),
    issues: found.issues.map((issue) => ({ ...issue, subject: isSubject(issue.subject) ? issue.subject : "project", taken: null })),
    questions: found.questions.map(({ subject, text }, index) => ({
      id: index + 1,
      subject: isSubject(subject) ? subject : "project",
      text,
      by: "adopted",
      open: true,
    })),
    extras: found.extras,
    adopted: data.corrections,
  };
  return marked(state, data.entry);
};
