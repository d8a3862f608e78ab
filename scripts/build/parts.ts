// Build step: splits the program into a few files, each module in exactly one of them.
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { reader } from "./damaged.ts";

/** Of each module, by its path from the top: what it imports, which of that not by `import()`, and the names that it offers. */
export type Modules = ReadonlyMap<
  string,
  {
    readonly imports: readonly string[];
    readonly eager: readonly string[];
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
      const eager = ours.filter(({ kind }) => kind !== "dynamic-import");
      return [
        module,
        {
          imports: ours.map(({ path }) => path),
          eager: eager.map(({ path }) => path),
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
          `every start would read ${part.get(next) ?? ""}.cjs, since ${module} imports ${next}: reach it by import()`,
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
    if (/^(apart|elsewhere|late|load|reader):/.test(module)) continue;
    if (seen.has(module))
      throw new Error(
        `${module} lies in two parts: import it through one module of ours, or build it apart`,
      );
    seen.add(module);
  }
};

/**
 * Entry points `part:NAME`. Each file offers its modules to the others as functions that evaluate them, and what another file holds is required there when the first module that imports it is evaluated: so every module is
 * evaluated once. A file is read only beside those of its own `edition`. What it exports is taken over by value; cycles between modules and exports that change, for which that would be too early, are refused by the linter.
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
    const wanted = new Set(
      [...parts].flatMap(
        ([module, part]) =>
          modules.get(module)?.imports.filter((next) => parts.get(next) !== part) ?? [],
      ),
    );
    onResolve({ filter: /^part:/ }, ({ path }) => ({
      path: path.slice("part:".length),
      namespace: "part",
    }));
    onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => {
      const shown = [...wanted]
        .filter((module) => parts.get(module) === path)
        .map(
          (module) => `${JSON.stringify(module)}: () => require(${JSON.stringify(`./${module}`)})`,
        );
      const start = parts.get(entry) === path ? `import "./${entry}";` : "";
      return {
        contents: `export const edition = ${JSON.stringify(edition)};export const modules = {${shown.join()}};${start}`,
        resolveDir: top,
      };
    });
    onResolve({ filter: /\.ts$/ }, ({ path, importer, resolveDir, namespace }) => {
      const module = relative(top, join(resolveDir, path));
      const from = namespace === "part" ? importer : parts.get(relative(top, importer));
      return parts.get(module) === from ? undefined : { path: module, namespace: "elsewhere" };
    });
    onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => ({
      contents: `import { modules } from "load:${parts.get(path) ?? ""}";export const {${modules.get(path)?.offers.join() ?? ""}} = modules()[${JSON.stringify(path)}]();`,
    }));
    onResolve({ filter: /^load:/ }, ({ path }) => ({
      path: path.slice("load:".length),
      namespace: "load",
    }));
    onLoad({ filter: /.*/, namespace: "load" }, ({ path }) => ({
      contents: `import { whole } from "reader:"; export const modules = () => whole(() => require("./${path}.cjs"), "${path}.cjs").modules;`,
    }));
    // Once in each file, however many others that reads.
    onResolve({ filter: /^reader:$/ }, () => ({ path: "whole", namespace: "reader" }));
    onLoad({ filter: /.*/, namespace: "reader" }, () => ({
      contents: `export const whole = ${reader(edition)};`,
    }));
    onResolve({ filter: /\.cjs$/, namespace: "load" }, ({ path }) => ({ path, external: true }));
  },
});
