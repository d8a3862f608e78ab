// Tests of finding the newest seq in ledgers of any size, with holes.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../core/row.ts";
import { newestSeq } from "./newest-seq.ts";

const ledgerOf = (seqs: readonly number[]) => {
  let readings = 0;
  const read = ({
    after = 0,
    limit = 10_000,
  }: {
    readonly after?: number;
    readonly limit?: number;
  }): Promise<readonly Row[]> => {
    readings += 1;
    const found = seqs.filter((seq) => seq > after).slice(0, limit);
    return Promise.resolve(
      found.map((seq) => ({
        seq,
        run: "r",
        version: seq,
        type: "T",
        data: "{}",
        at: "",
        by: "{}",
        cause: "c",
        hash: "h",
      })),
    );
  };
  return { read, readings: () => readings };
};
const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

test("the newest seq is found in a ledger of any size", async () => {
  for (const size of [...upTo(40).map((n) => n - 1), 63, 64, 65, 999, 1_000, 5_000])
    assert.equal(await newestSeq(ledgerOf(upTo(size))), size);
});

test("holes, which other databases leave, hide nothing, and it stays a few readings", async () => {
  const seqs = upTo(3_000).filter((seq) => seq % 7 !== 0 && (seq < 900 || seq > 1_700));
  const ledger = ledgerOf(seqs);
  assert.equal(await newestSeq(ledger), seqs.at(-1));
  assert.ok(ledger.readings() < 60, String(ledger.readings()));
  assert.equal(await newestSeq(ledgerOf([500])), 500);
  assert.equal(await newestSeq(ledgerOf([1, 90_000])), 90_000);
});
