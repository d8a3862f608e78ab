// Types and default judgement of repeated checks (`evidence --recheck`).
import type { Check, Proof } from "../job.ts";

export type RecheckVerdict = { readonly passed: boolean; readonly why: string };

/** A check that `evidence --recheck` runs for one criterion, and how to read its outcome; nothing is recorded. */
export type Recheck = {
  readonly unit: string;
  readonly number: number;
  readonly check: Check;
  readonly judge: (proof: Proof) => RecheckVerdict;
};

/** A program passes if it exits by itself with 0. A hollow one does, too, which shows nothing. */
export const isGreen = (ran: Pick<Proof, "exit" | "why"> | undefined): boolean =>
  ran?.exit === 0 && ran.why === null;

export const byExit = (proof: Proof): RecheckVerdict => ({
  passed: isGreen(proof),
  why: proof.why ?? `exit ${proof.exit ?? "unknown"}`,
});
