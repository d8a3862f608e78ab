// Tests of reading a run's end back from disk before it is reported.
import assert from "node:assert/strict";
import { closeSync, fstatSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { desk } from "../e2e/desk.ts";

const zero = (path: string): void => {
  const file = openSync(path, "r+");
  try {
    writeSync(file, Buffer.alloc(fstatSync(file).size), 0, undefined, 0);
  } finally {
    closeSync(file);
  }
};

for (const [what, zeroed] of [
  ["as it was written is told as done", false],
  [
    "of which the ledger's log was zeroed under the running program is written anew, and not told as done",
    true,
  ],
] as const)
  test(`a run ${what}`, async (t) => {
    const { cairn, root } = desk(t);
    writeFileSync(
      join(root, "cairn.config.json"),
      JSON.stringify({
        agents: { none: { driver: "command", argv: ["echo", "it is done"], done: "exit" } },
        roles: { "*": "none" },
      }),
    );
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-q", "-m", "first");
    await cairn(["template", "compose", "look", "--step", "analyze"]);
    let met = false;
    const heard = (text: string): void => {
      if (met || !text.includes("NodeFinished")) return;
      met = true;
      if (zeroed) zero(join(root, ".git/cairn/ledger.db-wal"));
    };
    const { exit, out, err } = await cairn(
      ["run", "player", "--template", "look", "--goal", "it", "--verbose"],
      { heard },
    );
    assert.ok(met, out + err);
    assert.equal(exit, zeroed ? 1 : 0, out + err);
    if (zeroed) assert.match(err, /LEDGER_MOVED.*written back/u);
    else assert.match(out, /done/u);
    if (zeroed) assert.doesNotMatch(out, /nodes done/u);
  });
