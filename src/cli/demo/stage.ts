// Why: the demo's ground is made new each time: a temporary folder that holds a repository, the agents' script and the sessions.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { agentsScript } from "./agents.ts";
import { childEnv, done, start } from "./child.ts";
import { suite } from "./player-work.ts";
import { project } from "./project.ts";

export type Stage = { readonly folder: string; readonly root: string; readonly home: string; readonly env: NodeJS.ProcessEnv };

const git = async (root: string, env: NodeJS.ProcessEnv, ...argv: readonly string[]): Promise<void> => {
  const own = [
    "-c",
    "user.name=Demo",
    "-c",
    "user.email=demo@example.invalid",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "core.hooksPath=",
    "-c",
    "init.defaultBranch=main",
  ];
  await done(start(["git", ...own, ...argv], root, env), `git ${argv[0] ?? ""}`);
};

/** Makes it in a new folder below `under`. */
export const setStage = async (given: NodeJS.ProcessEnv, under = tmpdir()): Promise<Stage> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-demo-")));
  const [root, home] = [join(folder, "tiny-shop"), join(folder, "sessions")];
  const env = childEnv(given);
  const script = join(folder, "agents.mjs");
  writeFileSync(script, agentsScript(), { flag: "wx" });
  const agents = { demo: { driver: "scripted", argv: [script] }, suite: suite.agent };
  const config = { agents, roles: { [suite.role]: "suite", "*": "demo" } };
  const files = { ...project, "cairn.config.json": `${JSON.stringify(config, null, 2)}\n` };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await git(root, env, "init", "--quiet");
  await git(root, env, "add", ".");
  await git(root, env, "commit", "--quiet", "--message", "A shop that can't count");
  return { folder, root, home, env };
};
