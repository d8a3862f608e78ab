// Clean checkouts in which proofs are tried once more: of the commit that was proved, made ready as for a job.
import type { Job } from "../../core/job.ts";
import { byExit } from "../../core/checks/recheck.ts";
import { repositoryChecks } from "../../landing/checks.ts";
import { siteOf } from "../../landing/site.ts";
import { saidBy } from "../../landing/trials.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkHere } from "./check-here.ts";
import { madeReady } from "./made-ready.ts";
import { type Opened, openSpot } from "../landing/open-spot.ts";
import { placeSite } from "../landing/where.ts";

const limits = { ms: 600_000, bytes: 64 * 1_048_576, tries: 1 } as const;
const lookAt = (unit: string, key: string): Job => ({
  key,
  about: null,
  subject: unit,
  kind: "check",
  role: "engine",
  why: null,
  begun: true,
  writes: "nothing",
  reads: [],
  limits,
  doubt: "retry",
});

export type Checkouts = {
  /** A folder with the commit of a unit's work. Fault SETUP_FAILED. */
  of(unit: string): Promise<Opened>;
  /** Removes all of them. */
  free(): Promise<void>;
};

/** Creates one checkout per unit. */
export const checkoutsOf = (engine: Engine, run: string, folded: Folded): Checkouts => {
  const made = new Map<string, Opened>();
  const anew = `recheck-${engine.chance(20)}`;
  return {
    async of(unit) {
      const known = made.get(unit);
      if (known !== undefined) return known;
      const job = lookAt(unit, `recheck-${engine.chance(20)}`);
      const opened = await openSpot({ engine, run, anew }, folded, job);
      made.set(unit, opened);
      await madeReady(engine, opened);
      return opened;
    },
    async free() {
      const places = await engine.workspace.places();
      for (const { spot } of made.values())
        await places.free(placeSite(engine, run, folded), spot.key);
    },
  };
};

/** `failed`: what each red check printed. */
export type Tried = { readonly ran: number; readonly failed: readonly string[] };

/** Runs the repository's own checks on a unit's work; one that was red on the base may stay red. */
export const tryRepository = async (
  engine: Engine,
  { state }: Folded,
  checkouts: Checkouts,
  unit: string,
): Promise<Tried> => {
  const site = siteOf(state);
  const due = site === null ? [] : repositoryChecks(site);
  const failed: string[] = [];
  for (const [index, one] of due.entries()) {
    const name = site?.ready.checks[index]?.name ?? "";
    const proof = await checkHere(engine, await checkouts.of(unit), one);
    const { passed, why } = byExit(proof);
    if (!passed && site?.expected.includes(name) !== true)
      failed.push(`${name}: ${saidBy(proof, why)}`);
  }
  return { ran: due.length, failed };
};
