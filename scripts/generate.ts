// Entry of `npm run generate`: writes all generated files; `-- --check` lists the stale ones of those that are committed.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { built, generators } from "./generate/generators.ts";
import { stale } from "./generate/stale.ts";

const top = join(import.meta.dirname, "..");
const checks = process.argv.includes("--check");
const outdated = await stale(top, [...generators, ...(checks ? [] : await built())]);

if (checks) {
  for (const { path } of outdated)
    console.error(`${path} is stale: run \`npm run generate\` and commit it`);
  if (outdated.length > 0) process.exitCode = 1;
} else {
  for (const { path, text } of outdated) {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), text);
    // What `npm pack --json` prints is JSON alone.
    console.error(path);
  }
}
