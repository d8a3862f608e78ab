// Types and helpers of the ledger contract.
import assert from "node:assert/strict";
import { Fault } from "../../../src/core/refusal.ts";
import type { Lease } from "../../../src/core/row.ts";
import type { LeaseAnswer, Ledger } from "../../../src/ledger/ledger.ts";

export type Opened = {
  readonly ledger: Ledger;
  /** Moves the ledger's clock on, in ms. */
  readonly advance: (ms: number) => void;
  /** A second handle on the same ledger; absent where there is none. */
  readonly again?: () => Promise<Ledger>;
};

export const leaseOf = (answer: LeaseAnswer): Lease => {
  assert.equal(answer.is, "granted");
  return answer.is === "granted" ? answer.lease : assert.fail();
};
export const refused = async (work: Promise<unknown>, code: string): Promise<void> => {
  await assert.rejects(
    work,
    (error) => error instanceof Fault && error.code === code && error.hint.length > 0,
  );
};

/** Names a test and hands it an empty ledger. */
export type LedgerTest = (what: string, body: (opened: Opened) => Promise<void>) => void;
