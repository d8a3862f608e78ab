// Why: a story is begun by who may, in its order, and is only said to be done by its work (specification, section 4).
import { after, changed, contents, editEntry, maybe, story } from "../shapes.ts";
import { proofAsks } from "./world.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { refuse } from "../../../core/refusal.ts";
import { givenEntry, impliedBeginning } from "../entries.ts";
import { isIdentical } from "../reviewers.ts";
import type { State, Story } from "../state.ts";
import { tallyOf } from "../subjects.ts";
import { startRefused } from "../window.ts";
import { completion } from "../decider/completion.ts";
import { authorIn, filesOf, mark } from "../decider/marks.ts";
import { chain, withStory } from "../decider/step.ts";

/** Not every try is work: what was solved, answered or reopened meanwhile counts as one, too. */
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
      // Whose edit it is may be known better here than where the edit was read: what it tells stays told.
      if (again && story.authors.some((one) => isIdentical(one, author)))
        return entry === undefined || entry.summary === impliedBeginning(story)
          ? []
          : [event.actionRecorded({ entry: givenEntry(state, stamp, entry) })];
      const refused = again ? null : startRefused(state, story);
      if (refused !== null) return refused;
      const { tries } = tallyOf(state, `story:${id}`);
      const summary = `Story ${id} "${story.title}": ${again ? "work goes on" : "work begins"}, try ${tries}${skipped(state, story, tries)}.`;
      // An edit of the file comes when its work may be over: only a tree from before says what it changed.
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
          {
            fits: status === "PENDING" ? "IN_PROGRESS comes next" : "a person reopens it",
          },
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
        () => [event.workFinished({ story: id, tree, files: [...files], entry })],
        completion,
      ]);
    }),
});
