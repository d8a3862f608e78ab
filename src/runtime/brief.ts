// Briefs of jobs for any caller, the first time and again.
import type { Job } from "../core/job.ts";
import type { Claim } from "../workspace/workspace.ts";
import { mustBring } from "./carry/bring.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** More than any brief has, in bytes. */
const mostBytes = 1024 * 1024;

/** As the run has it now. */
const briefNow = async (engine: Engine, folded: Folded, job: Job): Promise<string> => {
  const { protocol, state } = folded;
  return protocol.brief(
    state,
    job,
    await engine.workspace.facts(groundOf(engine, folded), protocol.ask(state, job), engine.now()),
  );
};

/** It begins with where whoever claimed the job works, if that isn't the user's checkout. */
export const briefIn = async (
  engine: Engine,
  folded: Folded,
  job: Job,
  claim: Claim | undefined,
): Promise<string> => {
  const brief = await briefNow(engine, folded, job);
  if (claim?.spot === undefined) return brief;
  const { root } = claim.ground;
  const where = claim.spot.takes
    ? `Work in ${root}: a checkout of this job's own. What is changed in its user's checkout counts for nothing. You needn't commit: what you leave there is taken as you report.`
    : `Look at the work in ${root}: a checkout of it. What you change there is thrown away.`;
  return `${where}\n\n${brief}`;
};

/** What a hosted job was given counts, also where the run went on meanwhile. `fence` null: nobody has it. */
export const briefOf = async (
  engine: Engine,
  run: string,
  folded: Folded,
  job: Job,
  fence: number | null,
): Promise<string> => {
  const { spool } = engine.workspace;
  const given =
    fence === null
      ? undefined
      : (await spool.list(run)).entries.find((entry) => entry.fence === fence);
  const claims =
    given === undefined && fence !== null ? await (await engine.workspace.claims()).of(run) : [];
  const claim = claims.find(({ lease }) => lease.fence === fence);
  if (given === undefined) await mustBring(engine, run, folded);
  return given === undefined
    ? briefIn(engine, folded, job, claim)
    : spool.text(given.folder, "brief.md", mostBytes);
};
