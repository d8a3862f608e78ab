// Stigmergy jobs that write story files and build stories, in the order of the window.
import type { Job } from "../../../core/job.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { storiesOf, storyFile, windowOf } from "../manifest.ts";
import { workShape } from "../report-shapes.ts";
import type { State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { heldUp, isOpenForWork, type Phase, startRefused } from "../window.ts";
import { agentJob, byHand, isHeld, isLast } from "./agents.ts";
import { storyFileKey, workKey } from "./keys.ts";

const workJob = (state: State, story: Story, saw: string, why: string | null): Job => {
  const { id, builder, started } = story;
  const key = workKey(state, id);
  const present =
    started?.tries === tallyOf(state, `story:${id}`).tries && story.status === "IN_PROGRESS"
      ? started
      : null;
  return agentJob(state, {
    key,
    about: {
      is: "work",
      subject: `story:${id}`,
      story: id,
      pinned: Object.keys(state.pinned ?? {}),
      last: isLast(state, key),
    },
    subject: id,
    role: builder ?? "james",
    saw,
    minutes: "work",
    report: workShape,
    why,
    begun: byHand(state, present),
  });
};

/** Obstacles that will pass, by themselves or by a person, are shown; stories whose turn hasn't come are not jobs. */
const told: ReadonlySet<string> = new Set([
  "ISSUE_UNSETTLED",
  "QUESTION_OPEN",
  "BLUEPRINT_DRIFTED",
  "GATE_CLOSED",
]);

const startJob = (state: State, story: Story): readonly Job[] => {
  if (story.status !== "PENDING" || story.file === null || isHeld(state, `story:${story.id}`))
    return [];
  const refused = startRefused(state, story);
  if (refused !== null && !told.has(refused.code)) return [];
  const saw = `${story.id} is next, has its file${story.approved ? " and is approved" : ""}`;
  return [workJob(state, story, saw, refused === null ? null : `${refused.code}: ${refused.text}`)];
};

const unpinned = "the blueprint's gate waits for a person";

const storyFileJob = (state: State, story: Story): readonly Job[] => {
  const { id, status, file } = story;
  if (status !== "PENDING" || file !== null || isHeld(state, `story-file:${id}`)) return [];
  const key = storyFileKey(state, id);
  const path = storyFile(id);
  const held = heldUp(state);
  const why = isOpenForWork(state) ? held : unpinned;
  const first = storiesOf(state).find((one) => one.status !== "COMPLETE")?.id === id;
  return [
    agentJob(state, {
      key,
      about: {
        is: "story-file",
        subject: `story-file:${id}`,
        story: id,
        path,
        last: isLast(state, key),
      },
      subject: id,
      role: "bob",
      saw: `${id} is ${first ? "the first unfinished story" : "among the next stories"} and has no file`,
      minutes: "story",
      report: workShape,
      why: isRefusal(why) ? `${why.code}: ${why.text}` : why,
      writes: ["docs/stories/"],
      reads: [path],
    }),
  ];
};

const underReview = "a story is being reviewed: nobody changes the tree meanwhile";

/** Active work first; more starts only if several stories may be active at once. */
export const workJobs = (state: State, phase: Phase): readonly Job[] => {
  if (state.status !== "EXECUTION_IN_PROGRESS") return [];
  const begun = storiesOf(state).filter(
    ({ id, status }) => status === "IN_PROGRESS" && !isHeld(state, `story:${id}`),
  );
  const next = phase === "start" || phase === "work" ? windowOf(state) : [];
  // An adopted project may have active stories before anything is pinned here.
  const waits = phase === "review" ? underReview : isOpenForWork(state) ? null : unpinned;
  return [
    ...begun.map((story) => workJob(state, story, `${story.id} is in progress`, waits)),
    ...next.flatMap((story) => startJob(state, story)),
  ];
};

const afterwards = "stories are being checked and judged: their files are written after it";

/** Story files are not part of the checked tree: authors may finish during a check, but none may start. */
export const storyFileJobs = (state: State, phase: Phase): readonly Job[] => {
  if (state.status !== "EXECUTION_IN_PROGRESS") return [];
  const jobs = windowOf(state).flatMap((story) => storyFileJob(state, story));
  return phase === "start" || phase === "work"
    ? jobs
    : jobs.map((job) => ({ ...job, why: job.why ?? afterwards }));
};
