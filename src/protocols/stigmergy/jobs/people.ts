// Decisions for a person in stigmergy: halts, questions, drift, autonomy and gates, with their choices.
import { decisionJob } from "../../../core/decision.ts";
import type { DecisionOption, Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/quote.ts";
import { areTrivial, checksNow } from "../checks-of.ts";
import { gateNumber, gateSubject, waitingGates } from "../gates.ts";
import { storyFile, storyIn } from "../manifest.ts";
import type { Gate, State } from "../state.ts";
import { subjectWord, workOf } from "../subjects.ts";
import type { About } from "./about.ts";

const decision = (
  key: string,
  about: About,
  subject: string,
  rule: string,
  question: string,
  options: readonly DecisionOption[],
): Job => ({ ...decisionJob<About>(key, about, subject, question, options), reason: rule });
const option = (
  id: string,
  label: string,
  means: string,
  note: DecisionOption["note"],
): DecisionOption => ({ id, label, means, note });
const usual = { recommended: true } as const;
const ending = { ends: true } as const;

/** Options for resuming after a halt, depending on what failed. */
export const haltJobs = (state: State): readonly Job[] => {
  const { halted, entries } = state;
  if (halted === null) return [];
  const { subject, reason } = halted;
  const said = oneLine(reason);
  const story = subject === null ? null : workOf(subject);
  const failed = story !== null && storyIn(state, story)?.status === "FAILED";
  const what = subject === null ? "it" : subjectWord(subject);
  // Reviewers get no guidance, not even from a person.
  const noted =
    subject?.startsWith("review:") === true
      ? " To judge it yourself, first set the option `reviewer` to `person`."
      : " Your note goes to the agent that tries.";
  return [
    decision(
      `halt-${entries}`,
      { is: "halt", asked: entries },
      "halt",
      `halted: ${said}`,
      `Everything stopped: ${said}${/[.!?\u2026]$/u.test(said) ? "" : "."} What now?`,
      [
        {
          ...option(
            "retry",
            "Try again",
            subject === null
              ? "The run continues from where it was."
              : `An agent tries ${what} again.${noted}`,
            "may",
          ),
          ...usual,
          ...(story === null ? {} : { mends: story }),
        },
        ...(subject === null
          ? []
          : [
              option(
                "responder",
                "Send a responder first",
                `An issue is opened for ${what}, and a responder takes it first.`,
                "may",
              ),
            ]),
        ...(failed
          ? [
              {
                ...option(
                  "withdraw",
                  "Withdraw the story",
                  "It is taken out of the manifest.",
                  "may",
                ),
                ...ending,
              },
            ]
          : []),
        { ...option("cancel", "Cancel the run", "The run ends for good.", "may"), ...ending },
      ],
    ),
  ];
};

export const questionJobs = ({ questions }: Pick<State, "questions">): readonly Job[] =>
  questions
    .filter(({ open }) => open)
    .map(({ id, subject, text, by }) =>
      decision(
        `question-${id}`,
        { is: "question", question: id },
        `question-${id}`,
        `question: ${by} asks about ${subjectWord(subject)}`,
        `${by} asks about ${subjectWord(subject)}: ${oneLine(text, 1_000)}`,
        [
          option(
            "answer",
            "Answer the question",
            "Your note goes to the agent that continues the work.",
            "must",
          ),
        ],
      ),
    );

export const driftJobs = ({ drift }: Pick<State, "drift">): readonly Job[] =>
  drift.map(({ path, digest }) =>
    decision(
      `drift-${path}-${(digest ?? "gone").slice(0, 8)}`,
      { is: "drift", path, digest },
      path,
      `drift: ${path} differs from what was pinned`,
      `${path} ${digest === null ? "is gone" : "was changed"} since the gate, and no story starts meanwhile. Is it good so?`,
      [
        option(
          "accept",
          "Accept the change",
          "The file is pinned as it is now; checks and criteria stay as they were. To reject the change, restore the file.",
          "none",
        ),
      ],
    ),
  );

export const autonomyJobs = ({ autonomyAsked }: Pick<State, "autonomyAsked">): readonly Job[] =>
  autonomyAsked
    ? [
        decision(
          "autonomy",
          { is: "autonomy" },
          "autonomy",
          "autonomy: an edit asks for it",
          "An edit of the state file asks for autonomous mode. Shall it be?",
          [
            option(
              "yes",
              "Allow autonomous mode",
              "Gates no longer wait for a person, except where the checks could never fail.",
              "none",
            ),
            option("no", "Stay supervised", "Gates still wait for a person.", "none"),
          ],
        ),
      ]
    : [];

const redoes = {
  brief: ["Rewrite the brief", "An agent writes the brief again. What was made from it stays."],
  prd: [
    "Rewrite the requirements",
    "An agent writes the product requirements and the manifest again.",
  ],
  architecture: ["Rewrite the architecture", "An agent writes the architecture again."],
  manifest: ["Rewrite the story list", "An agent lists epics and stories again."],
  "story-file": ["Rewrite the story file", "An agent writes the story's file again."],
} as const;
const redo = (part: keyof typeof redoes): DecisionOption => {
  const [label, means] = redoes[part];
  return option(`redo-${part}`, label, `${means} Your note says why.`, "must");
};

const gateQuestion = (state: State, gate: Gate): string => {
  if (gate === "brief") return `The brief is written: ${state.briefPath}. Is it what you want?`;
  const story = workOf(gate);
  if (story !== null)
    return `The file of story ${story} is written: ${storyFile(story)}. May its work begin?`;
  const stories = state.epics.reduce((sum, epic) => sum + epic.stories.length, 0);
  const checks = checksNow(state);
  const proof =
    checks.length === 0
      ? "nothing would be run to check the work"
      : areTrivial(checks)
        ? "none of its checks could ever fail"
        : `${checks.length} ${checks.length === 1 ? "check" : "checks"}`;
  const size = `${state.epics.length} ${state.epics.length === 1 ? "epic" : "epics"}, ${stories} ${stories === 1 ? "story" : "stories"}, ${proof}`;
  return `The blueprint is there (${size}). May the work begin?`;
};

/** Options that would be refused now are offered anyway: documents may be fixed before the answer. */
const lacking = (state: State): string => {
  const checks = checksNow(state);
  if (checks.length > 0 && !areTrivial(checks)) return "";
  return state.settings.checks === null
    ? " First, docs/architecture/qa-protocol.md needs a check that can fail."
    : " First, a check that can fail must be set.";
};

const gateOptions = (state: State, gate: Gate): readonly DecisionOption[] => {
  if (gate === "brief")
    return [
      { ...option("approve", "Approve the brief", "Planning begins.", "may"), ...usual },
      redo("brief"),
    ];
  if (gate !== "blueprint")
    return [
      {
        ...option(
          "approve",
          "Approve the story",
          "Its criteria are pinned, and its work begins.",
          "may",
        ),
        ...usual,
      },
      redo("story-file"),
    ];
  const lacks = lacking(state);
  return [
    {
      ...option(
        "approve",
        "Approve the blueprint",
        `Documents and checks are pinned, and the first story begins.${lacks}`,
        "may",
      ),
      ...(lacks === "" ? usual : {}),
    },
    option(
      "approve-unchecked",
      "Approve without checks",
      "Documents are pinned and the first story begins, but no check runs: each story waits for a person's approval. Your note says why.",
      "must",
    ),
    ...(["brief", "prd", "architecture", "manifest"] as const).map(redo),
  ];
};

export const gateJobs = (state: State): readonly Job[] =>
  waitingGates(state).map((gate) => {
    const asked = gateNumber(state, gate);
    const story = workOf(gate);
    const name = story === null ? gate : `story-${story}`;
    return decision(
      `gate-${name}-${asked}`,
      { is: "gate", gate, asked },
      gateSubject(state, gate),
      `gate: ${name} waits for a person`,
      gateQuestion(state, gate),
      gateOptions(state, gate),
    );
  });
