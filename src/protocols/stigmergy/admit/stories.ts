// Edits of a story's status: each step becomes the command that any sender would use.
import { argvText } from "../../../core/checks/argv.ts";
import { finding, type Part } from "../../../kit/document/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { impliedBeginning } from "../entries.ts";
import { names } from "../naming.ts";
import type { State, Story, StoryStatus } from "../state.ts";
import type { Copy } from "./copy.ts";
import { entriesOf, entryOf } from "./entry-of.ts";
import { storyIn } from "./story-by-id.ts";
import type { StoryDoc } from "./typed.ts";

/** By status: the next one that a hand may write, and the alternatives. An edit can't approve a story, because its builder could write any name into it. */
const next: Readonly<Record<Exclude<StoryStatus, "AWAITING_VERIFICATION">, string>> = {
  PENDING: "IN_PROGRESS comes next",
  IN_PROGRESS: "AWAITING_VERIFICATION comes next, or FAILED: a responder is called",
  COMPLETE: "a person reopens it: `cairn resume --to`",
  FAILED: "its issue is resolved first, then it is PENDING again",
};

const judging = ({ run }: State, id: string): string => {
  const send = argvText(["cairn", "send", run, "SubmitReview", "--story", id, "--pass"]);
  const claim = argvText(["cairn", "job", "claim", run, id]);
  return `a review by somebody who didn't work on it, once the checks have passed: \`${claim}\`; or by a person: \`${send}\`, or \`--no-pass\``;
};

const unreachable = (
  state: State,
  part: Part,
  id: string,
  from: StoryStatus,
  to: string,
): Refusal =>
  finding(
    part,
    "STATUS_UNREACHABLE",
    `story ${id} is ${from}, and an edit of the file can't make it ${to}`,
    from === "AWAITING_VERIFICATION" ? judging(state, id) : next[from],
  );

/** The same edit reports its file as ready. */
const recorded = (copy: Copy, at: Part, { id, file }: Story): void => {
  if (file !== null) return;
  const said = copy
    .left()
    .find(({ given }) => given.signal === "STORY_CREATED" && names(given.summary, id));
  if (said !== undefined) copy.attempt(at, said, { type: "RecordStoryFile", data: { story: id } });
};

const start = (copy: Copy, at: Part, story: Story): void => {
  recorded(copy, at, story);
  copy.ask(at, entryOf(copy, [story.id]), { type: "StartStory", data: { story: story.id } });
};

const startAndFinish = (copy: Copy, at: Part, story: Story): void => {
  const { id } = story;
  recorded(copy, at, story);
  const [first, last] = entriesOf(copy, [id], impliedBeginning(story));
  if (copy.ask(at, first, { type: "StartStory", data: { story: id } }))
    copy.ask(at, last, { type: "FinishWork", data: { story: id } });
};

const step = (copy: Copy, { id, status }: StoryDoc, from: StoryStatus, now: Story): void => {
  const { value: to, part: at } = status;
  if (from === "AWAITING_VERIFICATION" && to !== "FAILED")
    return copy.find(unreachable(copy.state(), at, id, from, to));
  const one = entryOf(copy, [id]);
  if (!copy.mayTouch(at, { is: "story", id }, one)) return;
  if (from === "PENDING" && to === "IN_PROGRESS") start(copy, at, now);
  else if (from === "PENDING" && to === "AWAITING_VERIFICATION") startAndFinish(copy, at, now);
  else if (from === "IN_PROGRESS" && to === "AWAITING_VERIFICATION")
    copy.ask(at, one, { type: "FinishWork", data: { story: id } });
  else if ((from === "IN_PROGRESS" || from === "AWAITING_VERIFICATION") && to === "FAILED")
    copy.ask(at, one, {
      type: "Escalate",
      data: { subject: `story:${id}`, summary: one?.given.summary ?? "given up by hand" },
    });
  else copy.find(unreachable(copy.state(), at, id, from, to));
};

/** @param bases what the file showed to its author, newest last */
export const storiesAsked = (
  copy: Copy,
  bases: readonly State[],
  stories: readonly StoryDoc[],
): void => {
  for (const story of stories) {
    const { id, status } = story;
    const were = bases.flatMap((base) => storyIn(base, id)?.status ?? []);
    const now = storyIn(copy.state(), id);
    // An issue settled by the same edit has already changed its story's status.
    const moved = now !== null && now.status !== storyIn(copy.begin, id)?.status;
    const from = moved && were.length > 0 ? now.status : were.at(-1);
    // A story that wasn't there is an addition; one removed since then requests nothing.
    if (from === undefined || were.includes(status.value) || now?.status === status.value) continue;
    if (now === null)
      copy.reject(
        story.part,
        "STORY_UNKNOWN",
        `story ${id} was taken out of the manifest`,
        "read the file again",
      );
    else step(copy, story, from, now);
  }
};
