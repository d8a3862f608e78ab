// Why: the memory ledger stands in for the others in tests, so it must be held to the same contract.
import { openMemory } from "../../src/ledger/memory.ts";
import { ledgerContract } from "./ledger.ts";
import { AT } from "./stone.ts";

ledgerContract("memory", async (t) => {
  let now = Date.parse(AT);
  const ledger = openMemory({ now: () => now });
  t.after(() => ledger.close());
  return { ledger, advance: (ms) => void (now += ms) };
});
