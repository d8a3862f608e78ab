// Finder and installer of agent programs for tests; stories of missing ones are skipped loudly.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { errorText } from "../../src/core/error-text.ts";
import type { Program } from "./program.ts";

const { CAIRN_TEST_AGENTS: given, XDG_CACHE_HOME: cache } = process.env;

/** Below it each program has a folder of its bin's name, as npm fills it. */
export const agentsFolder = given ?? join(cache ?? join(homedir(), ".cache"), "cairn-test-agents");

export type Found = { readonly path: string } | { readonly skip: string };

/** Installing changes nothing outside of the folder. */
export const findProgram = ({ bin, npm }: Program): Found => {
  const folder = join(agentsFolder, bin);
  const path = join(folder, "node_modules/.bin", bin);
  if (existsSync(path)) return { path };
  if (given !== undefined) return { skip: `${bin} is not in ${folder}` };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `${npm.name}@${npm.version}`], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return existsSync(path) ? { path } : { skip: `${npm.name}@${npm.version} has no ${bin}` };
  } catch (error) {
    return { skip: `${npm.name}@${npm.version} can't be installed: ${errorText(error)}` };
  }
};
