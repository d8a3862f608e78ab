// The state of a run: the text of its checklist, and what was done about each box.
import type { RefusedEdit } from "../../../../src/core/refused-edit.ts";
import type { Path } from "../../../../src/core/row.ts";
import { optionsShape } from "../../../../src/kit/attempts/options.ts";
import { type Attempting, unattempted } from "../../../../src/kit/attempts/state.ts";
import * as t from "../../../../src/kit/schema.ts";
import { type Box, boxesIn } from "./boxes.ts";

export const listFile = "checklist.md";

/** What a run begins with. */
export const beginning = {
  run: t.text,
  folder: t.text,
  title: t.text,
  text: t.text,
  options: optionsShape,
  base: t.maybe(t.text),
};

export type State = Attempting &
  Omit<t.DataOf<typeof beginning>, "options"> & {
    readonly units: readonly Box[];
    readonly refused: RefusedEdit | null;
  };

export const withText = (state: State, text: string): State => ({
  ...state,
  text,
  units: boxesIn(text),
});

export const begun = (data: t.DataOf<typeof beginning>, at: string): State => {
  const units = boxesIn(data.text);
  const ticked = units.filter((box) => box.ticked).map(({ id }) => id);
  return { ...data, ...unattempted(ticked), units, refused: null, updatedAt: at };
};

export const place = ({ archived, folder, run }: State): Path =>
  archived ? `${folder}/archive/${run}` : folder;
/** A file of the run, from the root. */
export const below = (state: State, path: Path): Path => `${place(state)}/${path}`;
