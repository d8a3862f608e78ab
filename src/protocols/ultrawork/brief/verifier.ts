// Brief of ultrawork's verifier: proofs and claims apart, nothing that suggests a verdict.
import { isCheckFile } from "../../../core/check-files.ts";
import { doubted } from "../../../core/hollow.ts";
import type { Job } from "../../../core/job.ts";
import type { Change, Facts } from "../../../core/protocol.ts";
import { fenced, fencedJson, page, paragraphs } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import { judgeable } from "../jobs/due.ts";
import { planned } from "../ready.ts";
import type { State } from "../state.ts";
import { reportEnding, material } from "../../../core/report-ending.ts";

const design = (state: State, folder: Path): string => {
  const now = state.documents["design.md"] ?? null;
  const file = `\`${folder}/design.md\``;
  if (now === null) return "There is no design document.";
  return now === state.plan.design
    ? `The design: ${file}`
    : `The design: ${file}. It was changed after the plan was approved.`;
};

const criteria = (state: State): string =>
  fencedJson(
    judgeable(state).map(({ task, number, criterion: { text, check, chosenBy, proof } }) => ({
      task: task.id,
      criterion: number,
      criteria: text,
      check,
      check_chosen_by: chosenBy,
      passed_before_the_work:
        task.baseline?.results.find((result) => result.criterion === number)?.passed ?? "not known",
      proof:
        proof === null || proof.stale
          ? null
          : {
              by: proof.by,
              passed: proof.passed,
              captured: proof.captured,
              exit: proof.exit,
              tree: proof.tree,
              output: proof.excerpt,
              ...doubted(proof),
            },
    })),
  );

const claims = (state: State): string | null => {
  const said = planned(state).flatMap((task) => {
    const work = task.work;
    const claimed = task.criteria.flatMap(({ text, claim }) =>
      claim === null
        ? []
        : [
            {
              task: task.id,
              claim_by: claim.by,
              criteria: text,
              command: claim.command,
              text: claim.text,
            },
          ],
    );
    if (work === null) return claimed;
    const missing = work.commits.filter((commit) => !commit.exists).map((commit) => commit.id);
    const summary = {
      task: task.id,
      claim_by: work.by,
      summary: work.summary,
      concerns: work.concerns,
    };
    return [
      {
        ...summary,
        ...(missing.length === 0 ? {} : { reported_commits_that_do_not_exist: missing }),
      },
      ...claimed,
    ];
  });
  return said.length === 0
    ? null
    : `## Claims\n\nWhat workers said of their own work. None of it is proof.\n\n${fencedJson(said)}`;
};

const flags = (state: State): string | null =>
  state.flags.length === 0
    ? null
    : `Phrases in those claims that often stand for unfinished work. They decide nothing:\n\n${fencedJson(state.flags)}`;

const waivers = (state: State): string | null =>
  state.bypasses.length === 0
    ? null
    : `A person bypassed these, by name:\n\n${fencedJson(state.bypasses)}`;

const changes = (state: State, facts: Facts): string => {
  const all: readonly (Change | { readonly path: string })[] =
    facts.changed.length > 0 ? facts.changed : state.sweep.changed.map((path) => ({ path }));
  const apart = all.filter((change) => isCheckFile(change.path));
  return paragraphs([
    "## Changed since the run began",
    all.length === 0 ? "Nothing, as far as the engine can see." : fencedJson(all),
    apart.length === 0
      ? null
      : `Of these, tests, manifests and build scripts:\n\n${fencedJson(apart)}`,
  ]);
};

const earlier = (state: State): string | null =>
  state.issues.length === 0
    ? null
    : `## Issues of an earlier verdict\n\n${fencedJson(state.issues.map(({ summary, task, criterion, doneWhen, files }) => ({ summary, task, criterion, done_when: doneWhen, files })))}`;

type Known = { readonly facts: Facts; readonly folder: Path };

export const verifierBrief = (
  state: State,
  job: Job,
  sweep: number,
  { facts, folder }: Known,
): string =>
  page([
    [`ULTRAWORK_SESSION: ${folder}`, `TASK_ID: ${state.verifyId}`].join("\n"),
    "# Judge\n\nYou did none of this work. Judge for each criterion below whether it is met, on the tree as it lies before you. Read and run what you like, change nothing.",
    material,
    `The goal:\n\n${fenced(state.goal)}`,
    design(state, folder),
    `## Criteria, with what the engine itself ran\n\n${criteria(state)}`,
    claims(state),
    flags(state),
    waivers(state),
    changes(state, facts),
    earlier(state),
    state.sweep.lastFailure === null
      ? null
      : `The last try to judge came to nothing:\n\n${fenced(state.sweep.lastFailure)}`,
    [
      "## Judging",
      "",
      "- `met`: it holds, as the criterion means it. `unmet`: it doesn't: name an issue for it, with `done_when`, which can be shown. `unproven`: what was run doesn't show it: name a check that would in `checks`, if the criterion has none yet or its worker chose it.",
      "- A check that passed before the work, or that its own worker chose, shows less than it seems to.",
      "- What the goal asks for and no criterion covers is an issue too.",
      "- PASS: every criterion is judged `met` and there is no issue. FAIL: at least one issue.",
    ].join("\n"),
    reportEnding(job, "the session's files", [
      `\`sweep\`: ${sweep}`,
      "`judgements`: one for each criterion listed above",
    ]),
  ]);
