// How far a run is, by the pieces of its work.
import type { ViewNode } from "../core/view.ts";

/** Pieces of the work itself, without what plans or judges them. */
export const piecesOf = (
  nodes: readonly Pick<ViewNode, "beside" | "status">[],
): { readonly of: number; readonly done: number } => {
  const pieces = nodes.filter(({ beside }) => beside !== true);
  return { of: pieces.length, done: pieces.filter(({ status }) => status === "done").length };
};
