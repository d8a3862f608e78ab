// Builds the documentation as a site into site/dist, without a network (`npm run docs`); with --open it is served on this machine.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deadLinks } from "./docs/dead.ts";

const site = join(import.meta.dirname, "../site");
const built = join(site, "dist");
const program = join(site, "node_modules/vitepress/bin/vitepress.js");

if (existsSync(program)) {
  const run = (verb: string, ...words: readonly string[]): number =>
    spawnSync(process.execPath, [program, verb, site, ...words], { stdio: "inherit" }).status ?? 1;
  process.exitCode = run("build");
  const dead = process.exitCode === 0 ? deadLinks(built) : [];
  for (const line of dead) console.error(`dead link: ${line}`);
  if (dead.length > 0) process.exitCode = 1;
  if (process.exitCode === 0 && process.argv.includes("--open"))
    process.exitCode = run("preview", "--host", "127.0.0.1");
  else if (process.exitCode === 0) console.log(`${built}: \`npm run docs -- --open\` serves it`);
} else {
  console.error("The site's own packages are missing. Install them once: npm ci --prefix site");
  process.exitCode = 1;
}
