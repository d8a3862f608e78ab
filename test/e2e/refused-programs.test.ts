// Programs that agents could have put there, and an empty HOME: what people are told.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";

const main = builtLauncher();

/** A home that is a repository, with an agent's program and, where it is asked for, git among its own files. */
const homeOf = (t: TestContext, git: boolean) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cairn-refused-")));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q", home]);
  const bin = join(home, ".local/bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '2.1.0 (Claude Code)'\n");
  chmodSync(join(bin, "claude"), 0o755);
  if (git)
    copyFileSync(
      execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(),
      join(bin, "git"),
    );
  const path = git ? `${bin}:${dirname(process.execPath)}` : `${bin}:${process.env["PATH"] ?? ""}`;
  const cairn = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [main, ...argv], {
      cwd: home,
      encoding: "utf8",
      env: { HOME: home, PATH: path, ...env },
    });
  return { home, bin, cairn };
};

test("an agent's program in the working tree is told as refused, with where, why and what to type; and that works", (t) => {
  const { bin, home, cairn } = homeOf(t, false);
  const why = `${join(bin, "claude")} is not used: it lies in the working tree ${home}, where an agent could replace it`;
  const listed = cairn(["setup", "agents"]).stdout.replaceAll(/\s+/gu, " ");
  assert.ok(listed.includes(why), listed);
  const init = cairn(["init", "--yes"]);
  assert.equal(init.status, 1);
  assert.ok(init.stderr.startsWith(`AGENT_MISSING: claude-code ${why}`), init.stderr);
  const typed = /cairn (init --agent .*)$/mu.exec(init.stderr)?.[1] ?? "";
  writeFileSync(
    join(home, "cairn.config.json"),
    JSON.stringify({ agents: { bot: { driver: "claude-code" } }, roles: { "*": "bot" } }),
  );
  const run = cairn(["run", "ultrawork", "x"]);
  assert.match(
    run.stderr,
    /AGENT_MISSING: the program of agent bot is refused: \S+claude: it lies in the working tree/u,
  );
  rmSync(join(home, "cairn.config.json"));
  assert.equal(
    spawnSync("sh", ["-c", `exec "$0" "$1" ${typed}`, process.execPath, main], {
      cwd: home,
      env: { HOME: home },
    }).status,
    0,
  );
  assert.ok(existsSync(join(home, "cairn.config.json")), typed);
});

test("a git in the working tree is told as refused, and no cause is told where there is none", (t) => {
  const { bin, cairn } = homeOf(t, true);
  const { status, stderr } = cairn(["run", "--later", "ultrawork", "x"]);
  assert.equal(status, 1);
  assert.ok(
    stderr.startsWith(`GIT_REFUSED: ${join(bin, "git")} is not run: it lies in the working tree`),
    stderr,
  );
  assert.doesNotMatch(stderr, /null/u);
});

test("an empty HOME is told before anything is written", (t) => {
  const { home, cairn } = homeOf(t, false);
  const { status, stderr } = cairn(["run", "--later", "ultrawork", "x"], { HOME: "" });
  assert.equal(status, 1);
  assert.match(stderr, /^HOME_EMPTY: the environment variable HOME is empty\n {2}set it/u);
  assert.ok(!existsSync(join(home, ".claude")) && !existsSync(join(home, ".cairn")));
});
