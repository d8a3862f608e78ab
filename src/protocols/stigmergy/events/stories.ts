// Events of stories, epics and audits, and of the project's end.
import { author, docs, entry, epic, maybe, moment, story, verdict, whole } from "../shapes.ts";
import { completionBroken, reviewBroken } from "../proofs.ts";
import { endsAs, newsAs } from "./entry.ts";
import { event } from "./declare.ts";
import { doerName } from "../../../core/agents/doer.ts";
import { byReason, ofUnit } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";
import { allComplete, epicIn, epicStatus, storyIn } from "../manifest.ts";
import type { State, Story, StoryId, Subject } from "../state.ts";
import { isUnsettled, storyOf, tallyOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  closedTally,
  heardTally,
  onTree,
  settledTally,
  triedAgain,
} from "../evolve/change.ts";

/** Clears everything counted for the story except the number of attempts. */
const settleSubjects = (state: State, id: StoryId): State =>
  ([`story:${id}`, `review:${id}`, `story-file:${id}`] satisfies readonly Subject[]).reduce<State>(
    (now, subject) =>
      Object.hasOwn(now.tallies, subject) ? changeTally(now, subject, closedTally) : now,
    state,
  );

/** A person's action settles the story's issues. */
const settleIssues = (state: State, id: StoryId, solution: string): State =>
  state.issues
    .filter((issue) => isUnsettled(issue) && storyOf(issue.subject) === id)
    .reduce<State>(
      (now, issue) =>
        changeIssue(now, issue.id, (one) => ({ ...one, status: "RESOLVED", solution })),
      state,
    );

/** Withdraws questions about a settled or removed story. */
const closeQuestions = (state: State, id: StoryId): State => ({
  ...state,
  questions: state.questions.map((question) =>
    question.open && storyOf(question.subject) === id ? { ...question, open: false } : question,
  ),
});

const complete = (state: State, id: StoryId, settledBy: Story["settledBy"], at: string): State =>
  closeQuestions(
    settleSubjects(
      changeStory(state, id, (story) => ({
        ...story,
        status: "COMPLETE",
        settledBy,
        completedAt: at,
      })),
      id,
    ),
    id,
  );

const reopened = (state: State, id: StoryId, reason: string): State => {
  const gated = state.settings.gates.includes("story") && state.autonomy === "supervised";
  const open = changeStory(settleIssues(state, id, reason), id, (story) => ({
    ...story,
    status: "PENDING",
    review: null,
    settledBy: null,
    completedAt: null,
    approved: gated ? false : story.approved,
  }));
  return changeTally(open, `story:${id}`, (tally) => ({
    ...triedAgain(settledTally(tally)),
    guidance: [...tally.guidance, reason].slice(-5),
  }));
};

/** One edit reported both start and end of the first work, so the tree before it was never measured. */
const isTold = ({ started, authors }: Story, at: string): boolean =>
  started?.hand === true && started.at === at && authors.length === 1;

const auditOver = (state: State, id: number): State => ({
  ...state,
  epics: state.epics.map((epic) => (epic.id === id ? { ...epic, audit: "over" } : epic)),
});

export const storyStarted = event("StoryStarted", {
  means: "Work on a story began, or another author joined.",
  data: {
    story,
    author,
    from: t.maybe(moment),
    earlier: t.optional(t.exactly(true)),
    entry,
  },
  doer: ({ author }) => doerName(author.holder),
  apply: (state, data, { at, by }) =>
    changeStory(state, data.story, (story) => ({
      ...story,
      status: story.status === "PENDING" ? "IN_PROGRESS" : story.status,
      started: { tries: tallyOf(state, `story:${data.story}`).tries, at, hand: by.kind === "file" },
      authors: [...story.authors, data.author],
      from: story.from ?? data.from,
      ...(data.earlier === true && story.from === null ? { earlier: true } : {}),
    })),
});

export const workFinished = event("WorkFinished", {
  means: "A story's work is said to be done: now it is checked.",
  data: { story, tree: maybe, files: t.texts, entry },
  ends: endsAs("reported"),
  apply: (state, data, { at, by }) =>
    onTree(
      changeStory(changeTally(state, `story:${data.story}`, heardTally), data.story, (story) => ({
        ...story,
        status: "AWAITING_VERIFICATION",
        from: isTold(story, at) && story.earlier !== true ? null : story.from,
        told: by.kind === "file" && story.started?.hand === true,
        changed: [...new Set([...story.changed, ...data.files])].sort((a, b) => (a < b ? -1 : 1)),
      })),
      data.tree,
    ),
});

export const storyReviewed = event("StoryReviewed", {
  means: "A story was found good by somebody who hasn't worked on it.",
  data: {
    story,
    tree: maybe,
    by: author,
    verdicts: t.maybe(t.list(verdict)),
    whole,
    strays: t.optional(t.texts),
    entry,
  },
  news: newsAs("ends"),
  ends: endsAs("judged"),
  doer: ({ by }) => doerName(by.holder),
  broken: reviewBroken,
  apply: (state, { story: id, tree, by, verdicts, whole, strays }) => {
    const seen = {
      ...state,
      ...(typeof whole === "string" ? { whole } : {}),
      ...(strays === undefined ? {} : { strays }),
    };
    const reviewed = changeStory(seen, id, (story) => ({
      ...story,
      review: { tree, by, verdicts },
      overturned: tree !== null && story.unmet === tree,
    }));
    return changeTally(onTree(reviewed, tree), `review:${id}`, (tally) => settledTally(tally));
  },
});

export const storyCompleted = event("StoryCompleted", {
  means: "Checks and review agree on one content.",
  data: { story, by: t.oneOf(["verified", "person"]), entry },
  news: newsAs("proved"),
  ends: ({ story }) => [ofUnit(story, "done")],
  broken: completionBroken,
  apply: (state, data, { at }) => complete(state, data.story, data.by, at),
});

export const epicCompleted = event("EpicCompleted", {
  means: "The last open story of an epic is complete.",
  data: { epic, audit: t.flag, entry },
  broken: (before, { epic: id }) => {
    const epic = epicIn(before, id);
    return epic !== null && epicStatus(epic) === "COMPLETE"
      ? null
      : `not every story of epic ${id} was complete`;
  },
  apply: (state, data) => ({
    ...state,
    epics: state.epics.map((epic) =>
      epic.id === data.epic ? { ...epic, audit: data.audit ? "due" : "none" } : epic,
    ),
  }),
});

export const projectCompleted = event("ProjectCompleted", {
  means: "Every story is complete.",
  data: { entry },
  news: newsAs("done"),
  broken: (before) =>
    before.status === "EXECUTION_IN_PROGRESS" && allComplete(before)
      ? null
      : `not every story was complete in ${before.status}`,
  apply: (state) => ({ ...state, status: "PROJECT_COMPLETE" }),
});

export const storyReopened = event("StoryReopened", {
  means: "Stories are taken up again.",
  data: { stories: t.texts, reason: t.text, entry },
  ends: ({ stories, reason }) => stories.map((story) => ofUnit(story, "returned", reason)),
  apply: (state, data) => {
    const open = data.stories
      .filter((id) => storyIn(state, id) !== null)
      .reduce<State>((now, id) => reopened(now, id, data.reason), state);
    return {
      ...open,
      status: open.status === "PROJECT_COMPLETE" ? "EXECUTION_IN_PROGRESS" : open.status,
    };
  },
});

export const storyWithdrawn = event("StoryWithdrawn", {
  means: "A story was taken out.",
  data: { story, reason: t.text, entry },
  apply: (state, data) => {
    const settled = closeQuestions(settleIssues(state, data.story, data.reason), data.story);
    const epics = settled.epics
      .map((epic) => ({ ...epic, stories: epic.stories.filter(({ id }) => id !== data.story) }))
      .filter(
        ({ stories: left }, index) => left.length > 0 || settled.epics[index]?.stories.length === 0,
      );
    return { ...settled, epics };
  },
});

export const storyForced = event("StoryForced", {
  means: "A person made a story complete without proof: a bypass.",
  data: { story, reason: t.text, by: t.text, entry },
  apply: (state, data, { at }) => {
    const forced = complete(settleIssues(state, data.story, data.reason), data.story, "forced", at);
    const bypass = { what: `story ${data.story} forced`, by: data.by, reason: data.reason, at };
    return { ...forced, bypasses: [...forced.bypasses, bypass] };
  },
});

export const auditFinished = event("AuditFinished", {
  means: "An epic was looked back upon.",
  data: { epic, docs, entry },
  ends: endsAs("written"),
  apply: (state, data) => auditOver(state, data.epic),
});

export const auditSkipped = event("AuditSkipped", {
  means: "An epic's audit was left out.",
  data: { epic, reason: t.text, entry },
  ends: ({ reason }) => [byReason(reason)],
  apply: (state, data) => (epicIn(state, data.epic) === null ? state : auditOver(state, data.epic)),
});
