// Contract tests of the SQLite ledger on a real file with two handles.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/ledger/sqlite.ts";
import { ledgerContract } from "./ledger.ts";
import { AT } from "./stone.ts";

ledgerContract("sqlite", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-ledger-"));
  let now = Date.parse(AT);
  const open = { path: join(folder, "state", "ledger.db"), now: () => now };
  const ledger = await openSqlite(open);
  const handles = [ledger];
  t.after(async () => {
    for (const handle of handles) await handle.close();
    await rm(folder, { recursive: true });
  });
  const again = async (): Promise<typeof ledger> => {
    const handle = await openSqlite(open);
    handles.push(handle);
    return handle;
  };
  return { ledger, advance: (ms) => void (now += ms), again };
});
