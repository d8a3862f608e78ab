// All commands of a checklist: its beginnings, an edit of it, and those of work in passes.
import { isRefusal, type Refusal, refuse } from "../../../../src/core/refusal.ts";
import { anybody } from "../../../../src/core/sender.ts";
import { adopts, beginningInput, begins, begun } from "../../../../src/kit/attempts/attempts.ts";
import { textLimit, wordsList } from "../../../../src/kit/attempts/commands.ts";
import { optionFlags } from "../../../../src/kit/attempts/options.ts";
import { workOf } from "../../../../src/kit/attempts/state.ts";
import { commandsOn } from "../../../../src/kit/command.ts";
import { declarationsIn } from "../../../../src/kit/maker.ts";
import * as t from "../../../../src/kit/schema.ts";
import { boxesIn, newList } from "./boxes.ts";
import { attempts, type ChecklistEvent, own } from "./events.ts";
import { listFile, type State } from "./state.ts";

const { command, opener } = commandsOn<State, ChecklistEvent>();

/** Why a text can't be the checklist of a run. */
export const listRefused = (text: string): Refusal | null => {
  const ids = boxesIn(text).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (ids.length === 0)
    return refuse("PLAN_EMPTY", `${listFile} holds no box`, { fits: "- [ ] what is wanted" });
  return twice === undefined
    ? null
    : refuse("TASK_REPEATED", `the box ${twice} stands twice`, { fits: "other words" });
};

export const start = opener("Start", {
  means: "Starts a checklist: each box done by a fresh agent, checked and judged.",
  words: ["goal"],
  flags: [
    {
      name: "box",
      means: "what a box asks for; may be given several times",
      word: "TEXT",
      many: true,
      field: ["boxes"],
    },
    ...optionFlags,
  ],
  data: {
    goal: t.means("what is wanted; the only box, where none is given", t.filled(textLimit)),
    boxes: t.optional(wordsList),
    ...beginningInput,
  },
  who: anybody,
  ...begins,
  open: ({ goal, boxes = [goal], ...given }) => {
    const title = goal.split("\n", 1)[0] ?? "";
    const text = newList(title, boxes);
    const data = listRefused(text) ?? begun(given, boxes.length);
    return isRefusal(data) ? data : [own.runStarted({ ...data, title, folder: "checklist", text })];
  },
});

export const adopt = opener("Adopt", {
  means: "Takes over a checklist that is there.",
  data: { folder: t.text, title: t.text, text: t.text, ...beginningInput },
  who: ["person"],
  ...adopts,
  open: (given) => {
    const open = boxesIn(given.text).filter(({ ticked }) => !ticked);
    const data = listRefused(given.text) ?? begun(given, open.length);
    return isRefusal(data) ? data : [own.runAdopted(data)];
  },
});

/** What an edit may not do. `claimed`: a box that it ticks. */
const editRefused = (
  state: State,
  removed: readonly string[],
  claimed: string | undefined,
): Refusal | null => {
  const live = state.pass?.unit ?? "";
  if (removed.includes(live))
    return refuse("JOB_HELD", `${live} is being worked on`, { fits: "once its pass is over" });
  return claimed === undefined
    ? null
    : refuse("STATUS_DERIVED", `${claimed} is ticked by its checks and a judge`, {
        fits: `\`cairn send RUN WaiveUnit --unit ${claimed} --reason WHY\``,
      });
};

const editList = command("EditList", {
  means: "Takes another text of the checklist.",
  data: { text: t.text },
  who: ["person", "file"],
  decide: (state, { text }, { by }) => {
    if (text === state.text) return [];
    if (by.job !== undefined)
      return refuse("SENDER_WRONG", "a job doesn't change the list", { fits: "its report" });
    const boxes = boxesIn(text);
    const removed = state.units.filter(({ id }) => boxes.every((box) => box.id !== id));
    const gone = removed.map(({ id }) => id);
    const before = new Set(state.units.filter((box) => box.ticked).map(({ id }) => id));
    const claimed = boxes.find((box) => box.ticked && !before.has(box.id));
    const no = listRefused(text) ?? editRefused(state, gone, claimed?.id);
    if (no !== null) return no;
    const again = boxes.filter((box) => !box.ticked && before.has(box.id));
    return [
      own.listEdited({ text, removed: gone }),
      ...again.map(({ id }) =>
        attempts.events.unitReopened({ unit: id, why: "its box was emptied" }),
      ),
    ];
  },
});

const keepTick = command("KeepTick", {
  label: "Keep the tick",
  means: "Keeps the tick that a box had before the run.",
  data: { unit: t.means("the box's id", t.text) },
  who: ["person"],
  decide: (state, { unit }) =>
    workOf(state, unit).status === "adopted"
      ? [own.tickKept({ unit })]
      : refuse("STATUS_UNREACHABLE", `${unit} wasn't ticked before the run`),
});

export const commands = declarationsIn({ start, adopt, editList, keepTick }, attempts.commands);
