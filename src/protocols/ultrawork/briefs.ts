// Briefs of ultrawork's agents, and the facts that they need.
import type { Job } from "../../core/job.ts";
import type { Facts } from "../../core/protocol.ts";
import { fencedJson, oneLine, paragraphs } from "../../core/words/quote.ts";
import type { Path } from "../../core/row.ts";
import {
  answered,
  blockers,
  bypassed,
  changes,
  claimsOf,
  criteriaToDo,
  criteriaToJudge,
  earlierIssues,
  framed,
  lastAttempt,
  planDocument,
  quoted,
} from "../../work/brief.ts";
import type { Unit } from "../../work/unit.ts";
import { isAuto, type Work } from "../../work/work.ts";
import { place } from "./folder.ts";
import { hintOf, ownOf } from "./own.ts";
import { explorers, tasks } from "./phase.ts";
import { writtenPlan } from "./plan-read.ts";

type Brief = (state: Work, unit: Unit, facts: Facts, job: Job) => string;

export const designFile: Path = "design.md";
export const noteFile = ({ id }: Pick<Unit, "id">): Path => `exploration/${id}.md`;

/** Agents open files by the given path and don't expand `~`. */
const folderOf = (state: Work, { folder }: Facts): Path => folder ?? place(state);
const files = "the session's files";

export const explorerBrief: Brief = (state, unit, facts, job) => {
  const folder = folderOf(state, facts);
  return framed(job, {
    head: {
      ULTRAWORK_SESSION: folder,
      EXPLORER_ID: unit.id,
      SEARCH_HINT: oneLine(hintOf(unit), 500),
    },
    title: "Explore",
    intro:
      "Find out what somebody who plans the goal below must know of this repository, seen from your search hint. Change no file of the repository.",
    parts: [
      quoted("The goal:", state.goal),
      [
        `Write what you found to \`${folder}/${noteFile(unit)}\` (the only file that you may write), in this outline:`,
        "",
        "- `## Overview`: a paragraph that stands for itself",
        "- `## Key files`: path and what it is for",
        "- `## Patterns`: how things are done here",
        "- `## Dependencies`: what the work relies on",
        "- `## Observations`: traps, gaps, what surprised you",
      ].join("\n"),
    ],
    files,
    hints: [
      "`summary`: at most 2,000 characters",
      "`key_files`: paths from the repository's top",
      "`constraints`: what the work must respect",
    ],
  });
};

const planRules = `## What a plan must be

- Tasks of about half an hour each. Ids of letters, digits, \`.\`, \`_\`, \`-\` (at most 64, not \`plan\` or \`verify\`, not beginning with \`exp-\` or \`fix-\`); at most 200 tasks.
- 2 to 5 criteria a task, each shown by a command or a file. A criterion is a text, or an object \`{criteria, type, command | path, cwd?, exit?, match?, timeout_s?}\`; \`type\` is one of command_output, test_result, api_response (with \`command\`), file_content, screenshot (with \`path\`), manual (a person judges).
- A command runs without a shell: no pipes, redirections, \`&&\`, variables; \`cd DIR &&\` and \`NAME=value\` in front are understood. What needs more is a script in the repository, or two criteria. Try each command before you write it down (\`--help\` first where it would change something).
- Commands like \`true\`, \`echo\` or \`sh -c\` show nothing.
- \`blocked_by\` only for a reason: needs its data, changes the same file, is the test of it, integrates it. No rings. What doesn't wait runs side by side.
- Whole-tree checks (full build, full test suite) belong to \`verify.success_criteria\`, each with a check.
- A text that says "works", "is clean" or "better" can't be shown: say what is seen.`;

const explored = (state: Work, folder: Path): string => {
  const { findings } = ownOf(state);
  const notes = findings.flatMap(({ file }) => (file === null ? [] : [`- \`${folder}/${file}\``]));
  const failed = explorers(state).filter(({ status }) => status === "failed");
  return paragraphs([
    quoted(
      "What explorers found (context.json):",
      findings.map(({ explorer: id, hint, summary, key_files, patterns, constraints }) => ({
        id,
        hint,
        summary,
        key_files,
        patterns,
        constraints,
      })),
    ),
    notes.length === 0 ? null : `Their full notes:\n\n${notes.join("\n")}`,
    quoted(
      "Explorers that failed, so what they were sent for is not known:",
      failed.map((unit) => ({
        id: unit.id,
        hint: hintOf(unit),
        failed: unit.returned?.reason ?? null,
      })),
    ),
  ]);
};
const draft = (state: Work): string | null =>
  tasks(state).length === 0
    ? null
    : `The draft as it stands (keep what is good, replace what isn't):\n\n${fencedJson([writtenPlan(state.units, state.plan.decisions)])}`;

export const plannerBrief: Brief = (state, unit, facts, job) => {
  const folder = folderOf(state, facts);
  return framed(job, {
    head: { ULTRAWORK_SESSION: folder },
    title: "Plan",
    intro: `Cut the goal below into a graph of small tasks with criteria that can be shown to hold. Change nothing but \`${folder}/${designFile}\`, where the design belongs if it needs more words than the plan.`,
    parts: [
      quoted("The goal:", state.goal),
      explored(state, folder),
      answered("Your questions and a person's answers:", state, unit.id),
      draft(state),
      quoted("A person returned your last plan with this note:", state.plan.note),
      quoted("The last try to plan ended so:", unit.returned?.reason),
      planRules,
      isAuto(state)
        ? "Nobody answers questions in this run: decide yourself, and record each decision in `decisions` with `asked_user: false`."
        : "What only a person can know you may ask: status `questions`, at most 10, each with options to choose from. Otherwise decide yourself and record it in `decisions`.",
    ],
    files,
    hints: [
      "status `plan`: with `plan`",
      "status `questions`: with `questions`",
      "status `failed`: with `reason`",
    ],
  });
};

const bare =
  "none yet: name a command or a file in your report's evidence; the engine runs it without your work as well, and there it must fail";

export const workerBrief: Brief = (state, unit, facts, job) => {
  const folder = folderOf(state, facts);
  const { id, title, text } = unit;
  return framed(job, {
    head: { ULTRAWORK_SESSION: folder, TASK_ID: id },
    title: "Work",
    intro:
      "Do the one task below. When you report it done, the engine runs each criterion's check itself; only that counts as proof.",
    parts: [
      fencedJson({ id, subject: title, description: text, criteria: criteriaToDo(unit, bare) }),
      `The design, where there is one: \`${folder}/${designFile}\``,
      blockers(
        "Tasks that yours builds on, done unless it says that one was waived or left out:",
        state,
        unit,
      ),
      answered("Asked about this task, and answered by a person:", state, id),
      lastAttempt(unit),
      [
        "## Rules",
        "",
        "- This one task only: no sub-agents, no new tasks, nothing that another task is for.",
        "- Change only what this task needs; this folder is yours alone, and others work in folders of their own.",
        "- Make no commits.",
        "- You can't finish it: report status `failed` and why. A plain no is worth more than a half-done yes.",
        isAuto(state)
          ? "- Nobody answers questions: decide, and say what you decided."
          : "- Something only a person can know is missing: report status `needs_context` with your question.",
      ].join("\n"),
    ],
    files,
    hints: [
      "`evidence`: what you ran or saw for each criterion, named by its number; paths from the repository's top",
    ],
  });
};

const judging = `## Judging

- \`met\`: it holds, as the criterion means it. \`unmet\`: it doesn't. \`unproven\`: what was run doesn't show it; that counts as unmet. Name an issue for each that isn't met, with \`done_when\`, which can be shown, and a \`check\` that would show it.
- A check that passed before the work, or that its own worker chose, shows less than it seems to.
- What the goal asks for and no criterion covers is an issue too.
- PASS: every criterion is judged \`met\` and there is no issue. FAIL: at least one issue.`;

export const verifierBrief: Brief = (state, unit, facts, job) => {
  const folder = folderOf(state, facts);
  const all = [...tasks(state), unit];
  const criteria = all.flatMap((one) => criteriaToJudge(one, "task"));
  return framed(job, {
    head: { ULTRAWORK_SESSION: folder, TASK_ID: unit.id },
    title: "Judge",
    intro:
      "You did none of this work. Judge for each criterion below whether it is met, on the tree as it lies before you. Read and run what you like, change nothing.",
    parts: [
      quoted("The goal:", state.goal),
      planDocument("The design", state, { folder, path: designFile }),
      quoted("## Criteria, with what the engine itself ran", criteria),
      quoted(
        "## Claims\n\nWhat workers said of their own work. None of it is proof.",
        all.flatMap((one) => claimsOf(one, "task")),
      ),
      bypassed("A person bypassed these, by name:", state, "task"),
      changes("## Changed since the run began", state, facts),
      earlierIssues("## Issues of an earlier verdict", state, "task"),
      quoted("The last try to judge came to nothing:", unit.judging.returned),
      judging,
    ],
    files,
    hints: [
      "`judgements`: one for each criterion listed above, by its task and number, but for those not to be judged",
    ],
  });
};
