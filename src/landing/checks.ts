// The repository's checks and the records of their results.
import type { Check, Outcome, Proof } from "../core/job.ts";
import type { Proved } from "./shapes.ts";
import type { RepositoryCheck, Site } from "./site.ts";

export const repositoryChecks = ({ ready, base }: Site): readonly Check[] =>
  ready.checks.map(({ argv, cwd, ms, pin, writes, parallel }) => ({
    argv,
    cwd,
    env: {},
    ms,
    ...(pin === undefined ? {} : { pin: { paths: pin, commit: base.commit } }),
    ...(writes === undefined ? {} : { writes }),
    ...(parallel === undefined ? {} : { parallel }),
  }));

/** Explains pins to agents that plan and do the work. */
export const pinWords = (pinned: readonly RepositoryCheck[]): string =>
  pinned
    .map(
      ({ name, pin = [] }) =>
        `The check ${name} sees ${pin.join(", ")} as the run found them: what a task writes there needs a check without a pin.`,
    )
    .join("\n");

/** The parts of a proof that judging needs; its result on an empty tree was judged when the check was chosen. */
const bare = (proof: Proof): Proof => {
  const { onEmpty: _, ...rest } = proof;
  return rest;
};
export const proofsOf = ({ proofs }: Extract<Outcome, { is: "checked" }>): readonly Proof[] =>
  proofs.map(bare);

/** Results by check name, with the tree; under a pin not the one that would land. */
export const proved = (
  checks: readonly RepositoryCheck[],
  proofs: readonly Proof[],
): readonly Proved[] =>
  checks.flatMap(({ name }, index) => {
    const proof = proofs[index];
    if (proof === undefined) return [];
    const { exit, why, digest, tree, checked } = proof;
    return [{ name, exit, why, digest, tree, ...(checked === undefined ? {} : { checked }) }];
  });
