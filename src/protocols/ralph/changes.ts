// Commands and events that only ralph has: edits of its two documents, the plugin's loop file, and what workers learnt.
import { firstOf } from "../../core/words/how-many.ts";
import { unlessArchived } from "../../core/rules/frame.ts";
import { firstLine } from "../../core/words/quote.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Sender } from "../../core/sender.ts";
import * as t from "../../kit/schema.ts";
import { command, textLimit } from "../../work/commands/declare.ts";
import { event } from "../../work/events/declare.ts";
import { lifecycle } from "../../work/events/run.ts";
import { atWork, unitsEdited } from "../../work/from-document.ts";
import type { Work } from "../../work/work.ts";
import { draftsOf, loopShape, ownOf, prdText, withOwn } from "./own.ts";
import { differences, prdIn, readPrd } from "./prd.ts";

const mostText = 2 * 1024 * 1024;
/** Returns why a text can't be the PRD of a run: unreadable, a duplicate id, or no story. */
export const prdRefused = (path: string, text: string): Refusal | null => {
  if (text.length > mostText)
    return refuse("FIELD_OVERSIZED", `${path} has more than ${mostText} characters`, { path });
  const { findings } = readPrd(path, text);
  const wrong = findings.find(
    ({ severity, code }) => severity === "error" && code !== "TYPE_WRONG",
  );
  if (wrong === undefined) return null;
  const { code, message, pointer, line, column } = wrong;
  return refuse(code, message, {
    path,
    pointer,
    line,
    column,
    fits: "the same with that put right",
  });
};

/** Of a run that is over: only a new story brings a complete one back. */
const overRefused = ({ end, run }: Work, added: readonly string[]): Refusal | null => {
  if (end === null || (end.is === "complete" && added.length > 0)) return null;
  const again = `\`cairn send ${run} ${end.is === "complete" ? "ReopenUnit --unit ID" : "Reopen"} --reason WHY\``;
  return refuse("RUN_OVER", `the run is ${end.is}`, {
    fits: end.is === "complete" ? `a new story brings it back, or ${again}` : again,
  });
};
const editRefused = (
  state: Work,
  { added, removed, edited, passed, unpassed }: ReturnType<typeof differences>,
  { job }: Sender,
): Refusal | null => {
  const over = overRefused(state, added);
  if (over !== null) return over;
  const [claimed] = passed;
  if (claimed !== undefined)
    return refuse("FIELD_DERIVED", `${claimed} passes by its checks and a judge, not by an edit`, {
      fits: `report the pass; a person lets it go by \`cairn send ${state.run} Waive --unit ${claimed} --reason WHY\``,
    });
  const own = atWork(state);
  const isNote = edited.every(({ id, notesAlone }) => id === own && notesAlone);
  if (job !== undefined && (added.length + removed.length + unpassed.length > 0 || !isNote))
    return refuse("SENDER_WRONG", `${job} may only change the notes of its own story`, {
      fits: `an agent reports the rest; without a fence, whoever edits while ${job} is held counts as its holder: the same edit is taken when ${job} is over`,
    });
  const changed = [...removed, ...edited.filter(({ work }) => work).map(({ id }) => id)];
  return own !== undefined && changed.includes(own)
    ? refuse("JOB_HELD", `${own} is being worked on`, { fits: "once its pass is over" })
    : null;
};

export const prdEdited = event("PrdEdited", {
  means: "The PRD reads so from now on.",
  data: { text: t.text, removed: t.texts },
  line: ({ removed }) => (removed.length === 0 ? "" : `without ${firstOf(removed, 5)}`),
  apply: (state, { text, removed }) => ({
    ...withOwn(state, { text, removed: [...ownOf(state).removed, ...removed] }),
    // A complete run only takes an edit that adds a story.
    end: null,
  }),
});
const editPrd = command("EditPrd", {
  means: "Takes another text of the PRD.",
  data: { text: t.text },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (state, { text }, { by }) => {
    const before = prdText(state);
    if (text === before) return [];
    const prd = prdIn(text);
    const changes = differences(prdIn(before), prd);
    const no = prdRefused(ownOf(state).files.prd, text) ?? editRefused(state, changes, by);
    if (no !== null) return no;
    const { removed, edited, unpassed } = changes;
    const asked = edited.filter(({ work }) => work).map(({ id }) => id);
    const how = { by: by.name, reason: "the PRD was edited" };
    return [
      prdEdited({ text, removed }),
      ...unitsEdited(state, draftsOf(prd), [...unpassed, ...asked], how),
    ];
  },
});

export const progressEdited = event("ProgressEdited", {
  means: "Somebody wrote into the progress file: its head anew, or something at its end.",
  data: { head: t.maybe(t.text), added: t.text },
  line: ({ added }) => firstLine(added) || "its head",
});
const editProgress = command("EditProgress", {
  means: "Takes what somebody wrote into the progress file.",
  data: { head: t.maybe(t.text), added: t.text },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (_state, edit) => (edit.head === null && edit.added === "" ? [] : [progressEdited(edit)]),
});

export const loopEdited = event("LoopEdited", {
  means: "The plugin's loop file reads so from now on; null: it is gone.",
  data: { loop: t.maybe(loopShape), max_passes: t.count },
  line: ({ loop }) => (loop === null ? "it is gone" : "it was edited"),
  news: {
    word: "stopped",
    line: ({ loop }) => (loop === null ? "the plugin's loop file is gone" : null),
  },
  apply: (state, { loop, max_passes }) => ({
    ...withOwn(state, { loop }),
    options: { ...state.options, max_passes },
  }),
});
const editLoop = command("EditLoop", {
  means: "Records that the plugin's loop file changed, or is gone: its prompt and limit count.",
  data: { loop: t.maybe(loopShape) },
  who: ["engine"],
  decide: (state, { loop }) => {
    const { loop: before } = ownOf(state);
    const { options, paused, passes } = state;
    if (before === null || before.digest === loop?.digest) return [];
    const more =
      loop === null || before.limit === 0 || loop.limit === 0 ? 0 : loop.limit - before.limit;
    const most = Math.min(500, Math.max(1, passes, options.max_passes + more));
    return [
      loopEdited({ loop, max_passes: more === 0 ? options.max_passes : most }),
      ...(loop === null && !paused ? [lifecycle.events.runPaused({})] : []),
    ];
  },
});

export const learnt = {
  learnings: t.standing(t.means("for the next worker", t.mostOf(50, t.filled(textLimit))), []),
  patterns: t.standing(
    t.means("what holds of the whole code base", t.mostOf(50, t.filled(textLimit))),
    [],
  ),
};
export const lessonsRecorded = event("LessonsRecorded", {
  means: "A worker handed on what it learnt: the progress file tells it.",
  data: { unit: t.text, learnings: t.texts, patterns: t.texts },
  line: ({ unit, learnings, patterns }) => `${unit}: ${firstOf([...learnings, ...patterns], 2)}`,
});
const recordLessons = command("RecordLessons", {
  means: "Hands on what a worker learnt.",
  data: { unit: t.text, ...learnt },
  who: ["agent"],
  decide: (_state, { unit, learnings, patterns }) =>
    learnings.length + patterns.length === 0
      ? []
      : [lessonsRecorded({ unit, learnings: [...learnings], patterns: [...patterns] })],
});

export const commands = [editPrd, editProgress, editLoop, recordLessons];
export const events = [prdEdited, progressEdited, loopEdited, lessonsRecorded];
