// Commands of planning outcomes: documents count if they exist and are valid.
import type { Job, Outcome } from "../../../core/job.ts";
import { refusedReasons } from "../../../core/reports/misfit.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { checksIn } from "../checks-of.ts";
import type { PlanAbout, StoryFileAbout } from "../jobs/about.ts";
import { prdFile, qaFile } from "../manifest.ts";
import { criteriaIn, plainLines } from "../markdown/lines.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { StigmergyCommand } from "../commands.ts";
import { defaultSettings } from "../settings.ts";
import { failure, unable, wordless } from "./failing.ts";
import { changedIn, type Ended, agentAnswer } from "./agent-answer.ts";
import { strays } from "./strays.ts";

type About = PlanAbout | StoryFileAbout;
const pathsOf = (about: About): readonly Path[] =>
  about.is === "plan" ? about.paths : [about.path];

const readsWell = (about: About, files: Outcome["files"]): boolean => {
  if (pathsOf(about).some((path) => (files[path] ?? "").trim() === "")) return false;
  if (about.is === "story-file") return criteriaIn(plainLines(files[about.path] ?? "")).length > 0;
  if (about.part === "prd" || about.part === "manifest")
    return manifestOf(files[prdFile] ?? "").findings.length === 0;
  if (about.part !== "architecture" || !about.paths.includes(qaFile)) return true;
  const { checks, findings } = checksIn(files[qaFile] ?? "", defaultSettings);
  return checks.length > 0 && findings.length === 0;
};

/** No report, but the requested file is new. */
const madeSilently = (about: About, { files, tree }: Ended): boolean =>
  pathsOf(about).some((path) =>
    tree.changed.some((change) => change.path === path && change.how !== "deleted"),
  ) && readsWell(about, files);

const finish = (
  about: About,
  outcome: Ended,
  summary: string,
  claimed: readonly Path[],
): readonly StigmergyCommand[] => {
  const data = {
    summary: `${summary}${strays(about, outcome)}`,
    files_modified: claimed,
    ...changedIn(outcome),
  };
  if (about.is === "story-file")
    return [{ type: "RecordStoryFile", data: { story: about.story, ...data } }];
  switch (about.part) {
    case "brief":
      return [{ type: "FinishBrief", data }];
    case "ux":
      return [{ type: "FinishUx", data }];
    case "architecture":
      return [{ type: "FinishArchitecture", data }];
    case "prd":
      return [{ type: "FinishPrd", data: { ...data, manifest: true } }];
    case "manifest": {
      const same =
        outcome.tree.after !== null && !outcome.tree.changed.some(({ path }) => path === prdFile);
      return [
        ...(same ? [] : [{ type: "FinishPrd", data } as const]),
        { type: "ImportManifest", data: {} },
      ];
    }
  }
};

/** Nothing could be read: missing, outside the tree, or too large. */
export const unfound: readonly string[] = ["DOC_MISSING", "PATH_OUTSIDE", "FILE_OVERSIZED"];

/** Refusals of the content, which its author has to fix. */
const garbage: ReadonlySet<string> = new Set([
  ...unfound,
  "CHECK_UNPARSABLE",
  "MANIFEST_INVALID",
  "CRITERIA_MISSING",
  "FIELD_OVERSIZED",
  "QUESTION_EXCESSIVE",
]);

export const plannedCommands = (
  job: Job,
  about: About,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  if (outcome.is !== "ended") return [];
  if (refused !== undefined)
    return garbage.has(refused.code) ? failure(about, "garbage", refusedReasons(refused)) : [];
  const word = agentAnswer(outcome);
  if (word.is === "reported")
    return word.outcome === "done"
      ? finish(about, outcome, word.summary, word.files)
      : unable(about, word);
  if (word.is === "unreported" && madeSilently(about, outcome))
    return finish(about, outcome, "written, without a report", []);
  return wordless(job, about, word);
};
