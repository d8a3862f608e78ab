// Secrets in the environment and home of `cairn run`: who gets which, and what its user is told.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test, type TestContext } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import type { Desk } from "./desk.ts";
import { attended, auto, configure, criterion, envOf, handed, shop } from "./places-shop.ts";

const secrets = {
  DEPLOY_TOKEN: "value-1",
  NPM_TOKEN: "value-2",
  MY_KEY: "value-3",
  OPENAI_API_KEY: "value-4",
  OWN_KEY: "value-6",
  ANTHROPIC_API_KEY: "value-5",
  SHOP_DB: "postgres://shop:s3cr3t-8f2kd9@db.example/shop",
  SHOP_URL: "postgres://db.example/shop",
};

/** Programs of these names first on PATH, each a shell script. */
const typing = (here: Desk, programs: Readonly<Record<string, string>> = {}) => {
  const [bin, home] = [join(here.folder, "bin"), join(here.folder, "home")];
  for (const folder of [bin, home]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtLauncher(), ...words], {
      cwd: here.root,
      env: {
        ...envOf(here).env,
        ...secrets,
        HOME: home,
        PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      },
      encoding: "utf8",
    });
    return { exit: status, said: `${stdout}\n${stderr}`.replaceAll(/\s+/gu, " ") };
  };
};

const ranBy = (t: TestContext, use: "off" | "required"): void => {
  const here = shop(t, {}, [criterion("1", "look check")]);
  const folder = handed(here, "");
  const typed = typing(here, {
    look: `for name in ${Object.keys(secrets).join(" ")}; do printenv $name > /dev/null && echo $name >> ${folder}/$1; done; test $1 != check || test -e one.txt`,
    codex: "look codex; echo 1 > one.txt",
  });
  mkdirSync(join(here.folder, "home/.codex"));
  // In a comment it is no setting.
  const settings = '# env_key = "DEPLOY_TOKEN"\n[model_providers.own]\nenv_key = "OWN_KEY"\n';
  writeFileSync(join(here.folder, "home/.codex/config.toml"), settings);
  const fence = { use, writes: [folder], passes: ["NPM_TOKEN"] };
  configure(here, {
    fence,
    setup: { argv: ["look", "setup"], inputs: [], makes: [] },
    agents: {
      named: { driver: "command", argv: ["codex"], done: "exit", passes: ["MY_KEY"] },
      judge: { driver: "scripted", argv: [join(here.folder, "script.mjs")] },
    },
    roles: { worker: "named", "*": "judge" },
  });
  const done = typed(...auto);
  assert.equal(done.exit, 0, done.said);
  const seen = (who: string): readonly string[] => [
    ...new Set(readFileSync(join(folder, who), "utf8").trim().split("\n")),
  ];
  assert.deepEqual(seen("setup"), ["NPM_TOKEN", "SHOP_URL"]);
  assert.deepEqual(seen("check"), ["NPM_TOKEN", "SHOP_URL"]);
  assert.deepEqual(seen("codex"), ["NPM_TOKEN", "MY_KEY", "OPENAI_API_KEY", "OWN_KEY", "SHOP_URL"]);
  const line =
    "variables that look like secrets: no job gets ANTHROPIC_API_KEY, DEPLOY_TOKEN, SHOP_DB; all jobs get NPM_TOKEN; agent named alone gets MY_KEY";
  assert.equal(done.said.split(line).length, 2, done.said);
  assert.ok(!Object.values(secrets).some((value) => done.said.includes(value)));
  const doctor = typed("doctor").said;
  assert.ok(
    doctor.includes(`SECRETS_HELD ${line}; agent named alone gets OPENAI_API_KEY, OWN_KEY`),
    doctor,
  );
};

for (const use of ["off", "required"] as const)
  test(`jobs get no secret that isn't named for them, an agent those of its own program: fence ${use}`, (t) =>
    ranBy(t, use));

test("a setup that lacks a registry's login says which keys show it, and has it by them", (t) => {
  const here = shop(t, {}, [criterion("1", "test -e one.txt")]);
  const typed = typing(here, {
    npm: 'grep -q mine ~/.npmrc && test "$NPM_TOKEN" = value-2 && exit 0; echo "401, see NPM_TOKEN" >&2; exit 1',
  });
  writeFileSync(join(here.folder, "home/.npmrc"), "//registry.example/:_authToken=mine\n");
  const setup = { argv: ["npm", "ci"], inputs: [], makes: [] };
  configure(here, { fence: { use: "required", writes: [handed(here, "")] }, setup });
  const asked = typed(...attended);
  assert.equal(asked.exit, 3, asked.said);
  assert.match(asked.said, / ~\/\.npmrc: hidden within the fence, .*`fence\.shows`/u);
  assert.match(asked.said, / NPM_TOKEN: not given to jobs, .*`fence\.passes`/u);
  assert.doesNotMatch(asked.said, /(?:DEPLOY_TOKEN|netrc): /u);
  assert.match(typed("doctor").said, /setup doesn't see \S*\/\.npmrc/u);
  const shows = ["~/.npmrc"];
  configure(here, {
    fence: { use: "required", writes: [handed(here, "")], shows, passes: ["NPM_TOKEN"] },
    setup,
  });
  const [, run = "", key = ""] = /cairn decide (\S+) (red-\S+) /u.exec(asked.said) ?? [];
  assert.equal(typed("decide", run, key, "again").exit, 0);
  const again = typed("run", "s");
  assert.doesNotMatch(again.said, /setup` of cairn\.config\.json fails/u);
  assert.match(again.said, /jobs may read ~\/\.npmrc/u);
});
