// Facts for rules from the ledger itself: other runs, current leases of jobs.
import type { Ask, Facts } from "../../core/protocol.ts";
import { ownOf } from "../../core/json/own.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Leased } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import type { Ground } from "../../workspace/workspace.ts";
import { agentFor, configOfRun } from "../config.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded, Folds } from "../fold.ts";
import { liveOf } from "../jobs/leases.ts";
import { asRefusal, onFault } from "../on-fault.ts";

/** A path that leads outside, or a file that is too large, is refused: its sender can correct it. */
const askers: readonly string[] = ["PATH_OUTSIDE", "FILE_OVERSIZED"];

/** Facts from the run's documents and its work. Refused: PATH_OUTSIDE, FILE_OVERSIZED; other Faults are the operator's. */
export const askedFacts = async (
  { workspace, now }: Engine,
  ground: Ground,
  ask: Ask,
): Promise<Facts | Refusal> =>
  onFault(() => workspace.facts(ground, ask, now()), asRefusal, askers);

const endsOf = async (
  folds: Folds,
  runs: readonly string[],
): Promise<Readonly<Record<string, Ended | null>>> => {
  const ends: Record<string, Ended | null> = {};
  for (const run of runs) {
    const folded = await folds.newest(run);
    ends[run] = folded === null ? null : folded.protocol.ended(folded.state);
  }
  return ends;
};

const leasedOf = async (
  { ledger }: Engine,
  run: string,
  { protocol, state }: Folded,
): Promise<readonly Leased[]> => {
  const leases = await ledger.leases(run);
  if (leases.length === 0 || state === null) return [];
  const live = liveOf(leases, await ledger.now());
  const roles = new Map(protocol.jobs(state).map(({ key, role }) => [key, role]));
  return live.map(({ job, holder }) => ({ key: job, role: roles.get(job) ?? null, holder }));
};

const isProgram = (engine: Engine, { protocol, state }: Folded, role: string): boolean => {
  const config = configOfRun(engine.config, state);
  const name = agentFor(config, protocol.name, role);
  return name !== null && ownOf(config.agents, name)?.done === "exit";
};

/** Facts from the ledger and the configuration. */
const ledgerFacts = async (
  engine: Engine,
  folds: Folds,
  run: string,
  folded: Folded,
  ask: Ask,
): Promise<Partial<Facts>> => ({
  ...(ask.runs === undefined ? {} : { runs: await endsOf(folds, ask.runs) }),
  ...(ask.leases === undefined ? {} : { leases: await leasedOf(engine, run, folded) }),
  ...(ask.programs === undefined
    ? {}
    : { programs: ask.programs.filter((role) => isProgram(engine, folded, role)) }),
});

/** The same with facts from the ledger. */
export const worldFacts = async (
  engine: Engine,
  folds: Folds,
  run: string,
  folded: Folded,
  ask: Ask,
  ground: Ground = groundOf(engine, folded),
): Promise<Facts | Refusal> => {
  const found = await askedFacts(engine, ground, ask);
  return isRefusal(found)
    ? found
    : { ...found, ...(await ledgerFacts(engine, folds, run, folded, ask)) };
};

/** The same with facts of its work, fetched from other machines first. Also: Faults COMMIT_AWAY, REMOTE_FAILED. */
export const workFacts = async (
  ...asked: Parameters<typeof worldFacts>
): ReturnType<typeof worldFacts> => {
  const [engine, , run, folded, ask, ground = groundOf(engine, folded)] = asked;
  if (engine.shared && ground.at !== undefined && Object.keys(ask).length > 0)
    await (await import("../carry/bring.ts")).mustBring(engine, run, folded);
  return worldFacts(...asked);
};
