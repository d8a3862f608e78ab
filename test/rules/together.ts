// Grouping of test files into shared processes: one process per file took three times as long.
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const top = join(import.meta.dirname, "../..");
/** What `npm run test:long` runs instead of `npm test`. */
const isLong = (file: string): boolean => file.endsWith(".long.test.ts");
const found = globSync(["src/**/*.test.ts", "web/src/**/*.test.ts", "test/**/*.test.ts"], {
  cwd: top,
});
const short = found.filter((file) => !isLong(file));

/** What has a process of its own here, a protocol's rules or a folder of test/: a file is named after each. `rest` takes what is left of src/. */
const names = globSync("!(together).ts", { cwd: import.meta.dirname }).map((file) =>
  basename(file, ".ts"),
);
const foldersOf = (name: string): readonly string[] => [`src/protocols/${name}/`, `test/${name}/`];
const inOneOf = (file: string, some: readonly string[]): boolean =>
  some.some((folder) => file.startsWith(folder));
const own = short.filter((file) => !inOneOf(file, names.flatMap(foldersOf)));
const isOfTests = (file: string): boolean => file.startsWith("test/");

/** Test files that one process of this folder runs. */
const sharing = (name: string): readonly string[] =>
  name === "rest"
    ? own.filter((file) => !isOfTests(file))
    : short.filter((file) => inOneOf(file, foldersOf(name)));

/** The usual tests, or the long ones. Each in a process: what it is started with → the test files that it runs. */
export const processes = (long: boolean): ReadonlyMap<string, readonly string[]> =>
  new Map(
    long
      ? found.filter(isLong).map((file) => [file, [file]])
      : [
          ...names.map((name): [string, readonly string[]] => [
            `test/rules/${name}.ts`,
            sharing(name),
          ]),
          ...own.filter(isOfTests).map((file): [string, readonly string[]] => [file, [file]]),
        ],
  );

export const together = async (name: string): Promise<void> => {
  const files = sharing(name);
  if (files.length === 0) throw new Error("there are no such tests");
  for (const file of files.toSorted()) await import(pathToFileURL(join(top, file)).href);
};
