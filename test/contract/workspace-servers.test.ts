// Servers that say where their page is: seen while they live, by whoever would link to them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const up = (port: number) => ({
  origin: `http://127.0.0.1:${port}`,
  ledger: "sqlite:/a",
  since: "2026-01-08T12:00:00.000Z",
});

test("a folder without any run stays as it is", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  assert.equal((await (await openWorkspace({ home })).servers()).begin(up(4747)), null);
  assert.equal(existsSync(home), false);
});

test("servers are seen by others until they say that they ended", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  mkdirSync(home);
  const here = await (await openWorkspace({ home })).servers();
  const elsewhere = await (await openWorkspace({ home })).servers();
  assert.deepEqual(elsewhere.all(), []);
  const [first, second] = [here.begin(up(4747)), here.begin(up(4748))];
  assert.deepEqual(
    elsewhere
      .all()
      .map(({ origin }) => origin)
      .toSorted(),
    ["http://127.0.0.1:4747", "http://127.0.0.1:4748"],
  );
  first?.();
  assert.deepEqual(elsewhere.all(), [up(4748)]);
  second?.();
  assert.deepEqual(elsewhere.all(), []);
});

test("one that was killed is told no more, and the next one clears it away", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const folder = join(home, "cache/servers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "port_1.1"),
    JSON.stringify({ ...up(1), pid: 1, start: "another life of that number" }),
  );
  writeFileSync(join(folder, "port_2.7"), "{ half");
  const servers = await (await openWorkspace({ home })).servers();
  assert.deepEqual(servers.all(), []);
  const ended = servers.begin(up(4747));
  assert.equal(readdirSync(folder).length, 1);
  ended?.();
});
