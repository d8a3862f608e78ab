// Tests of the cache of run logs: continuation, replaced ledgers, eviction.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, drafts } from "../../../test/contract/stone.ts";
import type { Row } from "../../core/row.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import { createLogs } from "./logs.ts";

let n = 0;
const id = (): string => `c${(n += 1)}`;
const ledgerOf = async (count: number, text: string) => {
  const ledger = openMemory({});
  const rows = drafts("r", null, count, id, text);
  await ledger.append("r", 0, rows, cardOf(rows));
  return { ledger, rows };
};
const versions = (log: readonly { readonly version: number }[]): readonly number[] =>
  log.map(({ version }) => version);

test("what was read once is read on, from the last row that is known", async () => {
  const { ledger, rows } = await ledgerOf(3, "x");
  const reads: number[] = [];
  const log = createLogs({
    ledger: {
      ...ledger,
      read: async (asked) => {
        const found = await ledger.read(asked);
        reads.push(found.length);
        return found;
      },
    },
  });
  const first = await log("r", 3);
  assert.deepEqual(versions(first), [1, 2, 3]);
  const more = drafts("r", rows.at(-1) ?? null, 2, id, "y");
  await ledger.append("r", 3, more, cardOf([...rows, ...more]));
  const second = await log("r", 5);
  assert.deepEqual(versions(second), [1, 2, 3, 4, 5]);
  assert.equal(second[0], first[0]);
  assert.deepEqual(versions(await log("r", 2)), [1, 2]);
  assert.deepEqual(reads, [3, 3, 1]);
  assert.deepEqual(await log("other", 1), []);
});

test("a ledger whose last known row is another one by now, or is gone, is read anew", async () => {
  const old = await ledgerOf(4, "old");
  const other = await ledgerOf(4, "new");
  const short = await ledgerOf(2, "short");
  let now: {
    read: (asked: { run?: string; after?: number; limit?: number }) => Promise<readonly Row[]>;
  } = old.ledger;
  const log = createLogs({ ledger: { ...old.ledger, read: (asked) => now.read(asked) } });
  const texts = async (): Promise<readonly unknown[]> =>
    (await log("r", 9)).map(({ data }) => data);
  const asWritten = (rows: readonly { readonly data: string }[]): readonly unknown[] =>
    rows.map(({ data }): unknown => JSON.parse(data));
  assert.deepEqual(await texts(), asWritten(old.rows));
  now = other.ledger;
  assert.deepEqual(await texts(), asWritten(other.rows));
  now = short.ledger;
  assert.deepEqual(await texts(), asWritten(short.rows));
});

test("a long log is kept while it is asked about, others make way for it, and one that is too long is read anew", async () => {
  const ledger = openMemory({});
  for (const [run, count] of [
    ["short", 2],
    ["long", 4],
    ["longest", 6],
  ] as const) {
    const rows = drafts(run, null, count, id, "x");
    await ledger.append(run, 0, rows, cardOf(rows));
  }
  let read = 0;
  const counting: typeof ledger.read = async (asked) => {
    const rows = await ledger.read(asked);
    read += rows.length;
    return rows;
  };
  const log = createLogs({ ledger: { ...ledger, read: counting } }, { together: 3, longest: 5 });
  const costs = async (run: string): Promise<number> => {
    const before = read;
    await log(run, 9);
    return read - before;
  };
  assert.deepEqual([await costs("short"), await costs("short")], [2, 1]);
  assert.deepEqual([await costs("long"), await costs("long")], [4, 1]);
  assert.equal(await costs("short"), 2);
  assert.deepEqual([await costs("longest"), await costs("longest")], [6, 6]);
});

test("a log of large events counts as a longer one", async () => {
  const { ledger } = await ledgerOf(3, "x".repeat(5_000));
  let read = 0;
  const counting: typeof ledger.read = async (asked) => {
    const rows = await ledger.read(asked);
    read += rows.length;
    return rows;
  };
  const costs = async (longest: number): Promise<number> => {
    const log = createLogs({ ledger: { ...ledger, read: counting } }, { together: 1, longest });
    read = 0;
    await log("r", 9);
    await log("r", 9);
    return read;
  };
  // Each counts as three.
  assert.equal(await costs(9), 4);
  assert.equal(await costs(8), 6);
});
