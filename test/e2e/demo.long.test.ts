// The demo's stories from their first to their last line, each as a process.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { columns } from "../../src/cli/layout.ts";
import { at, desk } from "./desk.ts";

/** What one story answered, and the lines that it told. */
const shownBy = async (
  t: TestContext,
  ...way: readonly string[]
): Promise<{ shown: unknown; lines: readonly string[] }> => {
  const here = desk(t);
  const child = spawn(process.execPath, [builtLauncher(), "demo", ...way, "--json"], {
    cwd: here.root,
    env: { PATH: process.env["PATH"], HOME: here.folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  assert.equal(code, 0, await err);
  const shown = at(JSON.parse(await out), "runs", 0);
  t.after(() => rmSync(dirname(String(at(shown, "root"))), { recursive: true, force: true }));
  assert.ok(!existsSync(join(here.folder, ".claude")), "it writes into no home");
  return { shown, lines: (await err).trimEnd().split("\n") };
};
/** The commands at a demo's end, pasted one after the other into one shell that knows no `cairn`; other demos are not played, and nothing is served. */
const pasted = (lines: readonly string[]): void => {
  const commands = lines
    .slice(lines.indexOf("Look around") + 1)
    .filter((line) => line.startsWith("  "));
  assert.ok(commands.length > 5 && commands[0]?.startsWith("  cd /"), commands.join("\n"));
  const script = commands
    .map((line) => line.replace(/ (demo|serve)( \w+)?$/u, " $1 --help"))
    .join("\n");
  const { status, stderr } = spawnSync("bash", ["-e", "-c", script], {
    cwd: "/",
    encoding: "utf8",
    input: "",
  });
  assert.equal(status, 0, `${script}\n${stderr}`);
};

const limits = { timeout: 120_000 };

test(
  "the demo goes through a false done and a kill to a proved end, and no finished work is redone",
  limits,
  async (t) => {
    const { shown, lines } = await shownBy(t);
    assert.deepEqual([at(shown, "protocol"), at(shown, "good")], ["ultrawork", true]);
    assert.ok(Number(at(shown, "killedAt")) > 0);
    const second = Number(at(shown, "tasks", 1, "begun"));
    assert.ok(
      second >= 2,
      "the false done is sent back; on a busy machine the kill costs it another attempt",
    );
    assert.deepEqual(at(shown, "tasks"), [
      { task: "1", begun: 1, resolved: 1, redone: 0 },
      { task: "2", begun: second, resolved: 1, redone: 0 },
      { task: "3", begun: 1, resolved: 1, redone: 0 },
      { task: "4", begun: 1, resolved: 1, redone: 0 },
    ]);
    for (const file of ["session.json", "design.md", "tasks/verify.json"])
      assert.ok(existsSync(join(String(at(shown, "folder")), file)), file);
    assert.ok(lines.length <= 120, `${lines.length} lines`);
    // A path of a temporary folder may be longer than a line.
    const folder = dirname(String(at(shown, "root")));
    const short = (line: string): string =>
      line.replaceAll(folder, "/tmp/cairn-demo-123456").replaceAll(builtLauncher(), "/cairn.cjs");
    assert.deepEqual(
      lines.filter((line) => columns(short(line)) > 80),
      [],
    );
    pasted(lines);
    const told = lines.join("\n");
    for (const part of [
      /says done: "The export should work\."/,
      /task 2 {3}Cairn runs .*: exit 1, NOT proved/,
      /SIGKILL/,
      /merged into main/,
    ])
      assert.match(told, part);
    assert.match(
      readFileSync(join(String(at(shown, "root")), "src/csv.js"), "utf8"),
      /replaceAll/u,
      "what was merged is the work that was proved",
    );
  },
);

test("the player's demo goes back to its checkpoint and ends well", limits, async (t) => {
  const { shown, lines } = await shownBy(t, "player");
  assert.deepEqual([at(shown, "protocol"), at(shown, "good")], ["player", true]);
  assert.match(
    lines.join("\n"),
    /RunRolledBack to CP-01[\s\S]*N-001: begun 1 time\n {2}N-002a: begun 2 times/u,
  );
  assert.ok(existsSync(join(String(at(shown, "folder")), "session-state.json")));
});

test("the demo of passes ends when a second look finds nothing", limits, async (t) => {
  const { shown } = await shownBy(t, "iterative");
  assert.deepEqual([at(shown, "protocol"), at(shown, "good")], ["iterative", true]);
  const progress = readFileSync(join(String(at(shown, "folder")), "progress.md"), "utf8");
  assert.deepEqual(
    progress.match(/^## T1 - (?:Iteration|Confirmation) \d|^\*\*Result:\*\* \w+ \w+/gmu),
    [
      "## T1 - Iteration 1",
      "## T1 - Confirmation 1",
      "**Result:** found work",
      "## T1 - Confirmation 2",
      "**Result:** nothing left",
    ],
  );
});

test(
  "the demo of roles ends with all stories complete and its issue resolved",
  limits,
  async (t) => {
    const { shown } = await shownBy(t, "stigmergy");
    assert.deepEqual([at(shown, "protocol"), at(shown, "good")], ["stigmergy", true]);
    const state: unknown = JSON.parse(
      readFileSync(join(String(at(shown, "folder")), "state.json"), "utf8"),
    );
    assert.deepEqual(
      [at(state, "project_status"), at(state, "issue_log", 0, "status")],
      ["PROJECT_COMPLETE", "RESOLVED"],
    );
  },
);
