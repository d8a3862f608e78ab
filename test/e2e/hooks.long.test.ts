// Tests of hooks: messages at start and stop of a conversation, and silence elsewhere.
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { asTyped, at, desk, type Printed } from "./desk.ts";
import { claim, shop, silent, tell } from "./hooks-desk.ts";

test("a conversation that begins is told where the work stands, in few characters, and nothing where none is", async (t) => {
  const bare = desk(t);
  silent(await tell(bare, "SessionStart", { source: "startup" }), "nothing was ever begun");
  const here = await shop(t);
  const begun = await tell(here, "SessionStart", { source: "startup" });
  const said = String(at(begun.json(), "hookSpecificOutput", "additionalContext"));
  assert.match(
    said,
    /EXECUTION.*0 of 2 criteria proved\n- may be claimed: task-1-1 · worker · 1\n[^]*cairn job claim/u,
  );
  assert.equal(at(begun.json(), "hookSpecificOutput", "hookEventName"), "SessionStart");
  for (const n of [1, 2, 3]) {
    await here.cairn(
      asTyped`run --later ultrawork ${"A long goal of many words. ".repeat(40)} --session s${n} --home ${join(here.folder, "more")}`,
    );
  }
  const many = await tell(here, "SessionStart", { source: "resume" });
  const all = String(at(many.json(), "hookSpecificOutput", "additionalContext"));
  assert.ok(all.length <= 1_500, String(all.length));
  assert.match(all, /cairn status$/u);
});

test("a job's process is asked at its stop for what is unfinished, once in a row; nobody else is", async (t) => {
  const here = await shop(t);
  const stop = (told: object, env: NodeJS.ProcessEnv) => tell(here, "Stop", told, env);
  const { own } = await claim(here, "1");
  const fresh = { stop_hook_active: false, last_assistant_message: "done" };
  silent(await stop(fresh, {}), "a chat");
  silent(await stop(fresh, { ...own, CAIRN_TOKEN: "1.other" }), "no holder");
  silent(await stop({ ...fresh, stop_hook_active: true }, own), "held back already");
  silent(await stop({ last_assistant_message: "done" }, own), "a program that might never stop");
  silent(await stop(fresh, { ...own, CAIRN_HOOKS: "off" }), "switched off");
  for (const event of ["Stop", "AfterAgent"]) {
    const held = await tell(here, event, fresh, own);
    assert.equal(at(held.json(), "decision"), event === "Stop" ? "block" : "deny");
    assert.match(
      String(at(held.json(), "reason")),
      /the job task-1-1 of run \S+ is not over: it has no report\.[^]*- 1: one\.txt is there \[test -e one\.txt\]/u,
    );
  }
});

test("who plans may not change the work, whatever path it names; a worker may, and so may everybody outside of the tree", async (t) => {
  const here = desk(t);
  await here.ends(0, "run --later ultrawork Both --session s --explorers 0");
  const edit = (path: string, event = "PreToolUse"): Promise<Printed> =>
    tell(here, event, { tool_name: "Write", tool_input: { file_path: path } }, own);
  const next = await here.cairn("status --next s --json");
  const { own } = await claim(here, String(at(next.json(), "jobs", 0, "key")));
  for (const path of ["src.ts", join(here.root, "deep/er/src.ts"), "../shop/src.ts"]) {
    const denied = await edit(path);
    assert.equal(at(denied.json(), "hookSpecificOutput", "permissionDecision"), "deny", path);
    assert.match(
      String(at(denied.json(), "hookSpecificOutput", "permissionDecisionReason")),
      /not now\. The job plan-.*PLANNING/u,
    );
  }
  assert.equal(at((await edit("src.ts", "BeforeTool")).json(), "decision"), "deny");
  silent(await edit(join(here.folder, "elsewhere.txt")), "outside of the tree");
  silent(await edit(join(here.folder, "sessions/shop/sessions/s/design.md")), "its own document");
  const worker = await shop(t);
  const works = await claim(worker, "1");
  const written = (root: string) => ({
    tool_name: "Write",
    tool_input: { file_path: join(root, "one.txt") },
  });
  silent(await tell(worker, "PreToolUse", written(works.place), works.own), "a worker");
  assert.match(
    (await tell(worker, "PreToolUse", written(worker.root), works.own)).out,
    /deny[^]*works in [^ ]*\/tree, a copy of its own/u,
  );
  silent(await tell(worker, "PreToolUse", written(worker.root)), "a chat");
});

test("of a fenced job no path is followed outside: a link to what is hidden from it reads as one to nothing", async (t) => {
  const here = desk(t);
  await here.cairn("run --later ultrawork Both --session s --explorers 0");
  const job = at((await here.cairn("status --next s --json")).json(), "jobs", 0, "key");
  const claimed = (await here.cairn(asTyped`job claim s ${String(job)} --as bo --json`)).json();
  const [run, token] = [String(at(claimed, "run")), String(at(claimed, "token"))];
  writeFileSync(join(here.folder, "secret"), "");
  for (const name of ["secret", "nothing"])
    symlinkSync(join(here.folder, name), join(here.root, name));
  const edit = (path: string): Promise<Printed> =>
    tell(
      here,
      "PreToolUse",
      { tool_name: "Write", tool_input: { file_path: path } },
      { CAIRN_RUN: run, CAIRN_TOKEN: token },
    );
  silent(await edit("secret"), "an unfenced job may look itself");
  const { spool } = await openWorkspace({ home: join(here.root, ".git/cairn") });
  const ground = { root: here.root, place: null, ignores: [] };
  await spool.make(
    {
      ...spoolJob(run, Number(token.split(".")[0])),
      ground,
      fence: { shows: [], writes: [], network: false },
    },
    "",
  );
  for (const path of ["secret", "nothing", "src.ts"])
    assert.match((await edit(path)).out, new RegExp(`"deny".*would change ${path}\\.`, "u"));
  silent(await edit("../elsewhere.txt"), "outside of the tree");
});

test("install and remove say what they write, write it once, and refuse what they would spoil", async (t) => {
  const here = desk(t);
  const file = join(here.root, ".claude/settings.json");
  const dry = await here.cairn("setup hooks install claude-code --dry-run");
  assert.match(dry.out, /would be put into .*\.claude\/settings\.json\n\{/u);
  assert.throws(() => readFileSync(file));
  const done = await here.cairn("setup hooks install claude-code codex");
  assert.match(done.out, /claude-code: hooks are put into .*\ncodex: .*\n.*\/hooks in codex/u);
  const written = readFileSync(file, "utf8");
  assert.match((await here.cairn("setup hooks install claude-code")).out, /has them already/u);
  assert.equal(readFileSync(file, "utf8"), written);
  assert.match(done.out, /count from the next conversation on/u);
  assert.match(
    (await here.cairn("setup hooks remove codex")).out,
    /taken out of .*hooks\.json\n {2}nothing else stands in it/u,
  );
  await here.cairn("setup hooks install codex");
  assert.deepEqual(at((await here.cairn("setup hooks remove --json")).json(), "files"), [
    file,
    join(here.root, ".codex/hooks.json"),
  ]);
  await here.ends(0, "setup hooks remove");
  writeFileSync(file, "{ // mine\n}\n");
  const refused = await here.cairn("setup hooks install codex claude-code --user --project");
  assert.deepEqual([refused.exit, refused.err.split(":")[0]], [2, "USAGE"]);
  const spoiled = await here.cairn("setup hooks install codex claude-code");
  assert.match(spoiled.err, /^FILE_BROKEN: .*settings\.json[^]*by hand/u);
  assert.equal(
    readFileSync(join(here.root, ".codex/hooks.json"), "utf8"),
    "{}\n",
    "half of it was written",
  );
  assert.match(
    (await here.cairn("setup hooks install claud-code")).err,
    /^PROGRAM_UNKNOWN: [^]*claude-code/u,
  );
});
