// Brief of an explorer in ultrawork: one subject, no findings of others.
import type { Job } from "../../../core/job.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import type { About } from "../jobs/about.ts";
import type { State } from "../state.ts";
import { reportEnding, material } from "../../../core/report-ending.ts";

export const explorerBrief = (
  state: State,
  job: Job,
  about: Extract<About, { is: "explore" }>,
  folder: Path,
): string =>
  page([
    [
      `ULTRAWORK_SESSION: ${folder}`,
      `EXPLORER_ID: ${about.explorer}`,
      `SEARCH_HINT: ${oneLine(about.hint, 500)}`,
    ].join("\n"),
    "# Explore\n\nFind out what somebody who plans the goal below must know of this repository, seen from your search hint. Change no file of the repository.",
    material,
    `The goal:\n\n${fenced(state.goal)}`,
    [
      `Write what you found to \`${folder}/${about.file}\` (the only file that you may write), in this outline:`,
      "",
      "- `## Overview`: a paragraph that stands for itself",
      "- `## Key files`: path and what it is for",
      "- `## Patterns`: how things are done here",
      "- `## Dependencies`: what the work relies on",
      "- `## Observations`: traps, gaps, what surprised you",
    ].join("\n"),
    reportEnding(job, "the session's files", [
      "`summary`: at most 2,000 characters",
      "`key_files`: paths from the repository's top",
      "`constraints`: what the work must respect",
    ]),
  ]);
