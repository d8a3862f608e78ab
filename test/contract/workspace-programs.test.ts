// Tests of the detection of replaced programs.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

test("another program than at the last look is told once; a first look and the same program tell nothing", async (t) => {
  const folder = ownFolder(t);
  mkdirSync(join(folder, "shop"));
  const bot = join(folder, "bot");
  const write = (text: string): void => {
    writeFileSync(`${bot}.new`, text);
    chmodSync(`${bot}.new`, 0o755);
    renameSync(`${bot}.new`, bot);
  };
  write("#!/bin/sh\n");
  const look = async (path = bot): Promise<readonly string[]> =>
    (await openWorkspace({ home: join(folder, "shop/.cairn") })).programs(join(folder, "shop"), {
      bot: path,
    });
  assert.deepEqual(await look(), []);
  assert.deepEqual(await look(), []);
  write("#!/bin/sh\n");
  assert.deepEqual(await look(), [], "the same content, installed anew");
  write("#!/bin/sh\nevil\n");
  const [told = "", ...more] = await look();
  assert.match(
    told,
    /^the program for agent bot changed: was \S+\/bot \(sha256 [0-9a-f]{12}\), now \S+\/bot \(/u,
  );
  assert.deepEqual([more, await look()], [[], []]);
  assert.match(
    (await look("/bin/sh"))[0] ?? "",
    /agent bot changed: was \S+\/bot \(.+, now \/bin\/sh \(/u,
  );
  assert.deepEqual(await look(join(folder, "gone")), []);
});
