// The lane of a run's landings: in which order work lands, and what is merged and tried while what lands before it still is.
import type { Recheck } from "../core/recheck.ts";
import { needsTrial, ownDue } from "./trials.ts";
import type { Candidate, Commit, Site } from "./site.ts";

/** So many are tried at once: one that is red costs the others' checks. */
export const mostAtOnce = 4;

export type Lane = {
  /** What is merged where it would land, in order: the first on the head, each other on one before it. */
  readonly standing: readonly Candidate[];
  /** What is merged next, and onto what; null: all stand. `ahead`: that hasn't landed yet. */
  readonly merges: {
    readonly candidate: Candidate;
    readonly onto: Commit;
    readonly ahead: boolean;
  } | null;
};
const empty: Lane = { standing: [], merges: null };

/** What was taken first comes first. */
export const inOrder = ({ candidates }: Site): readonly Candidate[] =>
  Object.values(candidates).sort((a, b) => a.n - b.n);

const isOn = ({ merged }: Candidate, { commit }: Commit): boolean => merged?.onto === commit;

/** Its checks were red on top of what hasn't landed: nothing more rests on it until it is known whose fault that is. */
const isDoubtful = ({ early, merged }: Candidate): boolean =>
  early !== null && early.commit === merged?.commit && !early.passed;

/** Of those that may come here: what others rest on or what rests on the one before stays there, else what was taken first. */
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

/** Whether checks have still to run on what it was merged into. */
export const isToBeTried = (site: Site, one: Candidate, rechecks: readonly Recheck[]): boolean =>
  one.merged !== null &&
  needsTrial(site, one) &&
  one.early?.commit !== one.merged.commit &&
  site.ready.checks.length + (ownDue(one) ? rechecks.length : 0) > 0;
