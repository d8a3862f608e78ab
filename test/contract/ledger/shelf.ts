// Ledger contract, shelf of contents: whole, once, gone after its time limit.
import assert from "node:assert/strict";
import { digest } from "../../../src/core/hash.ts";
import { shelfBytes, type LedgerShelf } from "../../../src/ledger/ledger.ts";
import type { LedgerTest, Opened } from "./given.ts";

const shelfOf = ({ shelf }: { readonly shelf?: LedgerShelf }): LedgerShelf =>
  shelf ?? assert.fail("it has no shelf");

const carried = async ({ ledger, again }: Opened): Promise<void> => {
  const [here, there] = [shelfOf(ledger), shelfOf(again === undefined ? ledger : await again())];
  const all = ["", "plain", "\0\u001a1 ä", Buffer.from([0, 255, 254, 92, 120, 48])].map((bytes) =>
    Buffer.from(bytes),
  );
  for (const bytes of all) {
    assert.equal(await there.get(digest(bytes)), null);
    await here.put(bytes);
    await there.put(bytes);
    assert.deepEqual(Buffer.from((await there.get(digest(bytes))) ?? []), bytes);
    assert.deepEqual(Buffer.from((await here.get(digest(bytes))) ?? []), bytes);
  }
  assert.equal(await there.get("no digest"), null);
};

const crowded = async ({ ledger }: Opened): Promise<void> => {
  const all = Array.from({ length: 20 }, (_, n) => Buffer.from(`thing ${n % 5}`));
  await Promise.all(all.map((bytes) => shelfOf(ledger).put(bytes)));
  for (const bytes of all) assert.notEqual(await shelfOf(ledger).get(digest(bytes)), null);
};

const bounded = async ({ ledger }: Opened): Promise<void> => {
  const most = Buffer.alloc(shelfBytes, "all of it ");
  await shelfOf(ledger).put(most);
  assert.equal(digest((await shelfOf(ledger).get(digest(most))) ?? ""), digest(most));
  const more = Buffer.concat([most, Buffer.from("!")]);
  await assert.rejects(shelfOf(ledger).put(more));
  assert.equal(await shelfOf(ledger).get(digest(more)), null);
};

export const shelf = (ledgerTest: LedgerTest): void => {
  ledgerTest("contents are found by their digest from any handle, and nothing else is", carried);
  ledgerTest("the same contents may be put at once", crowded);
  ledgerTest("a content over the limit is refused, one at the limit isn't", bounded);
};
