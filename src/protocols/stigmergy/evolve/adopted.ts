// The state of a run that was taken over: it goes on from what its file said, and nothing in it counts as proved.
import type { adoption } from "../shapes.ts";
import type { Time } from "../../../core/row.ts";
import type * as t from "../../../kit/schema.ts";
import { ownOf } from "../../../core/json/own.ts";
import { isRecord } from "../../../core/json/record.ts";
import { recentLimit } from "../limits.ts";
import { allDocs, briefFile } from "../manifest.ts";
import type { State, Story, Subject } from "../state.ts";
import { isSubject, subjectFrom } from "../subjects.ts";
import { freshStory } from "./change.ts";
import { based, fresh } from "./fresh.ts";

type Found = t.DataOf<typeof adoption>;

const storyOf = (
  { stories }: Found,
  at: string,
  found: Found["found"]["epics"][number]["stories"][number],
): Story => ({
  ...freshStory(found),
  status: found.status,
  approved: found.approved,
  criteria: found.criteria,
  file: ownOf(stories, found.id) ?? null,
  settledBy: found.status === "COMPLETE" ? "adopted" : null,
  completedAt: found.status === "COMPLETE" ? at : null,
});

/** The time as written, because references quote it. */
const timeOf = (text: string): string => {
  const entry: unknown = JSON.parse(text);
  return isRecord(entry) && typeof entry["timestamp"] === "string" ? entry["timestamp"] : "";
};

const haltSubject = (text: string | null): Subject | null =>
  text !== null && isSubject(text) ? text : null;

export const adopted = (data: Found, at: Time): State => {
  const { found, docs } = data;
  const begun = fresh(
    {
      run: data.run,
      name: found.name,
      goal: "",
      autonomy: found.autonomy,
      settings: data.settings,
      brief: Object.keys(docs["brief"] ?? {})[0] ?? briefFile,
      origin: null,
    },
    at,
  );
  const behind = found.halted?.from ?? found.status;
  const past = behind === "EXECUTION_IN_PROGRESS" || behind === "PROJECT_COMPLETE";
  const parts: State["parts"] = {
    brief: docs["brief"] ?? null,
    prd: docs["prd"] ?? null,
    ux: docs["ux"] ?? null,
    architecture: docs["architecture"] ?? null,
  };
  return {
    ...begun,
    ...based(data.whole),
    life: found.paused ? "paused" : "live",
    status: found.halted === null ? found.status : "EXECUTION_HALTED",
    halted:
      found.halted === null
        ? null
        : {
            from: found.halted.from,
            subject: haltSubject(found.halted.subject ?? null),
            reason: found.halted.reason,
            at,
          },
    signal: found.signal,
    lastAt: found.last_at,
    entries: found.history.length,
    recent: found.history.slice(-recentLimit).map((text) => ({ at: timeOf(text), claimed: null })),
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
    issues: found.issues.map((issue) => ({
      ...issue,
      subject: subjectFrom(issue.subject),
      taken: null,
    })),
    questions: found.questions.map(({ subject, text }, index) => ({
      id: index + 1,
      subject: subjectFrom(subject),
      text,
      by: "adopted",
      open: true,
    })),
    extras: found.extras,
    adopted: data.corrections,
  };
};
