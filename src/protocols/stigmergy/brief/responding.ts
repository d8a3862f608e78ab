// Briefs of issue responder and audit: tries, remarks and figures.
import { howMany } from "../../../core/words/how-many.ts";
import type { Job } from "../../../core/job.ts";
import { parsed } from "../../../core/json/parsed.ts";
import type { Facts } from "../../../core/protocol.ts";
import { fenced, fencedJson, oneLine, page } from "../../../core/words/quote.ts";
import { isRecord } from "../../../core/json/record.ts";
import type { AuditAbout, IssueAbout } from "../jobs/about.ts";
import { auditFile, epicIn, home, stateFile, storyIn } from "../manifest.ts";
import type { Issue, State } from "../state.ts";
import { storyOf, subjectWord, tallyOf } from "../subjects.ts";
import { criteria, guidance, material, pathList, question, reporting, slipped } from "./parts.ts";

export const statePath = `${home}/${stateFile}`;

/** The entries that the issue refers to, complete, from the state file. */
const entriesOf = ({ refs }: Issue, text: string | undefined): string | null => {
  if (text === undefined || refs.length === 0) return null;
  // If the file is being written at this moment, at least the times are listed.
  const read = parsed(text);
  const history: readonly unknown[] =
    isRecord(read) && Array.isArray(read["history"]) ? read["history"] : [];
  const named = history.filter(
    (entry) => isRecord(entry) && refs.some((ref) => ref === entry["timestamp"]),
  );
  return named.length === 0 ? null : `The entries that it names:\n\n${fencedJson(named)}`;
};

export const issueBrief = (state: State, job: Job, about: IssueAbout, facts: Facts): string => {
  const issue = state.issues.find(({ id }) => id === about.issue);
  if (issue === undefined) return "";
  const story = storyOf(issue.subject);
  const own = story === null ? null : storyIn(state, story);
  const { strikes } = tallyOf(state, issue.subject);
  const before = state.issues
    .filter((one) => one.subject === issue.subject && one.solution !== null)
    .map((one) => `${one.id}: ${one.solution ?? ""}`);
  return page([
    `# ${oneLine(state.name)}: ${issue.id}, ${subjectWord(issue.subject)}\n\nYou are ${job.role}. Find out why this failed, and solve it: mend what stands in the way, and say what whoever tries next must do otherwise. The same checks and criteria judge the next try; leave them, and the planning documents, as they are. ${material}`,
    fenced(issue.summary),
    own === null
      ? null
      : `Read ${own.file === null ? "its part of `docs/prd.md`" : `\`${own.file.path}\``}.`,
    own === null ? null : criteria(own),
    entriesOf(issue, facts.files[statePath]?.text) ??
      (issue.refs.length === 0
        ? null
        : `Entries of \`${statePath}\` that it names, by timestamp: ${pathList(issue.refs)}.`),
    strikes.length === 0
      ? null
      : `How it failed:\n\n${fenced(strikes.map(({ at, kind, reason }) => `${at} (${kind})\n${reason}`).join("\n\n"))}`,
    before.length === 0
      ? null
      : `Solutions that were tried before:\n\n${fenced(before.join("\n"))}`,
    guidance(state, issue.subject, true),
    slipped(issue.slip),
    question,
    reporting(job, [
      "`done`: it is solved; `solution` is told to whoever tries next.",
      "`failed`, or `blocked` without a question: you give it up, and everything stops until a person goes on.",
    ]),
  ]);
};

const figures = (state: State, epic: number): string =>
  (epicIn(state, epic)?.stories ?? [])
    .map(({ id, title, started, completedAt, settledBy, changed }) => {
      const { tries } = tallyOf(state, `story:${id}`);
      const issues = state.issues.filter(({ subject }) => storyOf(subject) === id).length;
      const took =
        started === null || completedAt === null
          ? null
          : Math.max(0, Math.round((Date.parse(completedAt) - Date.parse(started.at)) / 60_000));
      return [
        `${id} ${oneLine(title, 80)}`,
        howMany(tries, "try"),
        `reviews tried ${tallyOf(state, `review:${id}`).tries}`,
        howMany(issues, "issue"),
        ...(took === null ? [] : [`${took} min from its last start to its end`]),
        howMany(changed.length, "file"),
        `settled: ${settledBy ?? "open"}`,
      ].join(", ");
    })
    .join("\n");

export const auditBrief = (state: State, job: Job, about: AuditAbout): string => {
  const epic = epicIn(state, about.epic);
  const issues = state.issues.filter(({ subject }) =>
    epic?.stories.some(({ id }) => id === storyOf(subject)),
  );
  return page([
    `# ${oneLine(state.name)}: look back on epic ${about.epic}, ${oneLine(epic?.title ?? "")}\n\nYou are ${job.role}. Write \`${auditFile(about.epic)}\`: what went wrong, why, and what to do otherwise in the epics to come. Change nothing else; you have no leave to change prompts or settings. ${material}`,
    `The engine's figures:\n\n${fenced(figures(state, about.epic))}`,
    issues.length === 0
      ? null
      : `Issues:\n\n${fenced(issues.map(({ id, status, summary, solution }) => `${id} ${status}: ${summary}${solution === null ? "" : `\n  solved by: ${solution}`}`).join("\n"))}`,
    `All that happened stands in the history of \`${statePath}\`.`,
    reporting(job),
  ]);
};
