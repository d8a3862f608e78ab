// The state of a run: the text of its checklist, and what was done about each box.
import type { Path } from "../../../../src/core/row.ts";
import { beginning } from "../../../../src/kit/attempts/attempts.ts";
import { type Attempting, unattempted } from "../../../../src/kit/attempts/state.ts";
import * as t from "../../../../src/kit/schema.ts";
import { type Box, boxesIn } from "./boxes.ts";

export const listFile = "checklist.md";

/** Data of the first event. */
export const first = { ...beginning, folder: t.text, title: t.text, text: t.text };

export type State = Attempting<Box> &
  t.DataOf<typeof first> & {
    /** Boxes whose earlier tick a person keeps. */
    readonly kept: readonly string[];
  };

export const withText = (state: State, text: string): State => ({
  ...state,
  text,
  units: boxesIn(text),
});

export const firstState = (data: t.DataOf<typeof first>, at: string): State => {
  const units = boxesIn(data.text);
  const ticked = units.filter((box) => box.ticked).map(({ id }) => id);
  return { ...data, ...unattempted(ticked), units, kept: [], updatedAt: at };
};

export const place = ({ archived, folder, run }: State): Path =>
  archived ? `${folder}/archive/${run}` : folder;
