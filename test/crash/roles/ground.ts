// Ground of stigmergy crash tests: project, repository and agents, with planning optionally done.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../../src/core/record.ts";
import { childEnv } from "../../fixtures/shop/child.ts";
import { open } from "../../../src/open.ts";
import { ana } from "../../fixtures/stigmergy-room.ts";
import { firstCommit } from "../../fixtures/first-commit.ts";
import { unfenced } from "../../fixtures/unfenced.ts";
import { envOf, type Ground } from "../ground.ts";
import { agentScript, checkScript, papersOf, type Stories } from "./agent.ts";

export type RoleLaunch = {
  readonly job: string;
  readonly mark: string;
  readonly token: string;
  readonly pid: number;
};

const launchOf = (line: string): RoleLaunch => {
  const read: unknown = JSON.parse(line);
  if (isRecord(read)) {
    const { job, mark, token, pid } = read;
    if (
      typeof job === "string" &&
      typeof mark === "string" &&
      typeof token === "string" &&
      typeof pid === "number"
    )
      return { job, mark, token, pid };
  }
  throw new Error(`an agent wrote ${line}`);
};
/** In their order. */
export const launchedRoles = ({ launches }: Ground): readonly RoleLaunch[] =>
  readFileSync(launches, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(launchOf);

/** In a new folder below `under`; `ms`: how long an agent is at work. */
export const layOutRoles = (
  program: string,
  under: string,
  stories: Stories,
  settings: object,
  ms = 0,
): Ground => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-roles-")));
  const root = join(folder, "shop");
  const argv = [process.execPath, join(folder, "agent.cjs")];
  const config = {
    agents: { bot: { driver: "command", argv } },
    roles: { "*": "bot" },
    stigmergy: settings,
  };
  mkdirSync(root);
  for (const [path, text] of [
    ["agent.cjs", agentScript(folder, stories, ms)],
    ["launches.jsonl", ""],
    ["shop/check.cjs", checkScript(folder)],
    ["shop/cairn.config.json", JSON.stringify(config)],
  ] as const)
    writeFileSync(join(folder, path), text);
  execFileSync("git", ["init", "--quiet", root]);
  firstCommit(root);
  unfenced(folder);
  const stage = { folder, root, home: join(root, ".ai"), env: childEnv(process.env) };
  return { ...stage, env: envOf(stage), program, launches: join(folder, "launches.jsonl") };
};

/** Its planning lies there and is taken, so that the first story is next; the run's id. */
export const plannedRoles = async ({ root }: Ground, stories: Stories): Promise<string> => {
  for (const [path, text] of Object.entries(papersOf(stories))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  firstCommit(root);
  const system = await open({ cwd: root, env: {} });
  const start = {
    goal: "Sell rare plants",
    name: "Seed shop",
    autonomy: "autonomous",
    brief: "docs/brief.md",
  };
  const started = await system.start("stigmergy", start, ana);
  assert.ok("run" in started, JSON.stringify(started));
  const planning = [
    { type: "FinishPrd", data: { manifest: true } },
    { type: "FinishArchitecture", data: {} },
  ];
  const sent = await system.send(started.run, planning, ana);
  assert.ok(!("code" in sent), JSON.stringify(sent));
  await system.settle();
  await system.close();
  return started.run;
};
