// Crash tests of the player: runners killed by SIGKILL, each node played once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { test } from "node:test";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import { at, desk } from "../e2e/desk.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { chanceOf } from "../sim/chance.ts";

const main = builtLauncher();
/** Tells of its launch by the job's name, and takes a while. */
const tool = `
require("node:fs").appendFileSync(__dirname + "/launched.txt", process.env.CAIRN_JOB + "\\n");
setTimeout(() => console.log("done"), 300);
`;
const template = templateOf("long", [
  skill("N-001"),
  checkpoint("CP-01", true),
  [cli("N-002a", { cli_mode: "write" }), skill("N-002b")],
  checkpoint("CP-02", false),
  skill("N-003"),
]);
const nodes = ["N-001", "N-002a", "N-002b", "N-003"];

test("stories 1, 2, 3: killed at any instant and started again, each node is played once, and the gate asks the same question", async (t) => {
  const here = desk(t);
  unfenced(here.folder);
  const program = join(here.folder, "tool.cjs");
  writeFileSync(program, tool);
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(here.root, ".workflow/templates/long.json"), template);
  const agents = { a: { driver: "command", argv: [process.execPath, program], done: "exit" } };
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "a" } }),
  );
  const started = await here.cairn(["run", "--later", "player", "long", "--goal", "x", "--json"]);
  const run = String(at(started.json(), "run"));
  const env = { PATH: process.env["PATH"], HOME: dirname(here.root) };
  const chance = chanceOf(11);
  const json = (): readonly string[] =>
    readdirSync(join(here.root, ".workflow"), { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".json"),
    );
  /** Runners, each killed a while after it began, until one comes to rest by itself. */
  const toRest = async (kills: number): Promise<number> => {
    for (let number = 1; ; number += 1) {
      const child = spawn(process.execPath, [main, "run", run], {
        cwd: here.root,
        env,
        stdio: "ignore",
      });
      const over = once(child, "exit");
      if (number <= kills) void after(chance.between(250, 1_100)).then(() => child.kill("SIGKILL"));
      const [code] = await over;
      for (const path of json())
        JSON.parse(readFileSync(join(here.root, ".workflow", path), "utf8"));
      if (typeof code === "number") return code;
    }
  };
  const state = async (): Promise<unknown> =>
    (await here.cairn(["status", "--state", run, "CP-02", "--json"])).json();
  assert.equal(await toRest(6), 3);
  const asked = await state();
  assert.match(JSON.stringify(asked), /"status":"running"/u);
  assert.equal(await toRest(3), 3);
  assert.deepEqual(await state(), asked);
  assert.equal((await here.cairn(["decide", run, "CP-02", "continue"])).exit, 0);
  assert.equal(await toRest(2), 0);
  const log = (await here.cairn(["log", run, "--json"])).out.trim().split("\n");
  const told = (type: string): readonly string[] =>
    log.flatMap(
      (line) => new RegExp(`"type":"${type}".*?"node":"([\\w-]+)"`, "u").exec(line)?.[1] ?? [],
    );
  assert.deepEqual(told("NodeFinished").toSorted(), nodes);
  const launched = readFileSync(join(here.folder, "launched.txt"), "utf8").trim().split("\n");
  assert.equal(new Set(launched).size, launched.length, `launched twice: ${launched.join(", ")}`);
  // A start beyond the first is one that was given back before anything was launched.
  assert.equal(told("NodeStarted").length - told("NodeReleased").length, nodes.length);
  assert.equal(launched.length, nodes.length);
  assert.equal((await here.cairn(["verify", run])).exit, 0);
});
