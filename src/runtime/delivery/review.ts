// The commit of a run's work that is pushed for a review.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { reviewNone } from "./refused.ts";
import { type Apart, checkedThere, made, messageOf } from "./merge.ts";
import type { Stand } from "./part.ts";
import type { DoorParts } from "../runner-parts.ts";

/** `base`: of the first run of those reviewed together. `onto`: the branch that it is for; null or gone: what is checked out. */
export type Reviewed = { readonly base: string; readonly onto: string | null };
/** The commit for reviewers: the run's head, or its work alone where that branch lacks what the run began on. */
export type ForReview = { readonly head: string; readonly apart: Apart | null };

type Kept = { readonly kept: (run: string) => Promise<Stand | Refusal> };

export const forReview = async (
  { engine, kept }: Pick<DoorParts, "engine"> & Pick<Kept, "kept">,
  run: string,
  { base, onto }: Reviewed,
): Promise<ForReview | Refusal> => {
  const stands = await kept(run);
  if (isRefusal(stands)) return stands;
  const { site, at } = stands;
  const span = { base, head: site.head.commit, delivered: null };
  const message = messageOf(stands, run, false);
  const put = await made(run, stands, at, span, { as: "plain", message, review: onto });
  if (isRefusal(put)) return put;
  if (put.is === "holds" && !put.below) return reviewNone(onto ?? "what is checked out");
  const apart = await checkedThere(engine, run, stands, put);
  if (isRefusal(apart)) return apart;
  return { head: put.is === "put" ? put.to.commit : site.head.commit, apart };
};
