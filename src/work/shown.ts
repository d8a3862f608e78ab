// Where a run's work stands, as people are told of it.
import { inOrder, troubleWords } from "./jobs.ts";
import type { Candidate, Site } from "./site.ts";

export type WaitingWork = {
  readonly unit: string;
  readonly job: string;
  readonly commit: string;
  /** Why it hasn't landed yet, a phrase. */
  readonly why: string;
};
export type ShownWork = {
  /** The run branch. */
  readonly branch: string;
  readonly base: string;
  readonly head: string;
  readonly landed: number;
  /** In the order in which it was taken. */
  readonly waiting: readonly WaitingWork[];
  /** Where what landed was merged; null: nowhere yet. `whole`: nothing landed since. */
  readonly merged: { readonly to: string; readonly branch: string | null; readonly whole: boolean } | null;
  readonly dropped: boolean;
};

const whyNot = (candidate: Candidate, lands: boolean): string => {
  if (candidate.mends.running) return `${troubleWords(candidate)}: it is being mended`;
  if (candidate.trouble !== null) return troubleWords(candidate);
  return lands ? "it is proved, and lands next" : "it isn't proved yet";
};

/** `lands`: whether a unit's work is proved. */
export const shownWork = (site: Site, lands: (unit: string) => boolean): ShownWork => {
  const { base, branch, delivery, dropped, head, landed } = site;
  return {
    branch,
    base: base.commit,
    head: head.commit,
    landed,
    waiting: inOrder(site).map((one) => ({
      unit: one.unit,
      job: one.doer.job,
      commit: one.work.commit,
      why: whyNot(one, lands(one.unit)),
    })),
    merged: delivery === null ? null : { to: delivery.to, branch: delivery.branch, whole: delivery.head === head.commit },
    dropped,
  };
};
