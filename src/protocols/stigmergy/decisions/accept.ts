// Decision about a story that only a person may judge.
import type { Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, paragraphs } from "../../../core/words/quote.ts";
import { changedFiles, checkLines } from "../brief/judging.ts";
import { criteria } from "../brief/parts.ts";
import { storyIn } from "../manifest.ts";
import { isUnjudgeable } from "../reviewers.ts";
import type { State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { awaiting, checkDoubts, heldUp, isUnchecked, wantsPerson } from "../window.ts";
import { decision } from "./declare.ts";

export const tree8 = ({ proof }: Pick<State, "proof">): string =>
  (proof.tree ?? "none").slice(0, 8);
/** The roster assigns reviews to a person, or no other reviewer is allowed. */
export const byPerson = (state: State, story: Story): boolean =>
  wantsPerson(state, story) ||
  state.settings.roster["sarah"] === "person" ||
  isUnjudgeable(state, story);

const why = (state: State, story: Story): string => {
  if (story.criteria.length === 0) return "it has no criteria";
  if (isUnchecked(state)) return ["nothing is run to check it", ...checkDoubts(state)].join(": ");
  return isUnjudgeable(state, story)
    ? "nobody else is known to be fit to judge it"
    : "a person judges here";
};

const material = (state: State, id: string, facts: Facts): readonly (string | null)[] => {
  const story = storyIn(state, id);
  if (story === null) return [];
  const { review } = story;
  const judged =
    review === null
      ? null
      : `Judged by ${review.by.role} already:\n\n${fenced((review.verdicts ?? []).map(({ n, met, how }) => `${n}. ${met ? "met" : "not met"}: ${how}`).join("\n"))}`;
  return [
    criteria(story),
    changedFiles(story, facts, state),
    state.checks?.length ? fenced(checkLines(state).join("\n")) : null,
    judged,
  ];
};

export const accept = decision("accept", {
  asks: (state) =>
    heldUp(state) !== null
      ? []
      : awaiting(state)
          .filter((story) => byPerson(state, story))
          .map((story) => {
            const { id, title, criteria: all } = story;
            return {
              key: `accept-${id}-${tallyOf(state, `story:${id}`).tries}-${tree8(state)}`,
              about: { is: "accept", story: id, criteria: all.length },
              subject: id,
              reason: `accept: ${id} awaits a person's word`,
              question: `Story ${id} "${oneLine(title)}" is said to be done, and ${why(state, story)}. Is it?`,
            };
          }),
  options: {
    accept: {
      label: "Accept the story",
      means: "You saw every criterion met: the story is complete.",
      note: "may",
      then({ story, criteria: count }, { note }) {
        const verdicts = Array.from({ length: count }, (_, index) => ({
          n: index + 1,
          met: true,
          how: note,
        }));
        return {
          type: "SubmitReview",
          data: {
            story,
            pass: true,
            verdicts: count === 0 ? null : verdicts,
            ...(note === "" ? {} : { why: note }),
          },
        };
      },
    },
    reject: {
      label: "Reject the story",
      means: "It goes back to work with your note, as a failed try.",
      note: "must",
      then: ({ story }, { note }) => ({
        type: "SubmitReview",
        data: { story, pass: false, why: note },
      }),
    },
  },
  shows: (state, { story }, facts) => paragraphs(material(state, story, facts)),
});
