// Why: a brief is made, and given again to whoever forgot it, in one way, whoever asks.
import type { Job } from "../core/job.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** More than any brief has, in bytes. */
const mostBytes = 1024 * 1024;

/** As the run has it now. */
export const briefNow = async (engine: Engine, folded: Folded, job: Job): Promise<string> => {
  const { protocol, state } = folded;
  return protocol.brief(state, job, await engine.workspace.facts(groundOf(engine, folded), protocol.ask(state, job), engine.now()));
};

/** What a hosted job was given counts, also where the run went on meanwhile. `fence` null: nobody has it. */
export const briefOf = async (engine: Engine, run: string, folded: Folded, job: Job, fence: number | null): Promise<string> => {
  const { spool } = engine.workspace;
  const given = fence === null ? undefined : (await spool.list(run)).entries.find((entry) => entry.fence === fence);
  return given === undefined ? briefNow(engine, folded, job) : spool.text(given.folder, "brief.md", mostBytes);
};
