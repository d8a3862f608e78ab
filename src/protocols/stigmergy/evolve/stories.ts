// Why: what happens to a story, from its start to its end and back, and with the last one to its epic and the project.
import { epicIn, storyIn } from "../manifest.ts";
import type { State, Story, StoryId } from "../state.ts";
import { isUnsettled, storyOf, type Subject, tallyOf } from "../subjects.ts";
import {
  changeIssue,
  changeStory,
  changeTally,
  closedTally,
  type Evolve,
  heardTally,
  marked,
  onTree,
  settledTally,
  triedAgain,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "StoryStarted"
      | "WorkFinished"
      | "StoryReviewed"
      | "StoryCompleted"
      | "EpicCompleted"
      | "ProjectCompleted"
      | "StoryReopened"
      | "StoryWithdrawn"
      | "StoryForced"
      | "AuditFinished"
      | "AuditSkipped"
  ]: Evolve<K>;
};

/** Nothing of it counts any more, but for how often it was tried. */
const settleSubjects = (state: State, id: StoryId): State =>
  ([`story:${id}`, `review:${id}`, `story-file:${id}`] satisfies readonly Subject[]).reduce<State>(
    (now, subject) =>
      Object.hasOwn(now.tallies, subject) ? changeTally(now, subject, closedTally) : now,
    state,
  );

/** Its issues end with what a person did to it. */
const settleIssues = (state: State, id: StoryId, solution: string): State =>
  state.issues
    .filter((issue) => isUnsettled(issue) && storyOf(issue.subject) === id)
    .reduce<State>(
      (now, issue) =>
        changeIssue(now, issue.id, (one) => ({ ...one, status: "RESOLVED", solution })),
      state,
    );

/** Nobody is asked about a story that is settled or gone. */
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

/** One edit says that its first work began and is done: nobody measured the tree before it. */
const isTold = ({ started, authors }: Story, at: string): boolean =>
  started?.hand === true && started.at === at && authors.length === 1;

const auditOver = (state: State, id: number): State => ({
  ...state,
  epics: state.epics.map((epic) => (epic.id === id ? { ...epic, audit: "over" } : epic)),
});

export const stories: Table = {
  StoryStarted: (state, { at, by, data }) =>
    marked(
      changeStory(state, data.story, (story) => ({
        ...story,
        status: story.status === "PENDING" ? "IN_PROGRESS" : story.status,
        started: {
          tries: tallyOf(state, `story:${data.story}`).tries,
          at,
          hand: by.kind === "file",
        },
        authors: [...story.authors, data.author],
        from: story.from ?? data.from,
        ...(data.earlier === true && story.from === null ? { earlier: true } : {}),
      })),
      data.entry,
    ),
  WorkFinished: (state, { at, by, data }) =>
    marked(
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
      data.entry,
    ),
  StoryReviewed: (state, { by: sender, data }) => {
    const { tree, by, verdicts } = data;
    const review =
      sender.kind === "file"
        ? ({ review: null, edited: true } as const)
        : { review: { tree, by, verdicts } };
    const { whole, strays } = data;
    const seen = {
      ...state,
      ...(typeof whole === "string" ? { whole } : {}),
      ...(strays === undefined ? {} : { strays }),
    };
    const reviewed = changeStory(seen, data.story, (story) => ({
      ...story,
      ...review,
      overturned: tree !== null && story.unmet === tree,
    }));
    return marked(
      changeTally(onTree(reviewed, tree), `review:${data.story}`, (tally) => settledTally(tally)),
      data.entry,
    );
  },
  StoryCompleted: (state, { at, data }) =>
    marked(
      complete(
        state,
        data.story,
        storyIn(state, data.story)?.review === null ? "edited" : data.by,
        at,
      ),
      data.entry,
    ),
  EpicCompleted: (state, { data }) =>
    marked(
      {
        ...state,
        epics: state.epics.map((epic) =>
          epic.id === data.epic ? { ...epic, audit: data.audit ? "due" : "none" } : epic,
        ),
      },
      data.entry,
    ),
  ProjectCompleted: (state, { data }) =>
    marked({ ...state, status: "PROJECT_COMPLETE" }, data.entry),
  StoryReopened: (state, { data }) => {
    const open = data.stories
      .filter((id) => storyIn(state, id) !== null)
      .reduce<State>((now, id) => reopened(now, id, data.reason), state);
    return marked(
      {
        ...open,
        status: open.status === "PROJECT_COMPLETE" ? "EXECUTION_IN_PROGRESS" : open.status,
      },
      data.entry,
    );
  },
  StoryWithdrawn: (state, { data }) => {
    const settled = closeQuestions(settleIssues(state, data.story, data.reason), data.story);
    const epics = settled.epics
      .map((epic) => ({ ...epic, stories: epic.stories.filter(({ id }) => id !== data.story) }))
      .filter(
        ({ stories: left }, index) => left.length > 0 || settled.epics[index]?.stories.length === 0,
      );
    return marked({ ...settled, epics }, data.entry);
  },
  StoryForced: (state, { at, data }) => {
    const forced = complete(settleIssues(state, data.story, data.reason), data.story, "forced", at);
    const bypass = { what: `story ${data.story} forced`, by: data.by, reason: data.reason, at };
    return marked({ ...forced, bypasses: [...forced.bypasses, bypass] }, data.entry);
  },
  AuditFinished: (state, { data }) => marked(auditOver(state, data.epic), data.entry),
  AuditSkipped: (state, { data }) =>
    marked(epicIn(state, data.epic) === null ? state : auditOver(state, data.epic), data.entry),
};
