// Build step: splits the program into a few files, each module in exactly one of them.
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { reader } from "./damaged.ts";

/** Of each module, by its path from the top: what it imports, which of that not by `import()` and which so, and the names that it offers. */
export type Modules = ReadonlyMap<
  string,
  {
    readonly imports: readonly string[];
    readonly eager: readonly string[];
    readonly late: readonly string[];
    readonly offers: readonly string[];
  }
>;

/** Splitting every file off is the one way in which esbuild tells what each of them exports. */
export const modulesOf = async (top: string, files: readonly string[]): Promise<Modules> => {
  const { metafile } = await build({
    absWorkingDir: top,
    entryPoints: [...files],
    outdir: join(top, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    metafile: true,
    write: false,
  });
  const offers = new Map(
    Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint ?? "", exports]),
  );
  return new Map(
    Object.entries(metafile.inputs).map(([module, { imports }]) => {
      const ours = imports.filter(({ external }) => external !== true);
      const those = (isLate: boolean): readonly string[] =>
        ours.flatMap(({ kind, path }) => ((kind === "dynamic-import") === isLate ? path : []));
      return [
        module,
        {
          imports: ours.map(({ path }) => path),
          eager: those(false),
          late: those(true),
          offers: offers.get(module) ?? [],
        },
      ];
    }),
  );
};

const reached = (
  modules: Modules,
  entry: string,
  without: readonly string[],
): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (module: string): void => {
    if (found.has(module) || without.includes(module)) return;
    found.add(module);
    for (const next of modules.get(module)?.imports ?? []) visit(next);
  };
  visit(entry);
  return found;
};

/** The part of each module that `entry` reaches: the innermost one without whose seams it would be out of reach, else "main", which every start reads. */
export const partOf = (
  modules: Modules,
  entry: string,
  seams: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string> => {
  const all = [...reached(modules, entry, [])];
  const parts = [...seams].map(([part, through]) => {
    const lost = through.find((module) => !all.includes(module));
    if (lost !== undefined)
      throw new Error(
        `${lost} is named as a seam of ${part}, but the program doesn't reach it: mend scripts/build/seams.ts`,
      );
    const rest = reached(modules, entry, through);
    return { part, within: new Set(all.filter((module) => !rest.has(module))) };
  });
  // Of two parts that a module can't be reached without, the smaller lies within the other.
  const inward = parts.toSorted((a, b) => a.within.size - b.within.size);
  const part = new Map(
    all.map((module) => [module, inward.find(({ within }) => within.has(module))?.part ?? "main"]),
  );
  for (const module of all.filter((one) => part.get(one) === "main"))
    for (const next of modules.get(module)?.eager ?? [])
      if (part.get(next) !== "main")
        throw new Error(
          `every start would read ${part.get(next) ?? ""}.cjs, since ${module} imports ${next}: reach it by import(), or, where the rules of several protocols need it at every look, name it in the part work-rules of scripts/build/seams.ts`,
        );
  return part;
};

/** Throws where a file of ours or of a package came into two parts: what it remembers would be there twice. */
export const heldOnce = (
  outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>,
): void => {
  const seen = new Set<string>();
  for (const module of Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))) {
    // What plugins make holds nothing of its own.
    if (/^(apart|elsewhere|held|late|within|load|reader):/.test(module)) continue;
    if (seen.has(module))
      throw new Error(
        `${module} lies in two parts: import it through one module of ours, or build it apart`,
      );
    seen.add(module);
  }
};

/** Throws where two parts need each other: the one that is read first would find the other unfinished. */
export const inOneDirection = (modules: Modules, parts: ReadonlyMap<string, string>): void => {
  const needs = new Map<string, Map<string, string>>();
  for (const [module, part] of parts)
    for (const next of modules.get(module)?.eager ?? []) {
      const other = parts.get(next) ?? part;
      if (other === part) continue;
      const found = needs.get(part) ?? new Map<string, string>();
      needs.set(part, found.set(other, `${module} imports ${next}`));
    }
  const walk = (part: string, way: readonly string[]): void => {
    for (const [other, why] of needs.get(part) ?? []) {
      if (way.includes(other))
        throw new Error(
          `${[...way, other].map((name) => `${name}.cjs`).join(" needs ")}, since ${why}: reach it by import()`,
        );
      walk(other, [...way, other]);
    }
  };
  for (const part of needs.keys()) walk(part, [part]);
};

const textOf = JSON.stringify;
/**
 * Entry points `part:NAME`. A part is evaluated whole when it is first needed, and offers its modules to the others by their paths; an `import()` of a module within the same part finds it there, too, since esbuild would
 * otherwise wrap that module and all that it imports in functions. A file is read only beside those of its own `edition`. Names are taken over by value; cycles between modules and exports that change, for which that would be too early,
 * are refused by the linter.
 */
export const inParts = (
  top: string,
  entry: string,
  modules: Modules,
  parts: ReadonlyMap<string, string>,
  edition: string,
): Plugin => ({
  name: "in parts",
  setup({ onResolve, onLoad }) {
    const offered = new Set(
      [...parts].flatMap(([module, part]) => {
        const found = modules.get(module);
        const isNeeded = (next: string): boolean =>
          parts.get(next) !== part || found?.late.includes(next) === true;
        return found?.imports.filter(isNeeded) ?? [];
      }),
    );
    const own = (name: string, filter: RegExp, contents: (path: string) => string): void => {
      onResolve({ filter }, ({ path }) => ({
        path: path.replace(filter, "") || name,
        namespace: name,
      }));
      onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({
        contents: contents(path),
        resolveDir: top,
      }));
    };
    own("part", /^part:/, (part) => {
      const held = [...offered].filter((module) => parts.get(module) === part);
      const named = (n: number, module: string, sign: string): string =>
        (modules.get(module)?.offers ?? []).map((name) => `${name}${sign}h${n}_${name}`).join();
      const taking = held
        .map((module, n) => `import {${named(n, module, " as ")}} from "./${module}";`)
        .join("");
      const holding = held
        .map((module, n) => `modules[${textOf(module)}] = {${named(n, module, ":")}};`)
        .join("");
      const start = parts.get(entry) === part ? `import "./${entry}";` : "";
      return `import { modules } from "held:";${taking}${start}${holding}export { modules };export const edition = ${textOf(edition)};`;
    });
    own("held", /^held:/, () => "exports.modules = {};");
    onResolve({ filter: /\.ts$/ }, ({ path, importer, resolveDir, namespace, kind }) => {
      const module = relative(top, join(resolveDir, path));
      const from = namespace === "part" ? importer : parts.get(relative(top, importer));
      const late = kind === "dynamic-import";
      if (parts.get(module) === from)
        return late ? { path: module, namespace: "within" } : undefined;
      return { path: module, namespace: late ? "apart" : "elsewhere" };
    });
    const load = (path: string): string => `load:${parts.get(path) ?? ""}`;
    onLoad({ filter: /.*/, namespace: "within" }, ({ path }) => ({
      contents: `module.exports = require("held:").modules[${textOf(path)}];`,
    }));
    onLoad({ filter: /.*/, namespace: "apart" }, ({ path }) => ({
      contents: `module.exports = require("${load(path)}").modules()[${textOf(path)}];`,
    }));
    onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => ({
      contents: `import { modules } from "${load(path)}";export const {${modules.get(path)?.offers.join() ?? ""}} = modules()[${textOf(path)}];`,
    }));
    own(
      "load",
      /^load:/,
      (part) =>
        `exports.modules = () => require("reader:").whole(() => require("./${part}.cjs"), "${part}.cjs").modules;`,
    );
    // Once in each file, however many others that reads.
    own("reader", /^reader:/, () => `exports.whole = ${reader(edition)};`);
    onResolve({ filter: /\.cjs$/, namespace: "load" }, ({ path }) => ({ path, external: true }));
  },
});
