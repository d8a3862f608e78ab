// Due jobs of a run with their holders.
import { isSilent } from "../../core/agents/patience.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import { unknownRun } from "../find.ts";
import type { Folds } from "../fold.ts";
import { granterOf } from "../runner/granter.ts";
import { findJob, standingsOf } from "./standing.ts";
import type { Standing } from "../results.ts";

export type Due = {
  standings(run: string): Promise<readonly Standing[] | Refusal>;
  /** By key, or by unit if unambiguous: JOB_UNKNOWN lists the candidates. */
  job(run: string, name: string): Promise<Standing | Refusal>;
};

/** With a single machine, machines aren't mentioned. */
const withMachine = (engine: Engine, one: Standing, now: Time): Standing => {
  if (!engine.shared || one.lease === null) return one;
  const { machine } = granterOf(one.lease);
  if (engine.isHere(machine)) return one;
  const leftMs = Date.parse(one.lease.until) - Date.parse(now);
  return { ...one, on: { machine, leftMs, silent: isSilent(leftMs) } };
};

export const createDue = (engine: Engine, folds: Folds): Due => {
  const { ledger } = engine;
  const standings = async (run: string): Promise<readonly Standing[] | Refusal> => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const [leases, now] = [await ledger.leases(run), await ledger.now()];
    const all = standingsOf(folded.protocol.jobs(folded.state), leases, now);
    if (leases.length === 0) return all;
    const { entries } = await engine.workspace.spool.list(run);
    const { judged } = await import("./judge.ts");
    const seen = { engine, leases, entries, now };
    return all.map((one) => {
      const { is, job, lease } = one;
      // A lease may hold for minutes when its processes are gone.
      const found = is === "running" && lease !== null ? judged(seen, job, lease) : {};
      return withMachine(engine, { ...one, ...found }, now);
    });
  };
  return {
    standings,
    async job(run, name) {
      const all = await standings(run);
      return isRefusal(all) ? all : findJob(all, name);
    },
  };
};
