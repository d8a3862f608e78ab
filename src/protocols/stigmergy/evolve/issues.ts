// Why: issues and questions hold up what they are about until they are settled.
import type { State, Tally } from "../state.ts";
import { storyOf, type Subject, subjectFrom, workOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  type Evolve,
  guided,
  heardTally,
  marked,
  settledTally,
  triedAgain,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "IssueOpened"
      | "IssueTaken"
      | "IssueLinked"
      | "IssueResolved"
      | "IssueUnresolved"
      | "QuestionAsked"
      | "QuestionAnswered"
  ]: Evolve<K>;
};

const subjectIn = (state: State, id: string): Subject =>
  state.issues.find((issue) => issue.id === id)?.subject ?? "project";

export const issues: Table = {
  IssueOpened: (state, { data }) => {
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
    return marked(
      work === null
        ? troubled
        : changeStory(troubled, work, (one) => ({ ...one, status: "FAILED", review: null })),
      entry,
    );
  },
  IssueTaken: (state, { at, by, data }) => {
    const taken = changeIssue(state, data.id, (issue) => ({
      ...issue,
      status: "IN_PROGRESS",
      taken: { at, hand: by.kind === "file" },
    }));
    const work = workOf(subjectIn(state, data.id));
    return marked(
      work === null
        ? taken
        : changeStory(taken, work, (story) => ({
            ...story,
            authors: [...story.authors, data.author],
          })),
      data.entry,
    );
  },
  IssueLinked: (state, { data }) =>
    marked(
      changeIssue(state, data.id, (issue) => ({ ...issue, refs: [...issue.refs, ...data.refs] })),
      data.entry,
    ),
  IssueResolved: (state, { data }) => {
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
    return marked(
      work === null
        ? again
        : changeStory(again, work, (story) =>
            story.status === "FAILED" ? { ...story, status: "PENDING" } : story,
          ),
      data.entry,
    );
  },
  IssueUnresolved: (state, { data }) =>
    marked(
      changeIssue(state, data.id, (issue) => ({ ...issue, status: "FAILED_TO_RESOLVE" })),
      data.entry,
    ),
  QuestionAsked: (state, { data }) => {
    const subject = subjectFrom(data.subject);
    const { id, text, by } = data;
    const counted = changeTally(state, subject, (tally) => ({
      ...tally,
      questions: tally.questions + 1,
    }));
    return marked(
      { ...counted, questions: [...counted.questions, { id, subject, text, by, open: true }] },
      data.entry,
    );
  },
  QuestionAnswered: (state, { data }) => {
    const subject = state.questions.find(({ id }) => id === data.id)?.subject ?? "project";
    const questions = state.questions.map((question) =>
      question.id === data.id ? { ...question, open: false } : question,
    );
    return marked(
      changeTally({ ...state, questions }, subject, (tally) =>
        guided(triedAgain(heardTally(tally)), data.text),
      ),
      data.entry,
    );
  },
};

/** What couldn't be read is told to the next all the same. */
const forgiven = (tally: Tally): Tally =>
  tally.slip === undefined
    ? settledTally(tally)
    : { ...settledTally(tally), slip: { ...tally.slip, struck: false } };

export const clearedSubject = (state: State, subject: Subject, guidance: string): State =>
  changeTally(state, subject, (tally) => guided(triedAgain(forgiven(tally)), guidance));
