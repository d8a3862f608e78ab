// Why: what is published starts faster and needs nothing installed beside it: one bundle, a chunk for each verb's own code.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const top = join(import.meta.dirname, "..");
const out = join(top, "dist");

rmSync(out, { recursive: true, force: true });

/** Snapshots that other code folded are not used: see src/edition.ts. */
const source = readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const edition = createHash("sha256");
for (const file of source.toSorted()) edition.update(file).update(readFileSync(join(top, "src", file)));

const { metafile } = await build({
  absWorkingDir: top,
  entryPoints: { main: "src/cli/main.ts", index: "src/index.ts", "scripted-agent": "src/agents/scripted-agent.ts" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  minifyWhitespace: true,
  chunkNames: "chunks/[name]-[hash]",
  // A bundled CommonJS package may still ask for Node's own modules by require.
  banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  define: { CAIRN_EDITION: JSON.stringify(edition.digest("hex").slice(0, 16)) },
  metafile: true,
  logLevel: "warning",
});

/** The notices that the licences of bundled packages ask for. */
const bundled = new Set(
  Object.keys(metafile.inputs).flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.slice(1, 2) ?? []),
);
const notices = [...bundled].sort().map((name) => {
  const folder = join(top, "node_modules", name);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled but has no licence file: bundle something else, or leave it a dependency`);
  return `${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "third-party-licenses.txt"), notices.join(`\n${"-".repeat(72)}\n\n`));

const types = spawnSync(join(top, "node_modules/.bin/tsc"), ["-p", "tsconfig.build.json"], { cwd: top, stdio: "inherit" });
if (types.status !== 0 || !existsSync(join(out, "types/index.d.ts"))) process.exitCode = 1;
