// Why: tests of rules take a few hundredths of a second, and starting a process for each file of them took three times that: they share one.
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const top = join(import.meta.dirname, "../..");
/** What has a process of its own here, a protocol's rules or a folder of test/: a file is named after each. Another one takes what is left of src/. */
const folders = globSync("!(rest|together).ts", { cwd: import.meta.dirname }).flatMap((file) => {
  const name = basename(file, ".ts");
  return [`src/protocols/${name}/`, `test/${name}/`];
});
const inOneOf = (file: string, some: readonly string[]): boolean => some.some((folder) => file.startsWith(folder));

const load = async (files: readonly string[]): Promise<void> => {
  if (files.length === 0) throw new Error("there are no such tests");
  for (const file of files.toSorted()) await import(pathToFileURL(join(top, file)).href);
};
const beside = (): readonly string[] => globSync(["src/**/*.test.ts", "web/src/**/*.test.ts"], { cwd: top });
const within = (): readonly string[] => globSync("test/**/*.test.ts", { cwd: top });

/** Of a protocol. */
export const rulesOf = (name: string): Promise<void> => load(beside().filter((file) => file.startsWith(`src/protocols/${name}/`)));
/** Of a folder of test/. */
export const storiesOf = (name: string): Promise<void> => load(within().filter((file) => file.startsWith(`test/${name}/`)));
/** Of src/ and the page. */
export const rest = (): Promise<void> => load(beside().filter((file) => !inOneOf(file, folders)));
/** Files that are run each in a process of its own. */
export const alone = (): readonly string[] => within().filter((file) => !inOneOf(file, folders));
