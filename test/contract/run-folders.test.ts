// The table of run folders says what each protocol's own code says, which isn't loaded to be asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { protocolNames } from "../../src/core/protocol-names.ts";
import { runFolders } from "../../src/core/run-folders.ts";
import { protocols } from "../../src/open.ts";

for (const name of protocolNames)
  test(`${name}: the survey looks into the folders of the table, and owns the files that it names`, async () => {
    const { survey, owns } = await protocols[name]();
    const rows = runFolders(name);
    const places = (await survey?.())?.places ?? [];
    assert.deepEqual(
      places.map(({ folder, file, name: own, isOurs }) => [
        folder,
        file,
        own,
        isOurs !== undefined,
      ]),
      rows.map(({ folder, file, name: own }) => [folder, file, own, own !== undefined]),
    );
    for (const row of rows)
      if (row.name !== undefined) assert.deepEqual(row.owns?.toSorted(), owns?.(null).toSorted());
  });
