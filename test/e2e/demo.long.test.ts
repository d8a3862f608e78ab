// The demo from its first to its last line, as a process.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { columns } from "../../src/cli/terminal/layout.ts";
import { isRecord } from "../../src/core/json/record.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { at, desk } from "./desk.ts";

/** What it told, and the repository that it left. */
const played = async (t: TestContext): Promise<{ told: string; root: string }> => {
  const here = desk(t);
  const settings = join(here.folder, ".config/cairn");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "config.json"), "none of the demo's");
  const child = spawn(process.execPath, [builtLauncher(), "demo", "--json"], {
    cwd: here.root,
    env: { PATH: process.env["PATH"], HOME: here.folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  assert.equal(code, 0, await err);
  assert.deepEqual(JSON.parse(await out), { played: true });
  const told = await err;
  const root = /^ {2}cd (.+)$/mu.exec(told)?.[1] ?? assert.fail(told);
  t.after(() => rmSync(dirname(root), { recursive: true, force: true }));
  for (const name of [".claude", ".local"])
    assert.ok(!existsSync(join(here.folder, name)), "it writes into no home");
  return { told, root };
};

/** Pasted into one shell that knows no `cairn`; nothing is served. */
const pasted = (commands: readonly string[]): string => {
  const script = commands.map((line) => line.replace(/ serve$/u, " serve --help")).join("\n");
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", script], {
    cwd: "/",
    encoding: "utf8",
    input: "",
  });
  assert.equal(status, 0, `${script}\n${stderr}`);
  return stdout;
};

test(
  "the demo goes through a false done and a kill to a proved end, and no finished work is redone",
  { timeout: 120_000 },
  async (t) => {
    const { told, root } = await played(t);
    for (const part of [
      /again {4}2: [^]*exit\s+1/u,
      /SIGKILL/u,
      /6 met: 6 by checks/u,
      /merged into main/u,
    ])
      assert.match(told, part);
    const lines = told.trimEnd().split("\n");
    // A path of a temporary folder may be longer than a line.
    const short = (line: string): string => line.replaceAll(dirname(root), "/tmp/demo");
    assert.deepEqual(
      lines.filter((line) => columns(short(line).replaceAll(builtLauncher(), "/cairn.cjs")) > 86),
      [],
    );
    const commands = lines.slice(
      lines.findIndex((line) => line.startsWith("  cd /")),
      -1,
    );
    assert.equal(commands.length, 4);
    pasted(commands);
    const [cd = "", log = ""] = commands;
    const rows = pasted([cd, `${log} --json`])
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    for (const task of ["1", "2", "3", "4"]) {
      const own = rows
        .filter((row) => isRecord(row) && isRecord(row["data"]) && row["data"]["unit"] === task)
        .map((row) => at(row, "type"))
        .filter((type) => type === "JobBegun" || type === "UnitDone");
      assert.equal(own.indexOf("UnitDone"), own.length - 1, `task ${task}: ${own.join(", ")}`);
    }
    assert.match(
      readFileSync(join(root, "src/csv.js"), "utf8"),
      /replaceAll/u,
      "what was merged is the work that was proved",
    );
    assert.ok(existsSync(join(dirname(root), "sessions")));
  },
);
