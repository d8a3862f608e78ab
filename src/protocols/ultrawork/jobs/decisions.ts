// Why: what only a person may settle stands still in the open, with every choice and what follows from it.
import { faultHelp } from "../../../core/agent-fault.ts";
import { decisionJob } from "../../../core/decision-job.ts";
import { offered } from "../../../core/decision-options.ts";
import type { DecisionOption, Job } from "../../../core/job.ts";
import { nothingWords } from "../../../core/hollow.ts";
import { firstLine } from "../../../core/quote.ts";
import { told } from "../checks.ts";
import { mostAttempts } from "../limits.ts";
import { isLast, planned } from "../ready.ts";
import type { Criterion, State } from "../state.ts";
import { troubleOf, unitOf, workedAttempts } from "../trouble.ts";
import { type About, aboutOf } from "./about.ts";
import {
  attempted,
  confirmations,
  isConverging,
  isUnsteady,
  judgeable,
  plannerGaveUp,
  stuckTasks,
  verifierGaveUp,
} from "./due.ts";

const option = (
  id: string,
  label: string,
  means: string,
  note: DecisionOption["note"] = "none",
  fields?: unknown,
): DecisionOption => ({
  id,
  label,
  means,
  note,
  ...(fields === undefined ? {} : { fields }),
});
const usual = { recommended: true } as const;
const ending = { ends: true } as const;

const decision = decisionJob<About>;

/** The schema of an answer in free words; the offered ones are only offers. */
const answerFields = { type: "object", properties: { answer: { type: "string", minLength: 1 } } };
const issueFields = {
  type: "object",
  properties: {
    issues: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          summary: { type: "string", minLength: 1 },
          done_when: { type: "string", minLength: 1 },
          task: { type: "string" },
          criterion: { type: "integer", minimum: 1 },
          files: { type: "array", items: { type: "string" } },
        },
        required: ["summary", "done_when"],
      },
    },
  },
  required: ["issues"],
};

const questions = (state: State): readonly Job[] =>
  state.questions
    .filter((question) => question.answer === null)
    .map((question) =>
      decision(
        `question-${question.id}`,
        { is: "question", question: question.id, options: question.options },
        question.about,
        question.text,
        [
          ...question.options.map((text, index): DecisionOption => ({
            ...offered(index, text),
            note: "may",
          })),
          option("answer", "Answer in your own words", "", "must", answerFields),
        ],
      ),
    );

const approval = (state: State): readonly Job[] => {
  const { rev } = state.plan;
  if (state.plan.state === "approved") {
    const begin = decision(
      "begin",
      { is: "begin" },
      "plan",
      "The plan is approved. Shall the work begin?",
      [{ ...option("begin", "Start the work", "Workers start on the first tasks."), ...usual }],
    );
    return state.options.plan_only ? [begin] : [];
  }
  if (state.plan.state !== "proposed") return [];
  return [
    decision(
      `approve-${rev}`,
      { is: "approve", rev },
      "plan",
      `Is revision ${rev} of the plan good to be worked on?`,
      [
        {
          ...option(
            "approve",
            "Approve the plan",
            state.options.plan_only
              ? "The work begins when you start it."
              : "Workers start on the first tasks.",
          ),
          ...usual,
        },
        option(
          "revise",
          "Send it back",
          "The plan goes back to the planner with your note.",
          "must",
        ),
        {
          ...option("cancel", "Cancel the run", "The run ends. It can be reopened later.", "may"),
          ...ending,
        },
      ],
    ),
  ];
};

const unmet = (state: State): string =>
  state.phase === "VERIFICATION"
    ? "A fix task takes it up with your note, or the run fails if no iteration is left."
    : "A worker does the task again with your note, or it fails if no attempt is left.";

const showsNothing = ({ check, proof }: Criterion): string =>
  proof?.hollow === true ? ` (its check, ${told(check)}, ${nothingWords(proof)})` : "";

const confirms = (state: State): readonly Job[] =>
  confirmations(state).map(({ task, number, criterion }) =>
    decision(
      `confirm-${task.id}-${number}-${criterion.answers + 1}`,
      { is: "confirm", task: task.id, criterion: number },
      task.id,
      `Does this hold? Task ${task.id}, criterion ${number}: ${criterion.text}${showsNothing(criterion)}`,
      [
        option("met", "Mark as met", "It counts as proved, in your name.", "may"),
        option("unmet", "Mark as not met", unmet(state), "must"),
      ],
    ),
  );

const verdict = (state: State): readonly Job[] => [
  decision(
    `verdict-${state.sweep.no}`,
    {
      is: "verdict",
      sweep: state.sweep.no,
      criteria: judgeable(state).map(({ task, number }) => ({ task: task.id, criterion: number })),
    },
    "verify",
    "Every check passed on this tree. Is every criterion met?",
    [
      option(
        "pass",
        "Accept all criteria",
        "All count as met, in your name. The run is sealed if the tree is still the same.",
        "may",
      ),
      option(
        "fail",
        "Report issues",
        "Each issue becomes a fix task, or the run fails if no iteration is left.",
        "may",
        issueFields,
      ),
    ],
  ),
];

const retry = (on: string): DecisionOption => ({
  ...option("retry", "Try again", `${on} gets new attempts.`, "may"),
  ...usual,
});
const retryTask = (task: string): DecisionOption => ({ ...retry(`Task ${task}`), mends: task });
const waive = option(
  "waive",
  "Accept without proof",
  "The task counts as done without proof, in your name and always shown as such. Tasks that wait for it may start.",
  "must",
);
const fail: DecisionOption = {
  ...option(
    "fail",
    "End the run as failed",
    "The run ends, with your note as its reason. It can be reopened later.",
    "may",
  ),
  ...ending,
};

const sentence = (text: string): string => (/[.!?\u2026]$/u.test(text) ? text : `${text}.`);

const stuck = (state: State): readonly Job[] => {
  const on = (what: string, question: string, options: readonly DecisionOption[]): Job =>
    decision(
      `stuck-${what}`,
      { is: "stuck", on: what },
      what,
      `${sentence(question)} What now?`,
      options,
    );
  if (plannerGaveUp(state))
    return [
      on(
        "plan",
        `The planner failed ${state.planTries.failed} times: ${firstLine(state.planner.lastFailure)}`,
        [retry("The planner"), fail],
      ),
    ];
  if (verifierGaveUp(state))
    return [
      on(
        "verify",
        `The verifier failed ${state.sweep.tries.failed} times: ${firstLine(state.sweep.lastFailure)}`,
        [retry("The verifier"), fail],
      ),
    ];
  return stuckTasks(state).map((task) =>
    on(
      task.id,
      `Task ${task.id} failed after ${attempted(task)}: ${firstLine(task.lastFailure?.reason ?? null)}`,
      [
        ...(workedAttempts(task) < mostAttempts ? [retryTask(task.id)] : []),
        ...(isLast(state) ? [] : [waive]),
        fail,
      ],
    ),
  );
};

const lift = (help: string | null): DecisionOption => ({
  ...option(
    "retry",
    "Try again",
    `All jobs that wait for this begin again; no attempt was spent.${help === null ? "" : ` Before that, ${help}.`}`,
    "may",
  ),
  ...usual,
});

/** One question about all of `due` that their model server turned away for good, by any of their names: the same thing keeps them. */
export const turnedAway = (state: State, due: readonly Job[]): readonly Job[] => {
  const held = due.flatMap((job) => {
    const trouble = job.begun ? undefined : troubleOf(state, unitOf(aboutOf(job)) ?? "");
    return trouble?.notBefore === null ? [{ subject: job.subject, trouble }] : [];
  });
  const [first] = held;
  if (first === undefined) return [];
  const { subject, trouble } = first;
  const names = held.map((one) => one.subject).join(", ");
  const question = `The agent of ${names} was turned away: ${firstLine(trouble.reason)}. Try again?`;
  return [
    decision(`stuck-${subject}`, { is: "stuck", on: subject }, subject, question, [
      lift(faultHelp[trouble.kind]),
      fail,
    ]),
  ];
};

const verification = (state: State): readonly Job[] => {
  const { sweep } = state;
  if (isConverging(state))
    return [
      decision(
        `converge-${state.iteration}`,
        { is: "converge" },
        "verify",
        "The same issue stands in three verdicts running. Go on?",
        [
          option(
            "go-on",
            "Run another iteration",
            "It works on the issues that aren't waived.",
            "must",
          ),
          fail,
        ],
      ),
    ];
  if (isUnsteady(state))
    return [
      decision(
        `unsteady-${sweep.no}`,
        { is: "unsteady" },
        "verify",
        `The tree doesn't hold still while the checks run: ${sweep.lastVoid ?? "changed from outside"}. Try again?`,
        [option("again", "Verify again", "A new sweep begins.", "must"), fail],
      ),
    ];
  const waitsForVerdict =
    sweep.state === "passed" && sweep.verdict === null && confirmations(state).length === 0;
  return waitsForVerdict && state.options.verifier === "person" ? verdict(state) : [];
};

/** In auto mode the states behind most of these never arise: the decider ends the run instead. */
export const decisionJobs = (state: State): readonly Job[] => [
  ...questions(state),
  ...(state.phase === "PLANNING" ? approval(state) : []),
  ...(planned(state).length > 0 ? confirms(state) : []),
  ...stuck(state),
  ...(state.phase === "VERIFICATION" ? verification(state) : []),
];
