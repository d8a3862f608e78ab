// Ground of iterative crash tests: repository, agents, and a run approved up to its first pass.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../src/core/record.ts";
import { childEnv } from "../../fixtures/shop/child.ts";
import { answered, type Loaded } from "../crew.ts";
import { type Ground, markName } from "../ground.ts";
import { agentScript, fileOf, type Parts } from "./agent.ts";
import { type Fate, nameOfFate } from "./fate.ts";

export const slug = "add-login";
export const socketOf = ({ folder }: Ground): string => join(folder, "director");
/** A blocked unit can be worked on from now on. */
export const giveKey = ({ folder }: Ground): void =>
  writeFileSync(join(folder, "key.txt"), "here\n");
/** Keys of the jobs whose agents were launched, in order. */
export const launchedOf = ({ folder }: Ground): readonly string[] =>
  readFileSync(join(folder, "launches.txt"), "utf8").trim().split("\n");

const planOf = (parts: Parts): string => {
  const units = Object.entries(parts).map(([unit, { files }]) => ({
    id: unit,
    title: `Write ${unit}`,
    criteria: [`${unit} says what it ought to`],
    files: files ?? [fileOf(unit)],
    max: 10,
  }));
  return JSON.stringify({ units });
};

/** Starts a run with the plan that lies there, and approves it as a person would. */
export const planned = async (ground: Ground): Promise<void> => {
  const started = await answered(ground, [
    "run",
    "--later",
    "iterative",
    "Add login by email",
    "--slug",
    slug,
    "--done-when",
    "all say three",
  ]);
  const run = isRecord(started) ? String(started["run"]) : "";
  await answered(ground, [
    "send",
    run,
    "ProposePlan",
    "--data",
    `@${join(ground.folder, "plan.json")}`,
  ]);
  await answered(ground, ["decide", run, "plan", "approve"]);
};

/** In a new folder below `under`; `workers` units side by side. */
export const layOutPasses = async (
  program: string,
  under: string,
  parts: Parts,
  workers = 1,
): Promise<Ground> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-passes-")));
  const root = join(folder, "shop");
  mkdirSync(root);
  for (const [name, text] of [
    ["agent.cjs", agentScript],
    ["parts.json", JSON.stringify(parts)],
    ["launches.txt", ""],
    ["plan.json", planOf(parts)],
  ] as const)
    writeFileSync(join(folder, name), text);
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, join(folder, "agent.cjs")] } },
    roles: { "*": "bot" },
    // Its agents speak with a director outside.
    fence: "off",
    iterative: { planner: "hand", test_pass: "off", workers },
  };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  const git = (...argv: readonly string[]): unknown =>
    execFileSync("git", [...argv], { cwd: root });
  git("-c", "init.defaultBranch=main", "init", "--quiet");
  for (const [name, value] of [
    ["user.name", "Ana"],
    ["user.email", "ana@example.invalid"],
    ["commit.gpgsign", "false"],
  ] as const)
    git("config", name, value);
  git("add", "--all");
  git("commit", "--quiet", "--message", "A shop");
  const env = {
    ...childEnv(process.env),
    HOME: folder,
    COLUMNS: "400",
    NO_COLOR: "1",
    [markName]: folder,
  };
  const ground = {
    folder,
    root,
    home: join(root, ".claude/iterative"),
    env,
    program,
    launches: join(folder, "launches.txt"),
    tasks: [],
  };
  await planned(ground);
  return ground;
};

const preload = join(import.meta.dirname, "fatal.ts");

/** What makes a runner die of its fate. */
export const fated = (fate: Fate): Loaded => ({
  argv: ["--import", preload],
  env: { [nameOfFate]: JSON.stringify(fate) },
});
