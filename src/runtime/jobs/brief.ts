// Briefs of jobs for any caller, the first time and again.
import type { Job } from "../../core/job.ts";
import type { Claim } from "../../workspace/workspace.ts";
import { mustBring } from "../carry/bring.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";

/** Larger than any brief, in bytes. */
const mostBytes = 1024 * 1024;

/** The brief in the run's current state. */
const briefNow = async (engine: Engine, folded: Folded, job: Job): Promise<string> => {
  const { protocol, state } = folded;
  return protocol.brief(
    state,
    job,
    await engine.workspace.facts(groundOf(engine, folded), protocol.ask(state, job), engine.now()),
  );
};

/** Prefixes the claimant's working folder if it isn't the user's checkout. */
export const briefIn = async (
  engine: Engine,
  folded: Folded,
  job: Job,
  claim: Claim | null,
): Promise<string> => {
  const brief = await briefNow(engine, folded, job);
  if (claim?.spot === undefined) return brief;
  const { root } = claim.ground;
  const where = claim.spot.takes
    ? `Work in ${root}: a checkout of this job's own. What is changed in its user's checkout counts for nothing. You needn't commit: what you leave there is taken as you report.`
    : `Look at the work in ${root}: a checkout of it. What you change there is thrown away.`;
  return `${where}\n\n${brief}`;
};

/** A hosted job keeps the brief that it was given, even if the run has advanced. `fence` null: no holder. */
export const briefOf = async (
  engine: Engine,
  run: string,
  folded: Folded,
  job: Job,
  fence: number | null,
): Promise<string> => {
  const { spool } = engine.workspace;
  const given = fence === null ? null : await spool.of(run, fence);
  if (given !== null) return spool.text(given.folder, "brief.md", mostBytes);
  const claim = fence === null ? null : await (await engine.workspace.claims()).read(run, fence);
  await mustBring(engine, run, folded);
  return briefIn(engine, folded, job, claim);
};
