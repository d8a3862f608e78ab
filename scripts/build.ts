// Why: what is published starts faster than the source and needs nothing installed beside it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { apart } from "./build/apart.ts";
import { lateModules } from "./build/late.ts";
import { licences } from "./build/licences.ts";

const top = join(import.meta.dirname, "..");
const out = join(top, "dist");

rmSync(out, { recursive: true, force: true });

/** Snapshots that other code folded are not used: see src/edition.ts. */
const source = readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const edition = createHash("sha256");
for (const file of source.toSorted()) edition.update(file).update(readFileSync(join(top, "src", file)));

const common = {
  absWorkingDir: top,
  outdir: out,
  bundle: true,
  platform: "node",
  target: "node24",
  minifyWhitespace: true,
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

// Without splitting, a module behind an import() is evaluated when that is reached, and all come in one read: fifty small chunks cost more.
const program = await build({
  ...common,
  entryPoints: { main: "src/cli/main.ts", index: "src/index.ts", "scripted-agent": "src/agents/scripted-agent.ts" },
  format: "esm",
  plugins: [lateModules, apart("zod")],
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
  define: { CAIRN_EDITION: JSON.stringify(edition.digest("hex").slice(0, 16)) },
});
const schemas = await build({ ...common, entryPoints: { zod: "zod" }, format: "cjs", outExtension: { ".js": ".cjs" } });

const inputs = [program, schemas].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(out, "third-party-licenses.txt"), licences(top, inputs));

const types = spawnSync(join(top, "node_modules/.bin/tsc"), ["-p", "tsconfig.build.json"], { cwd: top, stdio: "inherit" });
if (types.status !== 0 || !existsSync(join(out, "types/index.d.ts"))) process.exitCode = 1;
