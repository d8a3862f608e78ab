// Fresh environment of a demo: a temporary folder with a repository, the agents' scripts and the sessions.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { agentsScript } from "./agents.ts";
import { childEnv, finished, start } from "./child.ts";
import { gates, passesScript, passRoles } from "./iterative-work.ts";
import { suite } from "./player-work.ts";
import { cartFix, project } from "./project.ts";
import { roles as handers, rolesScript } from "./stigmergy-work.ts";

export type Stage = {
  readonly folder: string;
  readonly root: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
};

/** A neutral identity for all commits, including those of agents and the engine. */
const identity: Readonly<Record<string, string>> = {
  "user.name": "Demo",
  "user.email": "demo@example.invalid",
  "commit.gpgsign": "false",
  "core.hooksPath": "",
};

const git = async (
  root: string,
  env: NodeJS.ProcessEnv,
  ...argv: readonly string[]
): Promise<void> => {
  await finished(start(["git", ...argv], root, env), `git ${argv[0] ?? ""}`);
};

type Asked = {
  /** The parent folder. */
  readonly under?: string;
  /** With its bug, or with the bug fixed and all tests green. */
  readonly cart: "broken" | "fixed";
};

/** Creates it in a new folder. */
export const setStage = async (
  given: NodeJS.ProcessEnv,
  { under = tmpdir(), cart }: Asked,
): Promise<Stage> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-demo-")));
  const [root, home] = [join(folder, "tiny-shop"), join(folder, "sessions")];
  // No notices about demo runs.
  const env = {
    ...childEnv(given),
    CAIRN_PLACES: join(folder, "places"),
    XDG_CONFIG_HOME: join(folder, ".config"),
  };
  const script = join(folder, "agents.mjs");
  const passes = join(folder, "passes.mjs");
  const hands = join(folder, "roles.mjs");
  writeFileSync(script, agentsScript(), { flag: "wx" });
  writeFileSync(passes, passesScript(), { flag: "wx" });
  writeFileSync(hands, rolesScript(), { flag: "wx" });
  const agents = {
    demo: { driver: "scripted", argv: [script] },
    suite: suite.agent,
    passes: { driver: "scripted", argv: [passes] },
    roles: { driver: "scripted", argv: [hands] },
  };
  const roles = {
    [suite.role]: "suite",
    ...Object.fromEntries(passRoles.map((role) => [`iterative/${role}`, "passes"])),
    ...Object.fromEntries(handers.map((role) => [`stigmergy/${role}`, "roles"])),
    "*": "demo",
  };
  const config = { agents, roles, iterative: { gates } };
  const code = project[cartFix.path] ?? "";
  const files = {
    ...project,
    [cartFix.path]: cart === "fixed" ? code.replace(cartFix.from, cartFix.to) : code,
    "cairn.config.json": `${JSON.stringify(config, null, 2)}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await git(root, env, "-c", "init.defaultBranch=main", "init", "--quiet");
  for (const [name, value] of Object.entries(identity)) await git(root, env, "config", name, value);
  await git(root, env, "add", ".");
  await git(root, env, "commit", "--quiet", "--message", "Add a tiny shop");
  return { folder, root, home, env };
};
