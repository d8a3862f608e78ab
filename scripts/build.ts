// Build of the published package: bundled program, page, compile hints and licences.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { calledOf } from "./build/called.ts";
import { eager } from "./build/eager.ts";
import { lateModules } from "./build/late.ts";
import { licences } from "./build/licences.ts";
import { buildPage } from "./build/page.ts";
import { heldOnce, inOneDirection, inParts, modulesOf, partOf } from "./build/parts.ts";
import { entry, seams } from "./build/seams.ts";

const top = join(import.meta.dirname, "..");
/** Another folder is said by whoever wants to run the program, not to publish it. */
const dist = join(top, "dist");
const [out = dist] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
/** Whoever only runs the program needs no types of its API, whose making takes longer than all the rest. */
const typed = out === dist && !process.argv.includes("--no-types");

rmSync(out, { recursive: true, force: true });

/** Snapshots that other code folded are not used: see src/edition.ts. */
const source = readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const edition = createHash("sha256");
for (const file of source.toSorted())
  edition.update(file).update(readFileSync(join(top, "src", file)));

const common = {
  absWorkingDir: top,
  outdir: out,
  bundle: true,
  platform: "node",
  target: "node24",
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;
const digest = edition.digest("hex").slice(0, 16);
const code = {
  plugins: [lateModules],
  define: { CAIRN_EDITION: JSON.stringify(digest) },
};
const commonjs = { format: "cjs", outExtension: { ".js": ".cjs" } } as const;

// Within a part nothing is split: a chunk for each module behind an import() would be fifty files to read.
const modules = await modulesOf(
  top,
  source.filter((file) => !file.endsWith(".test.ts")).map((file) => `src/${file}`),
);
const parts = partOf(modules, entry, seams(top));
inOneDirection(modules, parts);
const names = [...new Set(parts.values())];
const program = await build({
  ...common,
  ...code,
  ...commonjs,
  plugins: [...code.plugins, inParts(top, entry, modules, parts, digest)],
  entryPoints: Object.fromEntries(names.map((name) => [name, `part:${name}`])),
  // The clock behind `performance` comes with ten modules of Node's.
  banner: { js: '"use strict";const elapsed_ = () => Number(process.hrtime.bigint()) / 1e6;' },
  define: { ...code.define, "import.meta.dirname": "__dirname", "performance.now": "elapsed_" },
  // What lies in the same file or is Node's own needs no loader of modules, whose start takes a tenth of a short command.
  supported: { "dynamic-import": false },
});
heldOnce(program.metafile.outputs);
const beside = await build({
  ...common,
  ...code,
  entryPoints: {
    index: "src/index.ts",
    "scripted-agent": "src/agents/scripted-agent.ts",
    "acp-agent": "src/agents/acp-agent.ts",
  },
  format: "esm",
  banner: {
    js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);',
  },
});

// Who only wants to run the program builds no page.
const page = out === dist ? await buildPage(top, join(out, "web")) : [];
const inputs = [
  ...[program, beside].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  ...page,
];
const called = calledOf(join(out, "main.cjs"));
for (const name of names) {
  const file = join(out, `${name}.cjs`);
  const whole = eager(readFileSync(file, "utf8"), called(file));
  // One sign beyond it doubles what all of the file takes in memory, at every start. esbuild escapes texts, but not regular expressions.
  const foreign = /\P{ASCII}/u.exec(whole);
  if (foreign !== null)
    throw new Error(
      `${name}.cjs isn't ASCII: write \\u… for the sign in ${whole.slice(Math.max(0, foreign.index - 40), foreign.index + 20)}`,
    );
  writeFileSync(file, whole);
}
writeFileSync(join(out, "third-party-licenses.txt"), licences(top, inputs));

if (typed) {
  // Its packages aren't there where only the program is built.
  const { declarations } = await import("./build/declarations.ts");
  if (!(await declarations(top, out))) process.exitCode = 1;
}
