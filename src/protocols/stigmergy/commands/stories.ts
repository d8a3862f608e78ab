// Commands of stories and audits: beginning and end of work, and what people do against the rules' way.
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { after, changed, contents, editEntry, epic, files, maybe, story } from "../shapes.ts";
import { proofAsks, withFiles } from "./world.ts";
import { command } from "./declare.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { givenEntry, impliedBeginning } from "../entries.ts";
import { isIdentical } from "../reviewers.ts";
import type { Epic, State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { startRefused } from "../window.ts";
import { closing, completion } from "../decider/completion.ts";
import { authorIn, filesOf, mark } from "../decider/marks.ts";
import { chain, type Follow, reasonOf, withEpic, withStory } from "../decider/step.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import { auditFile, storiesOf, storyIn } from "../manifest.ts";

/** Attempt numbers also count solutions, answers and reopenings, so some have no work. */
const skipped = (state: State, { id, started }: Story, tries: number): string => {
  const last = started?.tries ?? 0;
  if (last + 1 >= tries) return "";
  const issue = state.issues.findLast(({ subject }) => subject === `story:${id}`);
  const since = issue?.id ?? "what was said of it since";
  return ` (after ${last === 0 ? "" : `try ${last} and `}${since})`;
};

export const startStory = command("StartStory", {
  means: "Begins work on a story.",
  data: {
    story,
    entry: editEntry,
    contents,
    tree: t.optional(maybe),
    head: t.optional(maybe),
  },
  who: ["agent", "file"],
  ask: () => proofAsks(),
  fill: (_data, { contents = {}, tree, head }) => ({ contents, tree, head }),
  filled: ["contents", "tree", "head"],
  decide: (state, { story: id, entry, tree, head }, stamp) =>
    withStory(state, id, (story) => {
      const author = authorIn(state, stamp, entry);
      const again = story.status === "IN_PROGRESS";
      // The sender may be known more precisely here than where the edit was read; recorded events stay as they are.
      if (again && story.authors.some((one) => isIdentical(one, author)))
        return entry === undefined || entry.summary === impliedBeginning(story)
          ? []
          : [event.actionRecorded({ entry: givenEntry(state, stamp, entry) })];
      const refused = again ? null : startRefused(state, story);
      if (refused !== null) return refused;
      const { tries } = tallyOf(state, `story:${id}`);
      const summary = `Story ${id} "${story.title}": ${again ? "work goes on" : "work begins"}, try ${tries}${skipped(state, story, tries)}.`;
      // A hand edit may arrive after the work is done, so only an earlier tree shows what it changed.
      const byHand = stamp.by.kind === "file";
      const from = byHand
        ? { tree: state.whole ?? null, head: null }
        : { tree: tree ?? null, head: head ?? null };
      return [
        event.storyStarted({
          story: id,
          author,
          from,
          ...(byHand ? { earlier: true as const } : {}),
          entry: mark(state, stamp, { signal: "STORY_STARTED", summary, given: entry }),
        }),
      ];
    }),
});

export const finishWork = command("FinishWork", {
  means: "Says that a story's work is done. Its checks run next.",
  data: {
    story,
    summary: t.optional(t.text),
    files_modified: t.optional(t.means("as claimed; what the engine saw counts", t.texts)),
    entry: editEntry,
    after,
    changed,
    contents,
  },
  who: ["agent", "file"],
  ask: (_state, { after }) => proofAsks(undefined, after),
  fill: (_data, { contents = {} }) => ({ contents }),
  filled: ["contents", "changed"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const { id, status } = story;
      if (status === "AWAITING_VERIFICATION") return [];
      if (status !== "IN_PROGRESS")
        return refuse(
          "STATUS_UNREACHABLE",
          `story ${id} is ${status}: there is no work to finish`,
          { fits: status === "PENDING" ? "IN_PROGRESS comes next" : "a person reopens it" },
        );
      const files = filesOf(data) ?? [];
      const said = data.summary?.trim() ?? "";
      const tree = data.contents?.["now"] ?? null;
      const { tries } = tallyOf(state, `story:${id}`);
      const summary = `Story ${id}, try ${tries}: ${said === "" ? "the work is said to be done" : said}`;
      const entry = mark(state, stamp, {
        signal: "STORY_IMPLEMENTATION_SUCCESS",
        summary,
        files,
        given: data.entry,
      });
      return chain(state, stamp, [
        () => [event.workFinished({ story: id, tree, files, entry })],
        completion,
      ]);
    }),
});

const settledOrFailed = ({ status }: Story): boolean =>
  status === "COMPLETE" || status === "FAILED";

export const reopenStory = command("ReopenStory", {
  means: "Reopens stories. The working tree stays as it is.",
  flags: [
    {
      name: "to",
      means: "the story; those after it are taken up again, too",
      word: "STORY",
      field: ["story"],
      also: [{ field: ["and_later"], value: true }],
    },
  ],
  data: {
    story,
    reason: t.text,
    and_later: t.standing(t.means("also every later one that has begun", t.flag), false),
  },
  who: ["person"],
  redoes: true,
  when: unlessArchived,
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const all = storiesOf(state);
      const later = data.and_later
        ? all.slice(all.indexOf(story) + 1).filter(({ status }) => status !== "PENDING")
        : [];
      if (!settledOrFailed(story))
        return refuse(
          "STATUS_UNREACHABLE",
          `story ${story.id} is ${story.status}: it is open already`,
          { fits: "a story that is COMPLETE or FAILED" },
        );
      const stories = [story, ...later].map(({ id }) => id);
      const summary = `${stories.length === 1 ? "Story" : "Stories"} ${stories.join(", ")} taken up again: ${given.reason}`;
      return [
        event.storyReopened({
          stories,
          reason: given.reason,
          entry: mark(state, stamp, { signal: "STORY_REOPENED", summary }),
        }),
      ];
    }),
});

/** The steps that remove a story and settle what depends on it, or the reason why it can't be removed. */
export const withdrawing = (state: State, id: string, reason: string): Follow | Refusal => {
  const story = storyIn(state, id);
  if (story === null) return refuse("STORY_UNKNOWN", `there is no story ${id}`);
  if (story.status !== "PENDING" && story.status !== "FAILED")
    return refuse("STATUS_UNREACHABLE", `story ${id} is ${story.status}`, {
      fits: "a story that is PENDING or FAILED",
    });
  if (storiesOf(state).length === 1)
    return refuse("MANIFEST_EMPTY", `story ${id} is the only one`, {
      fits: "cancel the run, or add others first",
    });
  return (now, stamp) =>
    chain(now, stamp, [
      (at, when) => [
        event.storyWithdrawn({
          story: id,
          reason,
          entry: mark(at, when, {
            signal: "STORY_WITHDRAWN",
            summary: `Story ${id} "${story.title}" is taken out: ${reason}`,
          }),
        }),
      ],
      closing(now),
    ]);
};

export const withdrawStory = command("WithdrawStory", {
  means: "Takes a story out of the manifest.",
  data: { story, reason: t.text },
  who: ["person"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, ({ id }) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const out = withdrawing(state, id, given.reason);
      return isRefusal(out) ? out : out(state, stamp);
    }),
});

export const forceStory = command("ForceStory", {
  label: "Complete without proof",
  means: "Completes a story without proof. This bypass is always shown.",
  data: { story, reason: t.text },
  who: ["person"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      if (story.status === "COMPLETE")
        return refuse("STATUS_UNREACHABLE", `story ${story.id} is COMPLETE already`, {
          fits: "nothing is to be forced",
        });
      const summary = `Story ${story.id} "${story.title}" is made complete by a person, unproved: ${given.reason}`;
      return chain(state, stamp, [
        (now, at) => [
          event.storyForced({
            story: story.id,
            reason: given.reason,
            by: stamp.by.name,
            entry: mark(now, at, { signal: "BYPASS", summary }),
          }),
        ],
        closing(state),
      ]);
    }),
});

const notDue = ({ id, audit }: Epic): Refusal | null =>
  audit === "due"
    ? null
    : refuse("AUDIT_UNKNOWN", `no audit of epic ${id} is due`, {
        fits: audit === "over" ? "it is over" : "once the epic is complete",
      });

export const finishAudit = command("FinishAudit", {
  means: "Says that an epic's audit is written.",
  data: { epic, summary: t.optional(t.text), files, changed },
  who: ["agent"],
  ask: (_state, { epic: id }) => ({ files: [auditFile(id)] }),
  ...withFiles,
  decide: (state, data, stamp) =>
    withEpic(state, data.epic, (epic) => {
      const not = notDue(epic);
      if (not !== null) return not;
      const path = auditFile(epic.id);
      const file = data.files?.[path] ?? null;
      if (file === null || file.text.trim() === "")
        return refuse("DOC_MISSING", `${path} isn't there, or is empty`, {
          path,
          fits: "write it, then report",
        });
      const said = data.summary?.trim() ?? "";
      const summary = `Epic ${epic.id} was looked back upon${said === "" ? "." : `: ${said}`}`;
      const entry = mark(state, stamp, {
        signal: "SYSTEM_AUDIT_COMPLETE",
        summary,
        files: data.changed ?? [path],
      });
      return [event.auditFinished({ epic: epic.id, docs: { [path]: file.digest }, entry })];
    }),
});

export const skipAudit = command("SkipAudit", {
  means: "Skips an epic's audit.",
  data: { epic, reason: t.text },
  who: ["engine", "person"],
  decide: (state, data, stamp) =>
    withEpic(state, data.epic, (epic) => {
      const not = notDue(epic);
      if (not !== null) return not;
      const given = reasonOf(data.reason, true);
      if (isRefusal(given)) return given;
      const entry = mark(state, stamp, {
        signal: "AUDIT_SKIPPED",
        summary: `The audit of epic ${epic.id} is left out: ${given.reason}`,
      });
      return [event.auditSkipped({ epic: epic.id, reason: given.reason, entry })];
    }),
});
