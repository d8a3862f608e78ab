// Landing lane of a run: the order of landings, and merges and trials ahead of pending ones.
import type { Recheck } from "../core/checks/recheck.ts";
import { needsTrial, ownDue } from "./trials.ts";
import type { Candidate, Commit, Site } from "./site.ts";

/** Maximum of simultaneous trials: each red one wastes the checks of those behind it. */
export const mostAtOnce = 4;

export type Lane = {
  /** Merged candidates in landing order: the first onto the head, each other onto the previous one. */
  readonly standing: readonly Candidate[];
  /** The next merge and its target; null: all are merged. `ahead`: the target hasn't landed yet. */
  readonly merges: {
    readonly candidate: Candidate;
    readonly onto: Commit;
    readonly ahead: boolean;
  } | null;
};
const empty: Lane = { standing: [], merges: null };

/** In the order of arrival. */
export const inOrder = ({ candidates }: Site): readonly Candidate[] =>
  Object.values(candidates).sort((a, b) => a.n - b.n);

const isOn = ({ merged }: Candidate, { commit }: Commit): boolean => merged?.onto === commit;

/** Whether its checks failed on top of unlanded work; nothing may build on it until the cause is known. */
const isDoubtful = ({ early, merged }: Candidate): boolean =>
  early !== null && early.commit === merged?.commit && !early.passed;

/** Picks the next candidate for a place: one that others build on or that builds on the previous one, else the earliest. */
const pick = (rest: readonly Candidate[], onto: Commit): Candidate | undefined =>
  rest.find(
    (one) =>
      isOn(one, onto) &&
      (one.merged?.ahead !== undefined ||
        rest.some(
          ({ merged }) => merged?.ahead === one.unit && merged.onto === one.merged?.commit,
        )),
  ) ?? rest[0];

/** @param lands whether a unit's work is proved */
export const laneOf = (site: Site, lands: (unit: string) => boolean): Lane => {
  if (site.dropped) return empty;
  let rest = inOrder(site).filter(
    ({ trouble, mends, waiting, unit }) =>
      trouble === null && !mends.running && waiting.length === 0 && lands(unit),
  );
  const standing: Candidate[] = [];
  let onto: Commit = site.head;
  while (rest.length > 0 && standing.length < mostAtOnce) {
    const next = pick(rest, onto);
    if (next === undefined) break;
    if (next.merged === null || !isOn(next, onto))
      return { standing, merges: { candidate: next, onto, ahead: standing.length > 0 } };
    standing.push(next);
    rest = rest.filter((one) => one !== next);
    if (!isDoubtful(next)) onto = next.merged;
  }
  return { standing, merges: null };
};

/** Whether checks must still run on the merged commit. */
export const isToBeTried = (site: Site, one: Candidate, rechecks: readonly Recheck[]): boolean =>
  one.merged !== null &&
  needsTrial(site, one) &&
  one.early?.commit !== one.merged.commit &&
  site.ready.checks.length + (ownDue(one) ? rechecks.length : 0) > 0;
