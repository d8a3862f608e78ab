// All events of ralph. Types never change meaning: a new meaning is a new type.
import { howMany } from "../../core/how-many.ts";
import { firstLine } from "../../core/quote.ts";
import { attemptsOn } from "../../kit/attempts/attempts.ts";
import { eventsOn } from "../../kit/event.ts";
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as t from "../../kit/schema.ts";
import { withPassed } from "./prd.ts";
import { begun, loopShape, ralphBeginning, setArchived, type State, withText } from "./state.ts";

const { event, opening } = eventsOn<State>();

export const attempts = attemptsOn<State>({
  settle: (state, story, passed) => withText(state, withPassed(state.text, story, passed)),
  archive: setArchived,
});

export const documents = {
  runStarted: opening("RunStarted", {
    means: "The run began with this PRD, whose text later events change.",
    data: ralphBeginning,
    line: ({ title }) => firstLine(title),
    begin: (data, { at }) => begun(data, at),
  }),
  runAdopted: opening("RunAdopted", {
    means: "A loop that was there became this run, as it was found. Nothing of it is proved.",
    data: { ...ralphBeginning, progress: t.text, corrections: t.texts, digests: t.byName(t.text) },
    line: ({ title, corrections }) =>
      `${firstLine(title)}${corrections.length === 0 ? "" : `: ${howMany(corrections.length, "thing")} read otherwise than it stood there`}`,
    refers: ({ digests }) => ({ outputs: Object.values(digests) }),
    begin: (data, { at }) => begun(data, at),
  }),
  prdEdited: event("PrdEdited", {
    means: "The PRD reads so from now on; the ids of stories that came, changed and went.",
    data: { text: t.text, added: t.texts, edited: t.texts, removed: t.texts },
    line: ({ added, edited, removed }) =>
      Object.entries({ added, edited, removed })
        .flatMap(([word, ids]) => (ids.length === 0 ? [] : [`${word} ${ids.join(", ")}`]))
        .join("; ") || "its text",
    apply: (state, { text, added, removed }) => {
      const gone = new Set([...added, ...removed]);
      const work = Object.entries(state.work).filter(([id]) => !gone.has(id));
      return {
        ...withText(state, text),
        work: Object.fromEntries(work),
        removed: [...state.removed, ...removed],
        // A complete run only takes an edit that adds a story.
        end: null,
      };
    },
  }),
  progressEdited: event("ProgressEdited", {
    means: "Somebody wrote into the progress file: its head anew, or something at its end.",
    data: { head: t.maybe(t.text), added: t.text },
    line: ({ added }) => firstLine(added) || "its head",
  }),
  loopEdited: event("LoopEdited", {
    means: "The plugin's loop file reads so from now on; null: it is gone.",
    data: { loop: t.maybe(loopShape) },
    line: ({ loop }) => (loop === null ? "it is gone" : "it was edited"),
    news: {
      word: "stopped",
      line: ({ loop }) => (loop === null ? "the plugin's loop file is gone" : null),
    },
    apply: (state, { loop }) => ({ ...state, loop }),
  }),
};

export const allEvents = declarationsIn(documents, attempts.events);
export type RalphEvents = ByType<typeof allEvents>;
export type RalphEvent = RalphEvents[keyof RalphEvents];
