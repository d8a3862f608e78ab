// Contract of ledgers: one suite for every backend.
import { test, type TestContext } from "node:test";
import { appends } from "./ledger/appends.ts";
import type { LedgerTest, Opened } from "./ledger/given.ts";
import { leases } from "./ledger/leases.ts";
import { reading } from "./ledger/reading.ts";
import { shelf } from "./ledger/shelf.ts";

/** The suite that a backend must pass. `open` gives an empty ledger and cleans up after the test; `shelved`: the backend has a shelf. */
export const ledgerContract = (
  name: string,
  open: (t: TestContext) => Promise<Opened>,
  shelved = false,
): void => {
  const ledgerTest: LedgerTest = (what, body) =>
    void test(`${name}: ${what}`, async (t) => body(await open(t)));
  appends(ledgerTest);
  leases(ledgerTest);
  reading(ledgerTest);
  if (shelved) shelf(ledgerTest);
};
