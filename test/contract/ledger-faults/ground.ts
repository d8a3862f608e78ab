// Helpers of tests of ledger faults: scratch folder, filled ledger, assertion of faults.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Fault } from "../../../src/core/refusal.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { openSqlite } from "../../../src/ledger/sqlite.ts";
import { cardOf, drafts } from "../stone.ts";

export const scratch = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-faults-"));
  t.after(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};
export const fails = async (work: Promise<unknown>, code: string, says?: RegExp): Promise<void> => {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.code, code, error.message);
    assert.ok(error.hint.length > 0 && !/\brm\b|delete from|drop table/i.test(error.hint));
    if (says !== undefined) assert.match(error.message, says);
    return true;
  });
};
export const lay = (
  ledger: Ledger,
  run: string,
  cause: string,
  text = "x",
): ReturnType<Ledger["append"]> => {
  const rows = drafts(run, null, 1, cause, text);
  return ledger.append(run, 0, rows, cardOf(rows));
};
/** A closed ledger with some rows. */
export const build = async (path: string, rows = 20): Promise<void> => {
  const ledger = await openSqlite({ path });
  const all = drafts("a", null, rows, (version) => `c${version}`, "x".repeat(500));
  await ledger.append("a", 0, all, cardOf(all));
  await ledger.close();
};
