// Types and default judgement of repeated checks (`evidence --recheck`).
import type { Check, Proof } from "./job.ts";

export type Judged = { readonly passed: boolean; readonly why: string };

/** What `evidence --recheck` runs for one criterion, and how its outcome is read; nothing of it is recorded. */
export type Recheck = {
  readonly unit: string;
  readonly number: number;
  readonly check: Check;
  readonly judge: (proof: Proof) => Judged;
};

/** A program that ended by itself with 0 passed. */
export const byExit = ({ exit, why }: Proof): Judged => ({
  passed: exit === 0 && why === null,
  why: why ?? `exit ${exit ?? "unknown"}`,
});
