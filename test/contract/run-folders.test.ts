// The table of run folders says what each protocol's own code says, which isn't loaded to be asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runFolders } from "../../src/core/documents/run-folders.ts";
import { protocols } from "../../src/open.ts";

for (const [name, load] of Object.entries(protocols))
  test(`${name}: owns the files that the table names, and judges those whose folder others use`, async () => {
    const { isOurs, owns } = await load();
    const shared = runFolders(name).filter((row) => row.name !== undefined);
    assert.equal((await isOurs?.()) !== undefined, shared.length > 0);
    for (const row of shared) assert.deepEqual(row.owns?.toSorted(), owns?.(null).toSorted());
  });
