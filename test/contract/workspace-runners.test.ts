// Tests of the registry of active runners across terminals and after a kill.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const since = "2026-01-08T12:00:00.000Z";

test("whoever drives a run is seen by others until it says that it ended", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const [here, elsewhere] = [await openWorkspace({ home }), await openWorkspace({ home })];
  assert.deepEqual(elsewhere.runners.all(), []);
  const ended = here.runners.begin("r1", since);
  const other = here.runners.begin("r2", since);
  const told = elsewhere.runners.all().toSorted((a, b) => a.run.localeCompare(b.run));
  assert.deepEqual(told, [
    { run: "r1", process: here.processes.self, since },
    { run: "r2", process: here.processes.self, since },
  ]);
  ended();
  assert.deepEqual(
    elsewhere.runners.all().map(({ run }) => run),
    ["r2"],
  );
  other();
});

test("one that was killed is told no more, and the next one clears it away", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const { runners } = await openWorkspace({ home });
  const folder = join(home, "cache/runners");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "r1.1"),
    JSON.stringify({ run: "r1", pid: 1, start: "another life of that number", since }),
  );
  writeFileSync(join(folder, "r2.7"), "{ half");
  assert.deepEqual(runners.all(), []);
  const ended = runners.begin("r3", since);
  assert.equal(readdirSync(folder).length, 1);
  ended();
});

test("a place that can't be written or leads elsewhere stops no runner", async (t) => {
  const own = ownFolder(t);
  const home = join(own, ".cairn");
  const away = join(own, "away");
  mkdirSync(away);
  mkdirSync(join(home, "cache"), { recursive: true });
  symlinkSync(away, join(home, "cache/runners"));
  const { runners } = await openWorkspace({ home });
  const ended = runners.begin("r1", since);
  assert.deepEqual([runners.all(), readdirSync(away)], [[], []]);
  ended();
});
