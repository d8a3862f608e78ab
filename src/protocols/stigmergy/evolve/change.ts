// Changes of stories, epics, issues and tallies.
import { guidanceLimit } from "../limits.ts";
import type { Epic, Issue, IssueId, State, Story, StoryId, Subject, Tally } from "../state.ts";
import { tallyOf } from "../subjects.ts";

type Fresh = Pick<Story, "id" | "title"> & Partial<Pick<Story, "builder">>;
export const freshStory = ({ id, title, builder = null }: Fresh): Story => ({
  id,
  title,
  status: "PENDING",
  from: null,
  file: null,
  criteria: [],
  approved: false,
  started: null,
  authors: [],
  review: null,
  changed: [],
  settledBy: null,
  completedAt: null,
  troubled: false,
  builder,
});

export const freshEpic = ({
  id,
  title,
  stories,
}: Pick<Epic, "id" | "title"> & { readonly stories: readonly Fresh[] }): Epic => ({
  id,
  title,
  audit: "none",
  stories: stories.map(freshStory),
});

/** Does nothing if the story doesn't exist. */
export const changeStory = (state: State, id: StoryId, change: (story: Story) => Story): State => ({
  ...state,
  epics: state.epics.map((epic) =>
    epic.stories.some((story) => story.id === id)
      ? { ...epic, stories: epic.stories.map((story) => (story.id === id ? change(story) : story)) }
      : epic,
  ),
});

export const changeIssue = (state: State, id: IssueId, change: (issue: Issue) => Issue): State => ({
  ...state,
  issues: state.issues.map((issue) => (issue.id === id ? change(issue) : issue)),
});

export const changeTally = (
  state: State,
  subject: Subject,
  change: (tally: Tally) => Tally,
): State => ({
  ...state,
  tallies: { ...state.tallies, [subject]: change(tallyOf(state, subject)) },
});

/** Newest last; the oldest are dropped over the limit. */
export const guided = (tally: Tally, text: string): Tally =>
  text.trim() === ""
    ? tally
    : {
        ...tally,
        guidance: [...tally.guidance, text.slice(0, guidanceLimit.characters)].slice(
          -guidanceLimit.texts,
        ),
      };

/** After a valid report. */
export const heardTally = ({ tries, strikes, issues, questions, guidance }: Tally): Tally => ({
  tries,
  strikes,
  issues,
  questions,
  guidance,
});

/** Settles the counts; the number of attempts stays, because job keys contain it. */
export const settledTally = (tally: Tally): Tally => ({
  ...heardTally(tally),
  strikes: [],
  issues: 0,
});

/** Clears pending guidance, too. */
export const closedTally = (tally: Tally): Tally => ({ ...settledTally(tally), guidance: [] });

/** The next attempt gets new keys, so that an old outcome can't answer it. */
export const triedAgain = (tally: Tally): Tally => ({ ...tally, tries: tally.tries + 1 });

/** Different content clears the passed checks. */
export const onTree = (state: State, tree: string | null): State =>
  tree === state.proof.tree ? state : { ...state, proof: { ...state.proof, tree, passed: [] } };
