// Test of the runner with real processes: a cancel leaves none of them.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { asTyped, at, desk } from "./desk.ts";
import { configured } from "./ground.ts";

/** Leaves a process that goes its own way, says that it is up, and hangs. */
const agent = (up: string): string =>
  `export const steps = () => [{ escape: 600000 }, { run: ["sh", "-c", ': > "${up}/$CAIRN_JOB"'] }, { hang: true }];\n`;
const tasks = ["a", "b"].map((id) => ({
  id,
  subject: `Make ${id}.txt`,
  success_criteria: [{ criteria: `${id}.txt is there`, command: `test -s ${id}.txt` }],
}));
const jobs = ["task-a-1", "task-b-1"];
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 200));
};

test("story 14: a cancel ends every process of the run, with and without a runner", async (t) => {
  const { folder, root, ends } = desk(t, { "plan.json": JSON.stringify({ tasks }) });
  const up = join(folder, "up");
  const agents = { bot: { driver: "scripted", argv: [join(folder, "agent.mjs")] } };
  writeFileSync(join(folder, "agent.mjs"), agent(up));
  configured({ root }, { agents, roles: { "*": "bot" }, fence: "off" });
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
  };
  const left = (): boolean =>
    execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(folder);
  for (const kill of [false, true]) {
    mkdirSync(up);
    const begun = await ends(
      0,
      'run --later ultrawork "Make the files" --auto --plan plan.json --explorers 0 --json',
    );
    const run = String(at(begun.json(), "run"));
    const runner = spawn(process.execPath, [builtLauncher(), "run", run], {
      cwd: root,
      env,
      stdio: "ignore",
    });
    const ended = once(runner, "close");
    await until(() => jobs.every((job) => existsSync(join(up, job))));
    if (kill) runner.kill("SIGKILL");
    await ends(0, asTyped`stop --cancel ${run} --yes --reason "no longer wanted"`);
    const [code] = await ended;
    if (!kill) assert.equal(code, 4);
    await until(() => !left());
    rmSync(up, { recursive: true });
  }
});
