// Brief of an ultrawork worker: its task and what that task depends on.
import { isPlaced } from "../../../core/placed.ts";
import type { Job } from "../../../core/job.ts";
import { fenced, fencedJson, oneLine, page, paragraphs } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import { checkText } from "../checks.ts";
import type { State, Task, TaskId } from "../state.ts";
import { reportEnding, material } from "../../../core/report-ending.ts";

const before = (task: Task, number: number): boolean | null =>
  task.baseline?.results.find((result) => result.criterion === number)?.passed ?? null;

const passedBefore = { true: "it passes already", false: "it fails" } as const;

const own = (task: Task): string =>
  fencedJson({
    id: task.id,
    subject: task.subject,
    description: task.description,
    files: task.files,
    criteria: task.criteria.map((criterion, index) => {
      const held = before(task, index + 1);
      return {
        number: index + 1,
        criteria: criterion.text,
        check:
          criterion.check ??
          "none yet: name a command or a file in your report's evidence; the engine runs it without your work as well, and there it must fail",
        ...(held === null ? {} : { before_your_work: passedBefore[held ? "true" : "false"] }),
        ...(criterion.waived === null ? {} : { waived: "a person let it go" }),
      };
    }),
  });

const blockers = (state: State, task: Task): string | null => {
  const done = task.blockedBy
    .flatMap((id) => state.tasks[id] ?? [])
    .map(({ id, subject, files, work, waived }) => ({
      id,
      subject,
      files: work?.files ?? files,
      ...(waived === null ? {} : { waived: `a person let it go without proof: ${waived.reason}` }),
    }));
  return done.length === 0
    ? null
    : `Tasks that yours builds on, done unless it says that one was waived:\n\n${fencedJson(done)}`;
};

const lastAttempt = (task: Task): string | null => {
  if (task.lastFailure === null) return null;
  const outputs = task.criteria.flatMap(({ text, check, proof }) =>
    proof === null || proof.passed || proof.captured
      ? []
      : [
          {
            criteria: text,
            check: checkText(check),
            exit: proof.exit,
            why: proof.why,
            output: proof.excerpt,
          },
        ],
  );
  return paragraphs([
    `## The attempt before\n\nAttempt ${task.lastFailure.attempt} was returned (${oneLine(task.lastFailure.kind)}). It may have left changes in the tree: look before you go on.`,
    fenced(task.lastFailure.reason),
    outputs.length === 0 ? null : `What its checks showed:\n\n${fencedJson(outputs)}`,
  ]);
};

const answered = (state: State, task: Task): string | null => {
  const asked = state.questions.filter(
    (question) => question.about === task.id && question.answer !== null,
  );
  if (asked.length === 0) return null;
  return `Asked about this task, and answered by a person:\n\n${fencedJson(asked.map(({ text, answer }) => ({ question: text, answer })))}`;
};

const commits = (state: State, task: Task): string =>
  state.options.commits
    ? `- Commit your own files by name (never all files at once), with the trailer \`Ultrawork: ${state.session} ${task.id}\`; report the commits' ids.`
    : "- Make no commits.";

export const workerBrief = (state: State, job: Job, id: TaskId, folder: Path): string => {
  const task = state.tasks[id];
  if (task === undefined) return "";
  return page([
    [`ULTRAWORK_SESSION: ${folder}`, `TASK_ID: ${task.id}`].join("\n"),
    "# Work\n\nDo the one task below. When you report it done, the engine runs each criterion's check itself; only that counts as proof.",
    material,
    own(task),
    `The design, where there is one: \`${folder}/design.md\``,
    blockers(state, task),
    answered(state, task),
    lastAttempt(task),
    [
      "## Rules",
      "",
      "- This one task only: no sub-agents, no new tasks, nothing that another task is for.",
      task.files === null
        ? "- Change only what this task needs."
        : `- Change only this task's own files; ${isPlaced(state) ? "this folder is yours alone, and others work in folders of their own" : "others work beside you in the same tree"}.`,
      commits(state, task),
      "- You can't finish it: report status `failed` and why. A plain no is worth more than a half-done yes.",
      state.options.mode === "auto"
        ? "- Nobody answers questions: decide, and say what you decided."
        : "- Something only a person can know is missing: report status `needs_context` with your question.",
    ].join("\n"),
    reportEnding(job, "the session's files", [
      `\`task\`: \`${task.id}\``,
      "`evidence`: what you ran or saw for each criterion, named by its number; paths from the repository's top",
    ]),
  ]);
};
