// The units that are pieces of the work itself, and how far they are: what a run is counted by, in the list and on its page.
import { count } from "./span-words.ts";
import type { UnitState } from "./state-words.ts";
import type { ViewNode } from "./view.ts";

export const isWork = ({ beside }: Pick<ViewNode, "beside">): boolean => beside !== true;

/** A unit is active, in doubt or done, or was tried. */
export const hasBegun = (
  nodes: readonly (Pick<ViewNode, "status" | "returned"> & { readonly state?: UnitState })[],
): boolean =>
  nodes.some(
    ({ status, state, returned = 0 }) =>
      ["running", "done", "failed"].includes(status) || state === "doubt" || returned > 0,
  );

/** `1 of 3 done`; `3 tasks planned, none begun`. `begun`: whether any piece of the work has begun. */
export const farWords = ({
  done,
  of,
  begun,
}: {
  readonly done: number;
  readonly of: number;
  readonly begun: boolean;
}): string => {
  if (of === 0) return "nothing planned yet";
  return begun
    ? `${done} of ${of} done`
    : `${count(of, "task")} planned, ${of === 1 ? "not" : "none"} begun`;
};
