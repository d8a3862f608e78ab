// Why: the demo's ground is made new each time: a temporary folder that holds a repository, the agents' script and the sessions.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { agentsScript } from "./agents.ts";
import { childEnv, done, start } from "./child.ts";
import { gates, passesScript, passRoles } from "./iterative-work.ts";
import { suite } from "./player-work.ts";
import { project } from "./project.ts";
import { roles as handers, rolesScript } from "./stigmergy-work.ts";

export type Stage = { readonly folder: string; readonly root: string; readonly home: string; readonly env: NodeJS.ProcessEnv };

/** Whoever commits here, the demo's agents and the engine among them, does it as nobody in particular. */
const identity: Readonly<Record<string, string>> = {
  "user.name": "Demo",
  "user.email": "demo@example.invalid",
  "commit.gpgsign": "false",
  "core.hooksPath": "",
};

const git = async (root: string, env: NodeJS.ProcessEnv, ...argv: readonly string[]): Promise<void> => {
  await done(start(["git", ...argv], root, env), `git ${argv[0] ?? ""}`);
};

/** All that lies in the working tree, as a person would commit it. */
export const commitAll = async (root: string, env: NodeJS.ProcessEnv, message: string): Promise<void> => {
  await git(root, env, "add", ".");
  await git(root, env, "commit", "--quiet", "--message", message);
};

/** Makes it in a new folder below `under`. */
export const setStage = async (given: NodeJS.ProcessEnv, under = tmpdir()): Promise<Stage> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-demo-")));
  const [root, home] = [join(folder, "tiny-shop"), join(folder, "sessions")];
  const env = childEnv(given);
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
  const files = { ...project, "cairn.config.json": `${JSON.stringify(config, null, 2)}\n` };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await git(root, env, "-c", "init.defaultBranch=main", "init", "--quiet");
  for (const [name, value] of Object.entries(identity)) await git(root, env, "config", name, value);
  await commitAll(root, env, "A shop that can't count");
  return { folder, root, home, env };
};
