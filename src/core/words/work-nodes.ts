// The units that are pieces of the work itself, by which a run is counted, and what to call one.
import type { UnitState } from "./states.ts";
import type { ViewNode } from "../view.ts";

export const isWork = ({ beside }: Pick<ViewNode, "beside">): boolean => beside !== true;

/** `task 3`, `N-002`: a bare number would look like a count. */
export const nodeName = ({ id, kind }: Pick<ViewNode, "id" | "kind">): string =>
  /^\d/u.test(id) ? `${kind} ${id}` : id;

/** A unit is active, in doubt or done, or was tried. */
export const hasBegun = (
  nodes: readonly (Pick<ViewNode, "status" | "returned"> & { readonly state?: UnitState })[],
): boolean =>
  nodes.some(
    ({ status, state, returned = 0 }) =>
      ["running", "done", "failed"].includes(status) || state === "doubt" || returned > 0,
  );
