// Tests of the folder watcher: each kind of writer is noticed.
import assert from "node:assert/strict";
import { appendFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder, put } from "./workspace-folder.ts";

/** What watches keeps no process alive; a test must. */
const patienceMs = 20_000;

test("whoever writes, renames, adds or takes away a file in the folder or its sub-folders is heard, till nobody listens", async (t) => {
  const top = ownFolder(t);
  const folder = join(top, "run");
  put(folder, "session.json", "{}");
  put(folder, "tasks/1.json", "{}");
  const workspace = await openWorkspace({ home: join(top, ".cairn") });
  let heard = (): void => undefined;
  let hints = 0;
  const stop = workspace.watch(folder, ["tasks", "not-there"], () => {
    hints += 1;
    heard();
  });
  const acts: readonly (() => void)[] = [
    () => writeFileSync(join(folder, "session.json"), '{"a":1}'),
    () => appendFileSync(join(folder, "tasks/1.json"), " "),
    () => renameSync(join(folder, "tasks/1.json"), join(folder, "tasks/2.json")),
    () => rmSync(join(folder, "tasks/2.json")),
    () => writeFileSync(join(folder, "new.md"), "x"),
  ];
  for (const act of acts) {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`nothing was heard of ${String(act)}`)),
        patienceMs,
      );
      heard = () => {
        clearTimeout(late);
        resolve();
      };
      act();
    });
  }
  stop();
  const before = hints;
  writeFileSync(join(folder, "session.json"), "{}");
  // A second watcher hears of the same write, so the first would have, too.
  await new Promise<void>((resolve) => {
    const held = setInterval(() => writeFileSync(join(folder, "session.json"), "{ }"), 50);
    const end = workspace.watch(folder, [], () => {
      clearInterval(held);
      end();
      resolve();
    });
  });
  assert.equal(hints, before);
});
