// Why: an agent may write the settings of whoever runs it; a proof that could be blinded by them would be none.
import assert from "node:assert/strict";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { put } from "./workspace-folder.ts";
import { shop } from "./workspace-shop.ts";

test("whoever can write the user's own git settings hides no change by them", async (t) => {
  const { folder, root, tree } = await shop(t, { "a.txt": "a\n", "b.txt": "b\n" });
  const settings = join(folder, "settings");
  put(folder, "settings", "[core]\n\tignoreStat = true\n\ttrustctime = false\n\tcheckStat = minimal\n\tsplitIndex = true\n");
  const before = process.env["GIT_CONFIG_GLOBAL"];
  process.env["GIT_CONFIG_GLOBAL"] = settings;
  t.after(() => {
    if (before === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
    else process.env["GIT_CONFIG_GLOBAL"] = before;
  });
  const first = await tree();
  // One change: a second one of the same second, with the same size and time, is seen by no git (docs/trust.md).
  const { atime, mtime } = statSync(join(root, "a.txt"));
  writeFileSync(join(root, "a.txt"), "A\n");
  utimesSync(join(root, "a.txt"), atime, mtime);
  assert.notEqual(await tree(), first);
});
