// Events of issues, questions and halts.
import { author, entry, issue, positive, subject } from "../shapes.ts";
import { endsAs, newsAs } from "./entry.ts";
import { event } from "./declare.ts";
import { doerName } from "../../../core/agents/doer.ts";
import { byReason, own } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";
import type { State, Subject, Tally } from "../state.ts";
import { isSubject, storyOf, subjectFrom, workOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  guided,
  heardTally,
  settledTally,
  triedAgain,
} from "../evolve/change.ts";

const subjectIn = (state: State, id: string): Subject =>
  state.issues.find((issue) => issue.id === id)?.subject ?? "project";

export const issueOpened = event("IssueOpened", {
  means: "A matter failed too often, or somebody gave it up.",
  data: { id: issue, subject, summary: t.text, refs: t.texts, entry },
  news: newsAs("failed"),
  ends: endsAs("failed"),
  apply: (state, data) => {
    const subject = subjectFrom(data.subject);
    const { id, summary, refs, entry } = data;
    const counted = changeTally(state, subject, (tally) => ({
      ...tally,
      issues: tally.issues + 1,
    }));
    const opened: State = {
      ...counted,
      issues: [
        ...counted.issues,
        { id, at: entry.at, status: "OPEN", summary, refs, subject, solution: null, taken: null },
      ],
    };
    const story = storyOf(subject);
    const work = workOf(subject);
    const troubled =
      story === null ? opened : changeStory(opened, story, (one) => ({ ...one, troubled: true }));
    return work === null
      ? troubled
      : changeStory(troubled, work, (one) => ({ ...one, status: "FAILED", review: null }));
  },
});

export const issueTaken = event("IssueTaken", {
  means: "A responder took an issue.",
  data: { id: issue, author, entry },
  doer: ({ author }) => doerName(author.holder),
  apply: (state, data, { at, by }) => {
    const taken = changeIssue(state, data.id, (issue) => ({
      ...issue,
      status: "IN_PROGRESS",
      taken: { at, hand: by.kind === "file" },
    }));
    const work = workOf(subjectIn(state, data.id));
    return work === null
      ? taken
      : changeStory(taken, work, (story) => ({
          ...story,
          authors: [...story.authors, data.author],
        }));
  },
});

export const issueLinked = event("IssueLinked", {
  means: "Entries of the history were added to an issue.",
  data: { id: issue, refs: t.texts, entry },
  ends: endsAs("failed"),
  apply: (state, data) =>
    changeIssue(state, data.id, (issue) => ({ ...issue, refs: [...issue.refs, ...data.refs] })),
});

export const issueResolved = event("IssueResolved", {
  means: "An issue has a solution: its matter goes on.",
  data: { id: issue, solution: t.text, entry },
  news: newsAs("ends"),
  ends: ({ solution }) => [own("reported", solution)],
  apply: (state, data) => {
    const subject = subjectIn(state, data.id);
    const resolved = changeIssue(state, data.id, (issue) => ({
      ...issue,
      status: "RESOLVED",
      solution: data.solution,
    }));
    const again = changeTally(resolved, subject, (tally) =>
      guided(triedAgain({ ...tally, strikes: [] }), data.solution),
    );
    const work = workOf(subject);
    return work === null
      ? again
      : changeStory(again, work, (story) =>
          story.status === "FAILED" ? { ...story, status: "PENDING" } : story,
        );
  },
});

export const issueUnresolved = event("IssueUnresolved", {
  means: "An issue was given up.",
  data: { id: issue, reason: t.text, entry },
  ends: ({ reason }) => [byReason(reason)],
  apply: (state, data) =>
    changeIssue(state, data.id, (issue) => ({ ...issue, status: "FAILED_TO_RESOLVE" })),
});

export const questionAsked = event("QuestionAsked", {
  means: "An agent asks a person.",
  data: { id: positive, subject, text: t.text, by: t.text, entry },
  ends: ({ text }) => [own("asked", text)],
  apply: (state, data) => {
    const subject = subjectFrom(data.subject);
    const { id, text, by } = data;
    const counted = changeTally(state, subject, (tally) => ({
      ...tally,
      questions: tally.questions + 1,
    }));
    return { ...counted, questions: [...counted.questions, { id, subject, text, by, open: true }] };
  },
});

export const questionAnswered = event("QuestionAnswered", {
  means: "A person answered.",
  data: { id: positive, text: t.text, entry },
  apply: (state, data) => {
    const subject = state.questions.find(({ id }) => id === data.id)?.subject ?? "project";
    const questions = state.questions.map((question) =>
      question.id === data.id ? { ...question, open: false } : question,
    );
    return changeTally({ ...state, questions }, subject, (tally) =>
      guided(triedAgain(heardTally(tally)), data.text),
    );
  },
});

/** The next attempt is still told what couldn't be read. */
const forgiven = (tally: Tally): Tally =>
  tally.slip === undefined
    ? settledTally(tally)
    : { ...settledTally(tally), slip: { ...tally.slip, struck: false } };

const clearedSubject = (state: State, subject: Subject, guidance: string): State =>
  changeTally(state, subject, (tally) => guided(triedAgain(forgiven(tally)), guidance));

export const halted = event("Halted", {
  means: "Everything stops until a person goes on.",
  data: { reason: t.text, subject: t.maybe(subject), entry },
  apply: (state, data, { at }) => {
    const subject = data.subject !== null && isSubject(data.subject) ? data.subject : null;
    const halted = { from: state.halted?.from ?? state.status, subject, reason: data.reason, at };
    return { ...state, status: "EXECUTION_HALTED", halted };
  },
});

export const unhalted = event("Unhalted", {
  means: "A person goes on.",
  data: { choice: t.oneOf(["retry", "responder", "withdraw"]), guidance: t.text, entry },
  apply: (state, data) => {
    const { halted } = state;
    if (halted === null) return state;
    const back = { ...state, status: halted.from, halted: null };
    const { subject } = halted;
    if (subject === null) return back;
    const cleared = clearedSubject(back, subject, data.guidance);
    const story = data.choice === "withdraw" ? null : workOf(subject);
    return story === null
      ? cleared
      : changeStory(cleared, story, (one) =>
          one.status === "FAILED" ? { ...one, status: "PENDING" } : one,
        );
  },
});
