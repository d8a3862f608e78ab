// All events of a checklist. Types never change meaning: a new meaning is a new type.
import { firstLine } from "../../../../src/core/quote.ts";
import { attemptsOn } from "../../../../src/kit/attempts/attempts.ts";
import { eventsOn } from "../../../../src/kit/event.ts";
import { type ByType, declarationsIn } from "../../../../src/kit/maker.ts";
import * as t from "../../../../src/kit/schema.ts";
import { withTick } from "./boxes.ts";
import { first, firstState, type State, withText } from "./state.ts";

const { event, opening } = eventsOn<State>();

export const attempts = attemptsOn<State>({
  settle: (state, box, passed) => withText(state, withTick(state.text, box, passed)),
});

export const own = {
  runStarted: opening("RunStarted", {
    means: "The run began with this checklist, whose text later events change.",
    data: first,
    line: ({ title }) => firstLine(title),
    begin: (data, { at }) => firstState(data, at),
  }),
  runAdopted: opening("RunAdopted", {
    means: "A checklist that was there became this run. Nothing of it is proved.",
    data: first,
    line: ({ title }) => firstLine(title),
    begin: (data, { at }) => firstState(data, at),
  }),
  tickKept: event("TickKept", {
    means: "A person keeps the tick that a box had before the run.",
    data: { unit: t.text },
    line: ({ unit }) => unit,
    apply: (state, { unit }) => ({ ...state, kept: [...state.kept, unit] }),
  }),
  listEdited: event("ListEdited", {
    means: "The checklist reads so from now on; the ids of boxes that went.",
    data: { text: t.text, removed: t.texts },
    line: ({ removed }) => (removed.length === 0 ? "" : `without ${removed.join(", ")}`),
    apply: (state, { text, removed }) => {
      const work = Object.entries(state.work).filter(([id]) => !removed.includes(id));
      return { ...withText(state, text), work: Object.fromEntries(work) };
    },
  }),
};

export const events = declarationsIn(own, attempts.events);
type ChecklistEvents = ByType<typeof events>;
export type ChecklistEvent = ChecklistEvents[keyof ChecklistEvents];
