// Tests of hooks: what a hosted job is told at start, before edits and at its stop, and silence for everybody else.
import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk, type Desk, type Printed } from "./desk.ts";
import { hosted, type Hosted } from "./hosted-job.ts";

/** `own`: what its process has in its environment; a chat has nothing. */
type Calls = { readonly here: Desk; readonly own: NodeJS.ProcessEnv };
const tell = (
  { here, own }: Calls,
  event: string,
  told: object,
  env: NodeJS.ProcessEnv = {},
): Promise<Printed> =>
  here.cairn(["setup", "hooks", "run", event], {
    stdin: JSON.stringify({ session_id: "chat", cwd: here.root, ...told }),
    env: { ...own, ...env },
  });
const silent = ({ exit, out, err }: Printed, what: string): void =>
  assert.deepEqual([exit, out, err], [0, "", ""], what);
const outside = (here: Desk): Calls => ({ here, own: {} });

test("a job's conversation is told whose it is, and after a compaction its brief; others are told nothing", async (t) => {
  const job = await hosted(t);
  for (const event of ["SessionStart", "Stop"])
    silent(await tell(outside(job.here), event, {}), "a chat");
  silent(await tell(job, "SessionStart", {}, { CAIRN_TOKEN: "1.other" }), "another token");
  const begun = await tell(job, "SessionStart", { source: "startup" });
  assert.equal(at(begun.json(), "hookSpecificOutput", "hookEventName"), "SessionStart");
  const said = at(begun.json(), "hookSpecificOutput", "additionalContext");
  assert.match(String(said), /^You work for the job task-1-1 of run \S+, and no other; [^\n]*$/u);
  const again = await tell(job, "SessionStart", { source: "compact" });
  assert.match(
    String(at(again.json(), "hookSpecificOutput", "additionalContext")),
    /^You work for [^\n]*\n\nMake one\.txt\.$/u,
  );
});

test("a job is held back at its stop for what is unfinished, and never when a hook is why it goes on", async (t) => {
  const job = await hosted(t);
  const fresh = { stop_hook_active: false, last_assistant_message: "done" };
  silent(await tell(job, "Stop", { stop_hook_active: true }), "held back already");
  silent(await tell(job, "Stop", { last_assistant_message: "done" }), "it might never stop");
  silent(await tell(job, "Stop", { ...fresh, agent_id: "helper" }), "a helper of it");
  silent(await tell(job, "Stop", fresh, { CAIRN_HOOKS: "off" }), "switched off");
  for (const event of ["Stop", "AfterAgent"]) {
    const held = await tell(job, event, fresh);
    assert.equal(at(held.json(), "decision"), event === "Stop" ? "block" : "deny");
    assert.match(
      String(at(held.json(), "reason")),
      /the job task-1-1 of run \S+ is not over: it has no report\.[^]*- 1: one\.txt is there \[test -e one\.txt\]/u,
    );
  }
});

test("who plans may not change the work, whatever path it names; a worker may, and so may everybody outside of the tree", async (t) => {
  const plans = await hosted(t, "planner");
  const { here } = plans;
  const edit = (of: Calls, path: string, event = "PreToolUse") =>
    tell(of, event, { tool_name: "Write", tool_input: { file_path: path } });
  silent(await edit(outside(here), "src.ts"), "a chat");
  for (const path of ["src.ts", join(here.root, "deep/er/src.ts"), "../shop/src.ts"]) {
    const denied = await edit(plans, path);
    assert.equal(at(denied.json(), "hookSpecificOutput", "permissionDecision"), "deny", path);
    assert.match(
      String(at(denied.json(), "hookSpecificOutput", "permissionDecisionReason")),
      /not now\. The job plan-.*PLANNING/u,
    );
  }
  assert.equal(at((await edit(plans, "src.ts", "BeforeTool")).json(), "decision"), "deny");
  silent(await edit(plans, join(here.folder, "elsewhere.txt")), "outside of the tree");
  silent(await edit(plans, join(here.folder, "sessions/shop/sessions/s/design.md")), "its own");
  silent(await edit(await hosted(t), "one.txt"), "a worker");
});

test("of a fenced job no path is followed outside: a link to what is hidden from it reads as one to nothing", async (t) => {
  const edit = (job: Hosted, path: string) =>
    tell(job, "PreToolUse", { tool_name: "Write", tool_input: { file_path: path } });
  const open = await hosted(t, "planner");
  const fenced = await hosted(t, "planner", { shows: [], writes: [], network: false });
  for (const { here } of [open, fenced]) {
    writeFileSync(join(here.folder, "secret"), "");
    for (const name of ["secret", "nothing"])
      symlinkSync(join(here.folder, name), join(here.root, name));
  }
  silent(await edit(open, "secret"), "an unfenced job may look itself");
  for (const path of ["secret", "nothing", "src.ts"])
    assert.match(
      (await edit(fenced, path)).out,
      new RegExp(`"deny".*would change ${path}\\.`, "u"),
    );
  silent(await edit(fenced, "../elsewhere.txt"), "outside of the tree");
});

test("the settings of a program call the hooks of its own moments, with how long they may take", async (t) => {
  const here = desk(t);
  const told = await here.ends(0, "setup hooks settings claude-code");
  const { hooks } = JSON.parse(told.out);
  assert.deepEqual(Object.keys(hooks), ["SessionStart", "PreToolUse", "Stop"]);
  assert.match(hooks.PreToolUse[0].matcher, /^Edit\|/u);
  assert.match(hooks.Stop[0].hooks[0].command, /CAIRN_TOKEN[^]* setup hooks run Stop \|\| :$/u);
  assert.match(told.err, /\.claude\/settings\.json of a repository, or ~\/\.claude/u);
  assert.match((await here.cairn("setup hooks settings codex")).err, /\/hooks in codex/u);
  assert.match(
    (await here.cairn("setup hooks settings claud-code")).err,
    /^PROGRAM_UNKNOWN: [^]*claude-code/u,
  );
});
