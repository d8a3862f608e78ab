// State changes of a run's work that several events share.
import type { Candidate, Doer, Site } from "./site.ts";
export const change = (site: Site, unit: string, to: (candidate: Candidate) => Candidate): Site => {
  const candidate = site.candidates[unit];
  return candidate === undefined
    ? site
    : { ...site, candidates: { ...site.candidates, [unit]: to(candidate) } };
};
export const without = (site: Site, unit: string): Site => ({
  ...site,
  candidates: Object.fromEntries(Object.entries(site.candidates).filter(([name]) => name !== unit)),
});

type Mends = Candidate["mends"];
export const anew = ({ begun, past }: Mends): Mends => ({
  begun: 0,
  running: false,
  past: past + begun,
});
export const unmerged = {
  merged: null,
  merges: 0,
  trouble: null,
  green: null,
  early: null,
  mends: { begun: 0, running: false, past: 0 },
} as const;
export const withDoer = (doers: readonly Doer[], doer: Doer): readonly Doer[] => [
  ...doers.filter(({ job }) => job !== doer.job),
  doer,
];

/** Marks that an event of the protocol sets: names the current position, or returns to a named one. */
export const marked = (
  site: Site,
  mark: { readonly at: string } | { readonly back: string },
  lands: (unit: string) => boolean,
): Site => {
  if ("at" in mark) {
    const awaits = Object.keys(site.candidates).filter(lands);
    return { ...site, marks: { ...site.marks, [mark.at]: { ...site.head, awaits } } };
  }
  const found = site.marks[mark.back];
  if (found === undefined) return { ...site, candidates: {} };
  const to = { commit: found.commit, tree: found.tree };
  return to.commit === site.head.commit
    ? { ...site, candidates: {} }
    : { ...site, previous: site.head.commit, head: to, candidates: {} };
};
