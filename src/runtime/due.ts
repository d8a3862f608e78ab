// Why: what is due of a run, and who is at it, is asked by every look, and by whoever takes a job.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { besideOf } from "./beside.ts";
import type { Engine } from "./engine.ts";
import { unknownRun } from "./find.ts";
import type { Folds } from "./fold.ts";
import { findJob, keptBy, standingsOf } from "./standing.ts";
import type { Standing } from "./system.ts";

export type Due = {
  standings(run: string): Promise<readonly Standing[] | Refusal>;
  job(run: string, name: string): Promise<Standing | Refusal>;
};

export const createDue = (engine: Engine, folds: Folds): Due => {
  const { ledger } = engine;
  const standings = async (run: string): Promise<readonly Standing[] | Refusal> => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const all = standingsOf(folded.protocol.jobs(folded.state), await ledger.leases(run), await ledger.now());
    const ready = all.some(({ job, is }) => is === "ready" && job.alone === true);
    const beside = ready ? await besideOf(engine, folds, run, folded) : null;
    return beside === null ? all : all.map((one) => (one.is === "ready" && one.job.alone === true ? keptBy(one, beside) : one));
  };
  return {
    standings,
    async job(run, name) {
      const all = await standings(run);
      return isRefusal(all) ? all : findJob(all, name);
    },
  };
};
