// How a checklist begins: with boxes from the command line.
import { refuse } from "../../../../src/core/refusal.ts";
import { fits } from "../../../../src/kit/findings.ts";
import * as t from "../../../../src/kit/schema.ts";
import type { Dialect } from "../../../../src/work/dialect.ts";
import { seriesFlags } from "../../../../src/work/usual-kind.ts";
import { boxesIn, newList, unitsOf } from "./boxes.ts";
import { listRefused } from "./own.ts";

const fields = { boxes: t.optional(t.mostOf(50, t.filled(8_192))) };
const shape = t.open({ goal: t.text, ...fields });

export const start: Dialect["start"] = {
  purpose: "You list boxes. A fresh agent does one at a time, and a second agent judges it.",
  means: "Starts a checklist: each box done by a fresh agent, checked and judged.",
  fields,
  flags: [
    {
      name: "box",
      means: "what a box asks for; may be given several times",
      word: "TEXT",
      many: true,
      field: ["boxes"],
    },
    ...seriesFlags,
  ],
  optionNames: [],
  completes: (data) => data,
  begin(data) {
    if (!fits(shape, data)) return refuse("DATA_INVALID", "this starts no checklist");
    const text = newList(data.goal.split("\n", 1)[0] ?? "", data.boxes ?? [data.goal]);
    const more = { folder: "checklist", text, kept: [] };
    const units = unitsOf(boxesIn(text));
    return listRefused(text) ?? { units, more, options: {}, approved: true };
  },
  again: ({ units }) => ({ data: { boxes: units.map(({ title }) => title) }, switches: [] }),
};
