// Grouping of criteria by check run: same command, folder and environment run once.
import type { Check } from "../../../core/job.ts";
import { runs, sameCheck } from "../checks.ts";
import type { CriterionCheck } from "../state.ts";
import type { Numbered } from "./due.ts";

/** `first` names the job; each member is judged by its own expected exit and match. */
export type Run = {
  readonly first: Numbered;
  readonly members: readonly Numbered[];
  readonly check: Check;
};

/** Returns null if the engine has nothing to run. */
export const runOf = (check: CriterionCheck, ms: number): Check | null => {
  const run = runs(check);
  if (run.do === "read") return { read: run.read };
  return run.do === "run" ? { argv: run.argv, cwd: run.cwd, env: run.env, ms } : null;
};

const longer = (a: Check, b: Check): Check => ("ms" in a && "ms" in b && b.ms > a.ms ? b : a);

/** In the order of their first members. `ms`: timeout of checks without their own; `most`: upper limit of all. */
export const sameRuns = (
  due: readonly Numbered[],
  ms: number,
  most: number = Number.POSITIVE_INFINITY,
): readonly Run[] => {
  const found = new Map<string, Run>();
  const keys = new Map<string, string>();
  for (const entry of due) {
    const { check } = entry.criterion;
    const run =
      check === null
        ? null
        : runOf(check, Math.min(most, check.timeout_s === undefined ? ms : check.timeout_s * 1000));
    if (check === null || run === null) continue;
    const text = `${check.type} ${check.cwd ?? ""} ${check.path ?? ""} ${check.command ?? ""}`;
    const key = keys.get(text) ?? sameCheck(check);
    keys.set(text, key);
    const known = found.get(key);
    if (known === undefined) found.set(key, { first: entry, members: [entry], check: run });
    else
      found.set(key, {
        ...known,
        members: [...known.members, entry],
        check: longer(known.check, run),
      });
  }
  return [...found.values()];
};
