// Tests of `cairn setup agents`: programs, versions, roles, words, settings without effect; no secrets, no long waits.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, type Desk, desk } from "./desk.ts";
import { configured } from "./ground.ts";

/** Programs on PATH: what each does when it is started. */
const onPath = (
  { folder }: Desk,
  programs: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, does] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: `${bin}:/usr/bin:/bin` };
};

test("each agent's program, version, roles and words are shown, without any secret", async (t) => {
  const here = desk(t);
  const env = onPath(here, { codex: "echo codex-cli 0.171.1", gemini: "echo 0.60.9" });
  const key = `sk-ant-${"a1B2".repeat(12)}`;
  configured(here, {
    agents: {
      codex: {
        driver: "codex",
        model: { standard: "big", light: "small" },
        env: { OPENAI_API_KEY: "hush-hush" },
      },
      mine: {
        driver: "command",
        argv: ["codex", "--api-key", key, ["--mode", "{mode}"], "{brief}"],
      },
      idle: { driver: "command", argv: ["nowhere"] },
    },
    roles: { "*": "codex", "ultrawork/verifier": "mine", sarah: "hand" },
  });
  const told = await here.ends(0, "setup agents --json", { env });
  const [codex, mine, idle] = [0, 1, 2].map((index) => at(told.json(), "agents", index));
  assert.deepEqual(
    [at(codex, "version"), at(codex, "older"), at(codex, "path")],
    ["0.171.1", false, join(here.folder, "bin/codex")],
  );
  assert.match(
    JSON.stringify(at(codex, "runs", "argv")),
    /^\["codex","exec","--json".*"--model","big"/,
  );
  assert.deepEqual(at(codex, "runs", "env"), ["OPENAI_API_KEY"]);
  assert.deepEqual(at(mine, "roles"), ["ultrawork/verifier"]);
  assert.deepEqual(at(mine, "runs", "briefed"), "argument");
  assert.match(String(at(idle, "wrong")), /not on this machine: nowhere/);
  assert.deepEqual(
    [at(told.json(), "programs", 1, "driver"), at(told.json(), "programs", 1, "older")],
    ["gemini", true],
  );
  const narrow = await here.cairn("setup agents", { env, columns: 80 });
  assert.deepEqual(
    narrow.out.split("\n").filter((line) => line.length > 80),
    [],
  );
  const { out } = await here.cairn("setup agents", { env });
  for (const text of [told.out, out]) {
    assert.ok(!text.includes(key) && !text.includes("hush-hush"), text);
    assert.match(text, /--mode/);
  }
  assert.match(
    out,
    /codex {2}0\.171\.1\n {2}program {2}\S+\n {2}roles {4}ultrawork: explorer, planner, worker · player: all/,
  );
  assert.match(out, /no agent of the configuration:\n {2}gemini 0\.60\.9 .*older than the 0\.61/);
});

test("a program that hangs when it is asked for its version is shown without one, soon", async (t) => {
  const here = desk(t);
  const env = onPath(here, { codex: "exec sleep 60", claude: "exec sleep 60" });
  const before = performance.now();
  const told = await here.cairn("setup agents --json", { env });
  assert.ok(performance.now() - before < 20_000);
  assert.deepEqual(
    [at(told.json(), "programs", 0, "version"), at(told.json(), "programs", 1, "version")],
    [null, null],
  );
});

test("the package of a program tells its version, and the program isn't started for it", async (t) => {
  const here = desk(t);
  const env = onPath(here, { gemini: `touch ${join(here.folder, "started")}; echo 9.9.9` });
  writeFileSync(
    join(here.folder, "package.json"),
    JSON.stringify({ version: "0.62.0", bin: { gemini: "./bin/gemini" } }),
  );
  assert.equal(
    at((await here.cairn("setup agents --json", { env })).json(), "programs", 0, "version"),
    "0.62.0",
  );
  assert.ok(!existsSync(join(here.folder, "started")));
  writeFileSync(
    join(here.folder, "package.json"),
    JSON.stringify({ version: "0.62.0", bin: "./bin/another" }),
  );
  assert.equal(
    at((await here.cairn("setup agents --json", { env })).json(), "programs", 0, "version"),
    "9.9.9",
  );
});

test("a name that no role has is told, with what was likely meant", async (t) => {
  const here = desk(t);
  configured(here, {
    agents: { mine: { driver: "command", argv: ["true"] } },
    roles: {
      "*": "mine",
      verifer: "mine",
      "player/*": "hand",
      "skill:review": "hand",
      sarah: "hand",
    },
    needs: { "ralph/wroker": ["gpu"], "ralph/engine": ["gpu"], "anybody/at-all": [] },
  });
  const { out } = await here.cairn("setup agents");
  assert.deepEqual(out.match(/no role is called .*/gu), [
    "no role is called verifer: did you mean `verifier`?",
    "no role is called ralph/wroker: did you mean `ralph/worker`?",
    "no role is called anybody/at-all",
  ]);
});
