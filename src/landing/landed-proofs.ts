// Commits of proofs by their trees, and rows for the repository's checks on the head.
import { isGreen } from "../core/checks/recheck.ts";
import { argvText } from "../core/checks/argv.ts";
import type { Event } from "../core/protocol.ts";
import { oneLine } from "../core/words/quote.ts";
import type { Recorded } from "../core/row.ts";
import type { Criterion } from "../core/view.ts";
import { isWorkEvent } from "./events.ts";
import type { WorkEvent } from "./events.ts";
import type { Commit, Site } from "./site.ts";

const commitIn = (event: WorkEvent): Commit | null => {
  if (event.type === "BaseSet") return event.data.base;
  if (event.type === "WorkTaken") return event.data.work;
  if (event.type === "WorkMerged") return event.data.merged;
  return event.type === "WorkLanded" ? event.data.landed : null;
};

/** By tree; the newest of several commits with the same tree. */
const commitsOf = (log: readonly Recorded<Event>[]): ReadonlyMap<string, string> =>
  new Map(
    log.filter(isWorkEvent).flatMap((event) => {
      const made = commitIn(event);
      return made === null ? [] : [[made.tree, made.commit] as const];
    }),
  );

/** Adds to each proof the commit whose tree it was made on. */
export const withCommits = (
  rows: readonly Criterion[],
  log: readonly Recorded<Event>[],
): readonly Criterion[] => {
  const commits = commitsOf(log);
  if (commits.size === 0) return rows;
  return rows.map((row) => {
    const { proof } = row;
    if (proof === null || proof.tree === null) return row;
    const commit = commits.get(proof.tree);
    return commit === undefined ? row : { ...row, proof: { ...proof, commit } };
  });
};

/** Display name of the repository's checks. */
const repositoryUnit = "the repository";

/** Results of the repository's checks on the head; empty before the first landing. */
export const repositoryRows = (
  { head, ready }: Site,
  log: readonly Recorded<Event>[],
  unit: string | undefined,
): readonly Criterion[] => {
  const tried = log.findLast(
    (event) =>
      isWorkEvent(event) && event.type === "LandingTried" && event.data.commit === head.commit,
  );
  if (tried === undefined || !isWorkEvent(tried) || tried.type !== "LandingTried") return [];
  if (unit !== undefined && unit !== repositoryUnit) return [];
  return (tried.data.proofs ?? []).map(({ name, exit, why, digest, tree }, index) => {
    const check = ready.checks.find((one) => one.name === name);
    return {
      unit: repositoryUnit,
      number: index + 1,
      text: oneLine(name),
      counts: false,
      status: isGreen({ exit, why }) ? "proved" : "failed",
      check: check === undefined ? null : argvText(check.argv),
      chosenBy: "the configuration",
      proof: {
        exit,
        tree,
        commit: head.commit,
        at: tried.at,
        by: "engine",
        digest,
        excerpt: why ?? "",
      },
      before: null,
      claim: null,
      waived: null,
    };
  });
};
