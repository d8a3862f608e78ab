// What a run of a checklist keeps besides its units: its folder, its text, and the ticks that a person keeps.
import { type Refusal, refuse } from "../../../../src/core/refusal.ts";
import type { Path } from "../../../../src/core/row.ts";
import * as t from "../../../../src/kit/schema.ts";
import { ownOn } from "../../../../src/work/own.ts";
import type { Work } from "../../../../src/work/work.ts";
import { boxesIn, withTick } from "./boxes.ts";

export const listFile = "checklist.md";

export const ownShape = t.record({ folder: t.text, text: t.text, kept: t.texts });
export const { ownOf, withOwn } = ownOn(ownShape);

/** Its author's text, in which the engine ticks what is done. */
export const listText = (state: Work): string =>
  state.units.reduce(
    (text, { id, status, waived }) => withTick(text, id, status === "done" && waived === null),
    ownOf(state).text,
  );
export const place = (state: Work): Path => {
  const { folder } = ownOf(state);
  return state.archived ? `${folder}/archive/${state.run}` : folder;
};

/** Why a text can't be the checklist of a run. */
export const listRefused = (text: string): Refusal | null => {
  const ids = boxesIn(text).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (ids.length === 0)
    return refuse("PLAN_EMPTY", `${listFile} holds no box`, { fits: "- [ ] what is wanted" });
  return twice === undefined
    ? null
    : refuse("UNIT_REPEATED", `the box ${twice} stands twice`, { fits: "other words" });
};
