// Brief of ultrawork's planner: findings, answers, notes and rules of the plan.
import type { Job } from "../../../core/job.ts";
import { fenced, fencedJson, page, paragraphs } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import { contextFile } from "../files/context.ts";
import { planned } from "../ready.ts";
import type { State } from "../state.ts";
import { reportEnding, material } from "../../../core/report-ending.ts";

const rules = `## What a plan must be

- Tasks of about half an hour each. Ids of letters, digits, \`.\`, \`_\`, \`-\` (at most 64, not beginning with \`fix-\`); at most 200 tasks.
- 2 to 5 criteria a task, each shown by a command or a file. A criterion is a text, or an object \`{criteria, type, command | path, cwd?, exit?, match?, timeout_s?}\`; \`type\` is one of command_output, test_result, api_response (with \`command\`), file_content, screenshot (with \`path\`), manual (a person judges).
- A command runs without a shell: no pipes, redirections, \`&&\`, variables; \`cd DIR &&\` and \`NAME=value\` in front are understood. What needs more is a script in the repository, or two criteria. Try each command before you write it down (\`--help\` first where it would change something).
- Commands like \`true\`, \`echo\` or \`sh -c\` show nothing.
- \`blocked_by\` only for a reason: needs its data, changes the same file, is the test of it, integrates it. No rings. What doesn't wait runs side by side.
- \`files\`: the paths or globs that the task will change, from the repository's top. Two tasks that share one never run at the same time.
- Whole-tree checks (full build, full test suite) belong to \`verify.success_criteria\`, each with a check.
- A text that says "works", "is clean" or "better" can't be shown: say what is seen.`;

const explored = (state: State, folder: Path): string => {
  const files = state.findings.flatMap((finding) =>
    finding.file === null ? [] : [`- \`${folder}/${finding.file}\``],
  );
  const failed = Object.values(state.explorers).filter((explorer) => explorer.status === "failed");
  return paragraphs([
    state.findings.length === 0
      ? null
      : `What explorers found (context.json):\n\n${fenced(contextFile(state), "json quoted")}`,
    files.length === 0 ? null : `Their full notes:\n\n${files.join("\n")}`,
    failed.length === 0
      ? null
      : `Explorers that failed, so what they were sent for is not known:\n\n${fencedJson(failed.map(({ id, hint, lastFailure }) => ({ id, hint, failed: lastFailure })))}`,
  ]);
};

const answers = (state: State): string | null => {
  const asked = state.questions.filter(
    (question) => question.about === "plan" && question.answer !== null,
  );
  if (asked.length === 0) return null;
  return `Your questions and a person's answers:\n\n${fencedJson(asked.map(({ text, answer }) => ({ question: text, answer })))}`;
};

const draft = (state: State): string | null => {
  const tasks = planned(state).map(({ id, subject, description, blockedBy, files, criteria }) => ({
    id,
    subject,
    description,
    blocked_by: blockedBy,
    files,
    success_criteria: criteria.map(({ text, check }) =>
      check === null ? text : { criteria: text, ...check },
    ),
  }));
  return tasks.length === 0
    ? null
    : `The draft as it stands (keep what is good, replace what isn't):\n\n${fencedJson(tasks)}`;
};

const auto = `Nobody answers questions in this run: decide yourself, and record each decision in \`decisions\` with \`asked_user: false\`.`;
const interactive = `What only a person can know you may ask: status \`questions\`, at most 10, each with options to choose from. Otherwise decide yourself and record it in \`decisions\`.`;

export const plannerBrief = (state: State, job: Job, folder: Path): string =>
  page([
    `ULTRAWORK_SESSION: ${folder}`,
    `# Plan\n\nCut the goal below into a graph of small tasks with criteria that can be shown to hold. Change nothing but \`${folder}/design.md\`, where the design belongs if it needs more words than the plan.`,
    material,
    `The goal:\n\n${fenced(state.goal)}`,
    explored(state, folder),
    answers(state),
    draft(state),
    state.plan.note === null
      ? null
      : `A person returned your last plan with this note:\n\n${fenced(state.plan.note)}`,
    state.planner.lastFailure === null
      ? null
      : `The last try to plan ended so:\n\n${fenced(state.planner.lastFailure)}`,
    rules,
    state.options.mode === "auto" ? auto : interactive,
    reportEnding(job, "the session's files", [
      "status `plan`: with `plan`",
      "status `questions`: with `questions`",
      "status `failed`: with `reason`",
    ]),
  ]);
