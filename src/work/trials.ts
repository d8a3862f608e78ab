// Questions about checks on what would land: which are due, how they ended, and what they said.
import { type Candidate, type FinalTrial, isPersons, type Site } from "./site.ts";
import { byExit } from "../core/recheck.ts";
import type { Proof } from "../core/job.ts";

/** By the rules of the run's protocol: whether a unit's checks ended well, and what the first that didn't said. */
export type Judge = (
  unit: string,
  proofs: readonly Proof[],
) => { readonly passed: boolean; readonly said: string };

/** What a check that failed said: why, and the end of its output. */
export const failureText = (check: string, why: string, output: string): string =>
  `\`${check}\`: ${why}\n${output.slice(-2_000)}`;
export const saidBy = ({ argv, text }: Proof, why: string): string =>
  failureText(argv.join(" "), why, text);

export const saidRed = (proof: Proof | undefined): string =>
  proof === undefined ? "it didn't run" : saidBy(proof, byExit(proof).why);
export const isGreen = (proof: Proof | undefined): boolean =>
  proof !== undefined && byExit(proof).passed;

/** Whether the checks of the unit are still to run on what is merged: once merged anew, and for what no protocol looked at. */
export const ownDue = ({ merges, doer }: Pick<Candidate, "merges" | "doer">): boolean =>
  merges > 1 || isPersons({ doer });

/** The landing check is due where not all of the protocol's own checks ran on what would land. */
export const needsTrial = ({ ready }: Site, candidate: Candidate): boolean => {
  const { green, merged } = candidate;
  return (
    (ready.checks.length > 0 || ownDue(candidate)) && (merged === null || green !== merged.commit)
  );
};

/** A check of the repository's hasn't been green on what would land. */
export const isUnproved = ({ ready }: Site, { green, merged }: Candidate): boolean =>
  ready.checks.length > 0 && (merged === null || green !== merged.commit);

/** People call the checks of the whole so. */
export const checksUnit = "the final head";

/** What was tried on the present head. */
export const finalOf = ({ final, head }: Site): FinalTrial =>
  final?.commit === head.commit
    ? final
    : { commit: head.commit, green: [], red: [], failed: false };
