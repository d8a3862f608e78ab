// What only a checklist can do: an edit of it, and a tick that is kept.
import { type Refusal, refuse } from "../../../../src/core/refusal.ts";
import * as t from "../../../../src/kit/schema.ts";
import { answering, command } from "../../../../src/work/commands/declare.ts";
import { event } from "../../../../src/work/events/declare.ts";
import { atWork, unitsEdited } from "../../../../src/work/from-document.ts";
import { find, type Work } from "../../../../src/work/work.ts";
import { boxesIn, unitsOf } from "./boxes.ts";
import { listRefused, listText, ownOf, withOwn } from "./own.ts";

export const listEdited = event("ListEdited", {
  means: "The checklist reads so from now on.",
  data: { text: t.text },
  line: () => "",
  apply: (state, { text }) => withOwn(state, { text }),
});
export const tickKept = event("TickKept", {
  means: "A person keeps the tick that a box had before the run.",
  data: { unit: t.text },
  line: ({ unit }) => unit,
  apply: (state, { unit }) => withOwn(state, { kept: [...ownOf(state).kept, unit] }),
});

/** What an edit may not do. `claimed`: a box that it ticks. */
const editRefused = (
  state: Work,
  removed: readonly string[],
  claimed: string | undefined,
): Refusal | null => {
  const live = atWork(state);
  if (live !== undefined && removed.includes(live))
    return refuse("JOB_HELD", `${live} is being worked on`, { fits: "once it is done" });
  return claimed === undefined
    ? null
    : refuse("FIELD_DERIVED", `${claimed} is ticked by its checks and a judge`, {
        fits: `\`cairn send RUN Waive --unit ${claimed} --reason WHY\``,
      });
};

const editList = command("EditList", {
  means: "Takes another text of the checklist.",
  data: { text: t.text },
  who: ["person", "file"],
  decide: (state, { text }, { by }) => {
    const before = boxesIn(listText(state));
    if (text === listText(state)) return [];
    if (by.job !== undefined)
      return refuse("SENDER_WRONG", "a job doesn't change the list", { fits: "its report" });
    const boxes = boxesIn(text);
    const gone = before.map(({ id }) => id).filter((id) => boxes.every((box) => box.id !== id));
    const ticked = new Set(before.filter((box) => box.ticked).map(({ id }) => id));
    const claimed = boxes.find((box) => box.ticked && !ticked.has(box.id));
    const no = listRefused(text) ?? editRefused(state, gone, claimed?.id);
    if (no !== null) return no;
    const again = boxes.filter((box) => !box.ticked && ticked.has(box.id)).map(({ id }) => id);
    const how = { by: by.name, reason: "its box was emptied" };
    return [listEdited({ text }), ...unitsEdited(state, unitsOf(boxes), again, how)];
  },
});

const keepTick = answering("KeepTick", {
  label: "Keep the tick",
  means: "Keeps the tick that a box had before the run.",
  data: { unit: t.means("the box's id", t.text) },
  decide: (state, { unit }) => {
    const box = find(state, unit);
    if (box?.adopted !== true || box.begun > 0 || box.status !== "done")
      return refuse("UNIT_UNSETTLED", `${unit} wasn't ticked before the run`);
    return ownOf(state).kept.includes(unit) ? [] : [tickKept({ unit })];
  },
});

export const commands = [editList, keepTick];
export const events = [listEdited, tickKept];
