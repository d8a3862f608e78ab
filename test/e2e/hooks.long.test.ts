// Tests of hooks: messages at start and stop of a conversation, and silence elsewhere.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { asTyped, at, desk, type Desk, type Printed } from "./desk.ts";
import { bash, claim, shop, silent, tell } from "./hooks-desk.ts";

const kept = (here: Desk): readonly string[] => {
  const folder = join(here.root, ".git/cairn/cache/hooks");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.jsonl?$/u.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
};

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

test("a chat that claimed is asked at its stop for what is unfinished, twice in all, and never when a hook is why it goes on", async (t) => {
  const here = await shop(t);
  silent(await tell(here, "Stop", {}), "nobody has a job");
  const { token } = await claim(here, "1");
  silent(await tell(here, "Stop", { session_id: "another" }), "another chat");
  silent(await tell(here, "Stop", { stop_hook_active: true }), "held back already");
  silent(await tell(here, "Stop", {}, { CAIRN_HOOKS: "off" }), "switched off");
  silent(await tell(here, "SubagentStop", { agent_id: "helper" }), "a helper of it");
  for (const event of ["Stop", "AfterAgent"]) {
    const held = await tell(here, event, { last_assistant_message: "done" });
    assert.equal(at(held.json(), "decision"), event === "Stop" ? "block" : "deny");
    assert.match(
      String(at(held.json(), "reason")),
      /has the job task-1-1 of run [^]*cairn job release[^]*- 1: one\.txt is there \[test -e one\.txt\]/u,
    );
  }
  silent(await tell(here, "Stop", {}), "often enough");
  assert.ok(
    kept(here).every((one) => !one.includes(token)),
    "a token was written down",
  );
});

test("a process of some job uses up no chat's turns and keeps nothing in its name, whatever conversation it tells of", async (t) => {
  const here = await shop(t);
  const { token } = await claim(here, "1");
  const job = [{ process: { pid: 1, start: "s1" }, mark: null, ofCairn: true }];
  for (let n = 0; n < 3; n += 1) {
    silent(await tell(here, "Stop", {}, {}, job), "of another job");
    silent(await tell(here, "PostToolUse", bash("make evil"), {}, job), "of another job");
  }
  // With its own token it is asked as its job, under whatever conversation's name.
  const run = String(at((await here.cairn("status s --json")).json(), "run"));
  const own = { CAIRN_RUN: run, CAIRN_TOKEN: token };
  let asked = 0;
  for (const session_id of ["chat", "one", "two", `job\n${run}.1`])
    asked += Number(/"block"/u.test((await tell(here, "Stop", { session_id }, own)).out));
  assert.equal(asked, 2);
  for (const n of [1, 2])
    assert.match((await tell(here, "Stop", {})).out, /still has the job task-1-1/u, String(n));
  silent(await tell(here, "Stop", {}), "often enough");
  assert.doesNotMatch(kept(here).join("\n"), /evil/u);
});

test("who plans may not change the work, whatever path it names; a worker may, and so may everybody outside of the tree", async (t) => {
  const here = desk(t);
  await here.ends(0, "run --later ultrawork Both --session s --explorers 0");
  const edit = (path: string, event = "PreToolUse"): Promise<Printed> =>
    tell(here, event, { tool_name: "Write", tool_input: { file_path: path } });
  silent(await edit("src.ts"), "nobody has a job");
  const next = await here.cairn("status --next s --json");
  await claim(here, String(at(next.json(), "jobs", 0, "key")));
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
  const { place } = await claim(worker, "1");
  const written = { tool_name: "Write", tool_input: { file_path: join(place, "one.txt") } };
  silent(await tell(worker, "PreToolUse", written), "a worker");
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

test("what an agent ran is shown apart from evidence, without its secrets and without what it said to cairn", async (t) => {
  const here = await shop(t);
  silent(await tell(here, "PostToolUse", bash("before the claim")), "no job");
  const { token } = await claim(here, "1");
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  silent(
    await tell(here, "PostToolUse", bash(`curl -H "Authorization: Bearer ${secret}" example.org`)),
    "a command",
  );
  silent(await tell(here, "PostToolUse", bash("test -e one.txt")), "the check itself");
  const evidence = await here.cairn("evidence s");
  assert.match(
    evidence.out,
    /0 of 2 criteria proved\nrun by agents, .* proves nothing\n {2}1: curl .*\(exit 0, by bo\)\n {2}1: test -e one\.txt \(exit 0, by bo\)\n$/u,
  );
  silent(await tell(here, "PostToolUse", bash(`T=${token} ./told.sh`)), "its own token");
  assert.match((await here.cairn("evidence s")).out, /1: T=\[redacted\] \.\/told\.sh/u);
  assert.ok(kept(here).every((one) => !one.includes(secret) && !one.includes(token)));
  assert.equal(at((await here.cairn("evidence s --json")).json(), "candidates", 1, "exit"), 0);
});

test("a hosted job's check that went well is claimed once, by the way that its protocol has for that", async (t) => {
  const here = await shop(t);
  const claimed = await here.cairn("job claim s 1 --as bo --json");
  const own = {
    CAIRN_RUN: String(at(claimed.json(), "run")),
    CAIRN_TOKEN: String(at(claimed.json(), "token")),
  };
  for (let n = 0; n < 2; n += 1)
    silent(await tell(here, "PostToolUse", bash("test  -e one.txt"), own), "the check");
  const events = (await here.cairn("log s --json")).out
    .split("\n")
    .filter((line) => line.includes('"EvidenceClaimed"'));
  assert.equal(events.length, 1, events.join("\n"));
  assert.match(
    (await here.cairn("evidence s")).out,
    /claimed by .*, proves nothing: .*test {1,2}-e one\.txt/u,
  );
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
