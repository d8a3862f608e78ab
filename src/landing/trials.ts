// Queries about checks of landings: due ones, their results, and their messages.
import { type Candidate, type FinalTrial, isPersons, type Site } from "./site.ts";
import { argvText } from "../core/checks/argv.ts";
import { byExit } from "../core/checks/recheck.ts";
import type { Proof } from "../core/job.ts";
import { failingPart } from "./red-causes.ts";

/** Judges by the protocol's rules whether a unit's checks passed, and returns the first failure's message. */
export type Judge = (
  unit: string,
  proofs: readonly Proof[],
) => { readonly passed: boolean; readonly said: string };

/** Describes a failed check: the reason and the failing part of its output. */
export const failureText = (check: string, why: string, output: string): string =>
  `\`${check}\`: ${why}\n${failingPart(output)}`;
export const saidBy = ({ argv, text }: Proof, why: string): string =>
  failureText(argvText(argv), why, text);

export const saidRed = (proof: Proof | undefined): string =>
  proof === undefined ? "it didn't run" : saidBy(proof, byExit(proof).why);

/** Whether the unit's checks must run on the merge: after a second merge, and for work that no protocol checks. */
export const ownDue = ({ merges, doer }: Pick<Candidate, "merges" | "doer">): boolean =>
  merges > 1 || isPersons({ doer });

/** The landing check is due unless all of the protocol's own checks ran on the exact tree. */
export const needsTrial = ({ ready }: Site, candidate: Candidate): boolean => {
  const { green, merged } = candidate;
  return (
    (ready.checks.length > 0 || ownDue(candidate)) && (merged === null || green !== merged.commit)
  );
};

/** Whether a check of the repository still has to pass on the merge. */
export const isUnproved = ({ ready }: Site, { green, merged }: Candidate): boolean =>
  ready.checks.length > 0 && (merged === null || green !== merged.commit);

/** Display name of the checks of the whole. */
export const checksUnit = "the final head";

/** Results on the current head. */
export const finalOf = ({ final, head }: Site): FinalTrial =>
  final?.commit === head.commit
    ? final
    : { commit: head.commit, green: [], red: [], failed: false };
