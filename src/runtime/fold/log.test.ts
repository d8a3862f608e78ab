// Tests that a log requested up to a version is read no further.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { cardOf, drafts } from "../../../test/contract/stone.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import { ultrawork } from "../../protocols/ultrawork/index.ts";
import { readLog } from "../fold.ts";

test("no event after the version that was asked for is read", async () => {
  let n = 0;
  const memory = openMemory({});
  const rows = drafts("r", null, 5, () => `c${(n += 1)}`, "x");
  await memory.append("r", 0, rows, cardOf(rows));
  const reads: number[] = [];
  const read: typeof memory.read = async (asked) => {
    const found = await memory.read(asked);
    reads.push(found.length);
    return found;
  };
  const engine = testEngine(ultrawork, { ledger: { ...memory, read } });
  const versions = async (until?: number): Promise<readonly number[]> =>
    (await readLog(engine, "r", until)).map(({ version }) => version);
  assert.deepEqual(await versions(2), [1, 2]);
  assert.deepEqual(await versions(0), []);
  assert.deepEqual(await versions(9), [1, 2, 3, 4, 5]);
  assert.deepEqual(await versions(), [1, 2, 3, 4, 5]);
  assert.deepEqual(reads, [2, 5, 5]);
});
