// Why: what only a person may settle stands still in the open, with every choice and what follows from it (specification, sections 6 and 7).
import { decisionJob } from "../../../core/decision-job.ts";
import type { DecisionOption, Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/quote.ts";
import { areTrivial, checksNow } from "../checks-of.ts";
import { gateNumber, gateSubject, waitingGates } from "../gates.ts";
import { storyFile, storyIn } from "../manifest.ts";
import type { Gate, State } from "../state.ts";
import { subjectWord, workOf } from "../subjects.ts";
import type { About } from "./about.ts";

const decision = (key: string, about: About, subject: string, rule: string, question: string, options: readonly DecisionOption[]): Job => ({
  ...decisionJob<About>(key, about, subject, question, options),
  reason: rule,
});
const option = (id: string, means: string, note: DecisionOption["note"]): DecisionOption => ({ id, means, note });

/** Who may go on after a halt, and how: by what failed. */
export const haltJobs = (state: State): readonly Job[] => {
  const { halted, entries } = state;
  if (halted === null) return [];
  const { subject, reason } = halted;
  const said = oneLine(reason);
  const story = subject === null ? null : workOf(subject);
  const failed = story !== null && storyIn(state, story)?.status === "FAILED";
  const what = subject === null ? "it" : subjectWord(subject);
  // Who judges is told nobody's word, a person's neither.
  const noted =
    subject?.startsWith("review:") === true
      ? `; to judge it yourself, first: \`cairn send ${state.run} Configure --reviewer person\``
      : "; your note is told to whoever tries";
  return [
    decision(
      `halt-${entries}`,
      { is: "halt", asked: entries },
      "halt",
      `halted: ${said}`,
      `Everything stopped: ${said}${/[.!?\u2026]$/u.test(said) ? "" : "."} How does it go on?`,
      [
        {
          ...option("retry", subject === null ? "it goes on from where it was" : `${what} is tried again${noted}`, "may"),
          ...(story === null ? {} : { mends: story }),
        },
        ...(subject === null ? [] : [option("responder", `an issue is opened for ${what}, and a responder takes it first`, "may")]),
        ...(failed ? [option("withdraw", `story ${story} is taken out of the manifest`, "may")] : []),
        option("cancel", "the run ends as cancelled", "may"),
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
        [option("answer", "your note is told to whoever goes on with it", "must")],
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
      [option("accept", "it is pinned as it is now; checks and criteria stay as they were. Else put it back", "none")],
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
            option("yes", "gates no longer wait for a person, but for one whose checks could never fail", "none"),
            option("no", "it stays supervised", "none"),
          ],
        ),
      ]
    : [];

const redoes: Readonly<Record<string, string>> = {
  brief: "the brief is written anew; what was made from it stays",
  prd: "the product requirements are written anew, and the manifest with them",
  architecture: "the architecture is written anew",
  manifest: "epics and stories are listed anew",
  "story-file": "the story's file is written anew",
};
const redo = (part: string): DecisionOption => option(`redo-${part}`, `${redoes[part] ?? part}; your note says why`, "must");

const gateQuestion = (state: State, gate: Gate): string => {
  if (gate === "brief") return `The brief is written: ${state.briefPath}. Is it what you want?`;
  const story = workOf(gate);
  if (story !== null) return `The file of story ${story} is written: ${storyFile(story)}. May its work begin?`;
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

/** What is refused as things stand is offered all the same: documents may be mended before the answer. */
const lacking = (state: State): string => {
  const checks = checksNow(state);
  if (checks.length > 0 && !areTrivial(checks)) return "";
  return state.settings.checks === null
    ? "; docs/architecture/qa-protocol.md needs a check that can fail first"
    : "; a check that can fail must be set first";
};

const gateOptions = (state: State, gate: Gate): readonly DecisionOption[] => {
  if (gate === "brief") return [option("approve", "planning begins", "may"), redo("brief")];
  if (gate !== "blueprint") return [option("approve", "its criteria are pinned, and its work begins", "may"), redo("story-file")];
  return [
    option("approve", `documents and checks are pinned, and the first story begins${lacking(state)}`, "may"),
    option("approve-unchecked", "the same without any checks: each story waits for a person's word; your note says why", "must"),
    ...["brief", "prd", "architecture", "manifest"].map(redo),
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
