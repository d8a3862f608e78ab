// The examples of the guide's page on agents: two programs are found and set up; stand-ins, installed as packages, answer for them.
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Story } from "./stories.ts";

const versions = { claude: "2.1.332", codex: "0.171.0" };
/** What Cairn itself and a repository of npm's want, and no agent program of this machine. */
const tools = ["git", "npm", "node", "sh", "bwrap"];

const onPath = (name: string): string | null =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

const programs = (folder: string): string => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of tools) {
    const path = name === "node" ? process.execPath : onPath(name);
    if (path === null) throw new Error(`${name} isn't on PATH`);
    symlinkSync(path, join(bin, name));
  }
  for (const [name, version] of Object.entries(versions)) {
    const own = join(folder, "packages", name);
    mkdirSync(own, { recursive: true });
    // A program that is asked for its version may be too slow on a busy machine; a package tells it.
    writeFileSync(join(own, "package.json"), JSON.stringify({ name, version, bin: "program" }));
    writeFileSync(join(own, "program"), "#!/bin/sh\n");
    chmodSync(join(own, "program"), 0o755);
    symlinkSync(join(own, "program"), join(bin, name));
  }
  return bin;
};

/** Of what would be run the first line is enough on a page. */
const shortened = (text: string): string =>
  text
    .replaceAll(/^( {2}runs .*)\n(?: {6,}.*\n| {2}(?:sets|told) .*(?:\n|$))+/gmu, "$1 …\n")
    .trimEnd();

export const agents: Story = {
  name: "agents",
  pages: ["docs/guide/agents.md"],
  tell: async ({ folder, root, git, seat }) => {
    await git("rm", "--quiet", "cairn.config.json");
    await git("commit", "--quiet", "--message", "Begin without Cairn");
    const type = seat({ prompt: "$", root, env: { PATH: programs(folder) } });
    return {
      init: await type(["init", "--yes"]),
      agents: shortened(await type(["setup", "agents"])),
    };
  },
};
