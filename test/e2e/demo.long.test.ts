// The demo from its first to its last line, as a process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { at, desk } from "./desk.ts";

test("the demo works its project through a kill to a proved end, and no finished work is redone", { timeout: 180_000 }, async (t) => {
  const here = desk(t);
  const child = spawn(process.execPath, [builtLauncher(), "demo", "--json"], {
    cwd: here.root,
    env: { PATH: process.env["PATH"], HOME: here.folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  assert.equal(code, 0, await err);
  const shown = at(JSON.parse(await out), "runs", 0);
  t.after(() => rmSync(dirname(String(at(shown, "root"))), { recursive: true, force: true }));
  assert.equal(at(shown, "good"), true);
  assert.ok(Number(at(shown, "killedAt")) > 0);
  assert.deepEqual(at(shown, "tasks"), [
    { task: "1", begun: 1, resolved: 1, redone: 0 },
    { task: "2", begun: 1, resolved: 1, redone: 0 },
    { task: "3", begun: 2, resolved: 1, redone: 0 },
    { task: "4", begun: 1, resolved: 1, redone: 0 },
  ]);
  for (const file of ["session.json", "design.md", "tasks/verify.json", "exploration/exp-1.md"])
    assert.ok(existsSync(join(String(at(shown, "folder")), file)), file);
  const passed = at(JSON.parse(await out), "runs", 2);
  assert.deepEqual([at(passed, "protocol"), at(passed, "good")], ["iterative", true]);
  const progress = readFileSync(join(String(at(passed, "folder")), "progress.md"), "utf8");
  assert.deepEqual(progress.match(/^## T1 - (?:Iteration|Confirmation) \d|^\*\*Result:\*\* \w+ \w+/gmu), [
    "## T1 - Iteration 1",
    "## T1 - Confirmation 1",
    "**Result:** found work",
    "## T1 - Confirmation 2",
    "**Result:** nothing left",
  ]);
  const handed = at(JSON.parse(await out), "runs", 3);
  assert.deepEqual([at(handed, "protocol"), at(handed, "good")], ["stigmergy", true]);
  const state: unknown = JSON.parse(readFileSync(join(String(at(handed, "folder")), "state.json"), "utf8"));
  assert.deepEqual([at(state, "project_status"), at(state, "issue_log", 0, "status")], ["PROJECT_COMPLETE", "RESOLVED"]);
  assert.ok(!existsSync(join(here.folder, ".claude")));
});
