// Decisions about a halt, an agent's question, a changed document and autonomous mode.
import type { Answer } from "../../../core/rules/decision.ts";
import type { Command } from "../../../core/protocol.ts";
import { fenced, oneLine, paragraphs } from "../../../core/words/quote.ts";
import { criteria, guidance } from "../brief/parts.ts";
import type { About } from "../jobs/about.ts";
import { storyIn } from "../manifest.ts";
import type { Issue, State } from "../state.ts";
import { isUnsettled, storyOf, subjectWord, workOf } from "../subjects.ts";
import { decision } from "./declare.ts";

const issueList = (issues: readonly Issue[]): string | null =>
  issues.length === 0
    ? null
    : `Issues:\n\n${fenced(issues.map(({ id, status, summary, solution }) => `${id} ${status}: ${summary}${solution === null ? "" : `\n  tried: ${solution}`}`).join("\n"))}`;

const haltMaterial = (state: State): readonly (string | null)[] => {
  const subject = state.halted?.subject ?? null;
  const issues = state.issues.filter(
    (issue) => isUnsettled(issue) || (subject !== null && issue.subject === subject),
  );
  return [
    state.halted === null ? null : fenced(state.halted.reason),
    issueList(issues),
    subject === null ? null : guidance(state, subject),
  ];
};

const unhalt =
  (choice: "retry" | "responder" | "withdraw") =>
  ({ asked }: Extract<About, { is: "halt" }>, { note }: Answer): Command => ({
    type: "Unhalt",
    data: { choice, asked, ...(note === "" ? {} : { guidance: note }) },
  });

/** Options for resuming after a halt depend on what failed. */
export const halt = decision("halt", {
  asks: (state) => {
    const { halted, entries } = state;
    if (halted === null) return null;
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
    return {
      key: `halt-${entries}`,
      about: { is: "halt", asked: entries },
      subject: "halt",
      reason: `halted: ${said}`,
      question: `Everything stopped: ${said}${/[.!?\u2026]$/u.test(said) ? "" : "."} What now?`,
      options: {
        retry: {
          means:
            subject === null
              ? "The run continues from where it was."
              : `An agent tries ${what} again.${noted}`,
          ...(story === null ? {} : { mends: story }),
        },
        responder:
          subject === null
            ? null
            : { means: `An issue is opened for ${what}, and a responder takes it first.` },
        withdraw: failed ? {} : null,
      },
    };
  },
  options: {
    retry: { label: "Try again", note: "may", recommended: true, then: unhalt("retry") },
    responder: { label: "Send a responder first", note: "may", then: unhalt("responder") },
    withdraw: {
      label: "Withdraw the story",
      means: "It is taken out of the manifest.",
      note: "may",
      ends: true,
      then: unhalt("withdraw"),
    },
    cancel: {
      label: "Cancel the run",
      means: "The run ends for good.",
      note: "may",
      ends: true,
      then: (_about, { note }) => ({ type: "Cancel", data: note === "" ? {} : { reason: note } }),
    },
  },
  shows: (state) => paragraphs(haltMaterial(state)),
});

/** Context of the question, as its author saw it. */
const questionMaterial = (state: State, id: number): readonly (string | null)[] => {
  const asked = state.questions.find((one) => one.id === id);
  if (asked === undefined) return [];
  const { subject, text } = asked;
  const story = storyIn(state, storyOf(subject) ?? "");
  return [
    fenced(text),
    story === null ? null : criteria(story),
    issueList(state.issues.filter((issue) => issue.subject === subject)),
    guidance(state, subject),
  ];
};

export const question = decision("question", {
  asks: ({ questions }) =>
    questions
      .filter(({ open }) => open)
      .map(({ id, subject, text, by }) => ({
        key: `question-${id}`,
        about: { is: "question", question: id },
        subject: `question-${id}`,
        reason: `question: ${by} asks about ${subjectWord(subject)}`,
        question: `${by} asks about ${subjectWord(subject)}: ${oneLine(text, 1_000)}`,
      })),
  options: {
    answer: {
      label: "Answer the question",
      means: "Your note goes to the agent that continues the work.",
      note: "must",
      then: (about, { note }) => ({
        type: "AnswerQuestion",
        data: { question: about.question, text: note },
      }),
    },
  },
  shows: (state, about) => paragraphs(questionMaterial(state, about.question)),
});

export const drift = decision("drift", {
  asks: (state) =>
    state.drift.map(({ path, digest }) => ({
      key: `drift-${path}-${(digest ?? "gone").slice(0, 8)}`,
      about: { is: "drift", path, digest },
      subject: path,
      reason: `drift: ${path} differs from what was pinned`,
      question: `${path} ${digest === null ? "is gone" : "was changed"} since the gate, and no story starts meanwhile. Is it good so?`,
    })),
  options: {
    accept: {
      label: "Accept the change",
      means:
        "The file is pinned as it is now; checks and criteria stay as they were. To reject the change, restore the file.",
      note: "none",
      then: ({ path, digest }) => ({ type: "AcceptDrift", data: { path, digest } }),
    },
  },
  shows: (state, { path, digest }) =>
    `Pinned: \`${state.pinned?.[path] ?? "nothing"}\`, now: \`${digest ?? "gone"}\`.`,
});

export const autonomy = decision("autonomy", {
  asks: ({ autonomyAsked }) =>
    autonomyAsked
      ? {
          key: "autonomy",
          about: { is: "autonomy" },
          subject: "autonomy",
          reason: "autonomy: an edit asks for it",
          question: "An edit of the state file asks for autonomous mode. Shall it be?",
        }
      : null,
  options: {
    yes: {
      label: "Allow autonomous mode",
      means: "Gates no longer wait for a person, except where the checks could never fail.",
      note: "none",
      then: () => ({ type: "SetAutonomy", data: { mode: "autonomous" } }),
    },
    no: {
      label: "Stay supervised",
      means: "Gates still wait for a person.",
      note: "none",
      then: () => ({ type: "SetAutonomy", data: { mode: "supervised" } }),
    },
  },
});
