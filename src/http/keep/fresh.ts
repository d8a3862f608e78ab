// Cache of proofs' freshness: what a run's work has is asked at most every 10 s.
import { freshnessAsk, isFresh } from "../../core/checks/freshness.ts";
import { keepLast } from "../../core/keep-last.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import type { System } from "../../runtime/system.ts";

/** A criterion, and whether its proof is of the current tree; null: it has no tree, or that can't be measured. */
export type Fresh = Criterion & { readonly fresh: boolean | null };

/** How long that is reused, in ms, while the run has no new event. */
const goodMs = 10_000;
const mostRuns = 16;

type Facts = Exclude<Awaited<ReturnType<System["facts"]>>, { readonly code: string }>;
type Measured = {
  readonly version: number;
  readonly at: number;
  readonly facts: Promise<Facts | null>;
};

export const freshness = (
  system: Pick<System, "facts">,
  now: () => number = () => performance.now(),
) => {
  const runs = new Map<string, Measured>();
  const measure = async (run: string, criteria: readonly Criterion[]): Promise<Facts | null> => {
    const ask = freshnessAsk(criteria);
    if (ask === null) return null;
    try {
      const facts = await system.facts(run, ask);
      return isRefusal(facts) ? null : facts;
    } catch (error) {
      if (error instanceof Fault) return null;
      throw error;
    }
  };
  return async (
    { run, version }: Pick<Card, "run" | "version">,
    criteria: readonly Criterion[],
  ): Promise<readonly Fresh[]> => {
    const known = runs.get(run);
    const good = known !== undefined && known.version === version && now() - known.at < goodMs;
    const measured = good ? known : { version, at: now(), facts: measure(run, criteria) };
    keepLast(runs, run, measured, mostRuns);
    const facts = await measured.facts;
    return criteria.map((criterion) => ({ ...criterion, fresh: isFresh(criterion, facts) }));
  };
};
