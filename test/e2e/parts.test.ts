// Tests of the bundle's split into parts: each module in one part, no part read at every start.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { heldOnce, inOneDirection, inParts, modulesOf, partOf } from "../../scripts/build/parts.ts";

/** `eager`: what `main` imports otherwise than by import(). */
const graph = (
  edges: Readonly<Record<string, readonly string[]>>,
  ...eager: readonly string[]
): Parameters<typeof partOf>[0] =>
  new Map(
    Object.entries(edges).map(([module, imports]) => [
      module,
      { imports, eager: module === "main" ? eager : [], late: [], offers: [] },
    ]),
  );

test("a module lies in the innermost part without which it can't be reached", () => {
  const modules = graph({
    main: ["core", "rules", "tools"],
    rules: ["core", "shared", "state", "reading"],
    reading: ["state", "words", "deep"],
    tools: ["shared", "own"],
    core: [],
    shared: [],
    state: [],
    words: [],
    deep: [],
    own: [],
    stray: ["own"],
  });
  const seams = new Map([
    ["tools", ["tools"]],
    ["rules", ["rules"]],
    ["reading", ["reading", "deep"]],
  ]);
  assert.deepEqual(Object.fromEntries(partOf(modules, "main", seams)), {
    main: "main",
    core: "main",
    // Two parts need it, and neither is within the other.
    shared: "main",
    tools: "tools",
    own: "tools",
    rules: "rules",
    // Within the rules, and needed before what is read.
    state: "rules",
    reading: "reading",
    words: "reading",
    deep: "reading",
  });
});

test("a seam that nothing reaches any more stops the build", () => {
  assert.throws(
    () => partOf(graph({ main: [], gone: [] }), "main", new Map([["part", ["gone"]]])),
    /gone is named as a seam of part/,
  );
});

test("a part that every start would read stops the build", () => {
  const seams = new Map([["demo", ["demo"]]]);
  assert.throws(
    () => partOf(graph({ main: ["demo"], demo: [] }, "demo"), "main", seams),
    /every start would read demo\.cjs, since main imports demo/,
  );
});

test("parts that need each other stop the build, where that is by more than an import()", () => {
  const parts = new Map(Object.entries({ main: "one", b: "two", c: "three" }));
  const needing = (...eager: readonly string[]): (() => void) => {
    const modules = graph({ main: ["b"], b: ["c"], c: ["main"] }, "b");
    const b = { imports: ["c"], eager: ["c"], late: [], offers: [] };
    const c = { imports: ["main"], eager, late: [], offers: [] };
    return () => inOneDirection(new Map([...modules, ["b", b], ["c", c]]), parts);
  };
  assert.throws(
    needing("main"),
    /one\.cjs needs two\.cjs needs three\.cjs needs one\.cjs, since c imports main/,
  );
  assert.doesNotThrow(needing());
});

test("parts share one state, and each is read when it is reached", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-parts-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const texts = {
    "main.ts": `import { count } from "./core.ts"; count(); Object.assign(globalThis, { told: import("./part.ts").then(({ tell }) => tell()) });`,
    "core.ts": `let n = 0; export const count = (): number => (n += 1); export class Own extends Error {}`,
    "part.ts": `import { count, Own } from "./core.ts"; import { within } from "./within.ts"; export const tell = async () => [count(), new Own() instanceof Error, within, (await import("./within.ts")).within];`,
    "within.ts": `import { count } from "./core.ts"; export const within = count();`,
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  const modules = await modulesOf(folder, Object.keys(texts));
  const parts = partOf(modules, "main.ts", new Map([["part", ["part.ts"]]]));
  const made = await build({
    absWorkingDir: folder,
    entryPoints: { main: "part:main", part: "part:part" },
    outdir: join(folder, "dist"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    metafile: true,
    supported: { "dynamic-import": false },
    plugins: [inParts(folder, "main.ts", modules, parts, "now")],
  });
  heldOnce(made.metafile.outputs);
  const load = createRequire(join(folder, "here.cjs"));
  const loaded = (): readonly string[] =>
    Object.keys(load.cache).filter((file) => file.startsWith(folder));
  load("./dist/main.cjs");
  assert.equal(loaded().length, 1);
  assert.deepEqual(
    await Reflect.get(globalThis, "told"),
    [3, true, 2, 2],
    "also what is imported in both ways",
  );
  assert.equal(loaded().length, 2);
  const part = join(folder, "dist/part.cjs");
  const whole = readFileSync(part, "utf8");
  for (const broken of [
    null,
    "",
    whole.slice(0, whole.length / 2),
    whole.replace('"now"', '"then"'),
  ]) {
    if (broken === null) rmSync(part);
    else writeFileSync(part, broken);
    for (const file of loaded()) Reflect.deleteProperty(load.cache, file);
    load("./dist/main.cjs");
    await assert.rejects(
      Reflect.get(globalThis, "told"),
      { code: "PROGRAM_DAMAGED", hint: /^install cairn again/ },
      String(broken),
    );
  }
});

test("what would lie in two parts stops the build", () => {
  const part = (...modules: readonly string[]) => ({
    inputs: Object.fromEntries(modules.map((module) => [module, {}])),
  });
  heldOnce({
    "a.cjs": part("src/a.ts", "late:node:os"),
    "b.cjs": part("src/b.ts", "late:node:os"),
  });
  assert.throws(
    () =>
      heldOnce({
        "a.cjs": part("src/a.ts", "node_modules/x/x.js"),
        "b.cjs": part("node_modules/x/x.js"),
      }),
    /node_modules\/x\/x\.js lies in two parts/,
  );
});
