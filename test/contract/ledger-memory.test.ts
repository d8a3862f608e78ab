// Contract tests of the memory ledger.
import { openMemory } from "../fixtures/memory-ledger.ts";
import { ledgerContract } from "./ledger.ts";
import { AT } from "./stone.ts";

ledgerContract("memory", async (t) => {
  let now = Date.parse(AT);
  const ledger = openMemory({ now: () => now });
  t.after(() => ledger.close());
  return { ledger, advance: (ms) => void (now += ms) };
});
