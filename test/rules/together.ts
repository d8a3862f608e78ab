// Why: tests of rules take a few hundredths of a second, and starting a process for each file of them took three times that: they share one.
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const top = join(import.meta.dirname, "../..");
/** Protocols with a process of their own: a file here is named after each. Another one takes what is left. */
const apart = globSync("!(rest|together).ts", { cwd: import.meta.dirname }).map((file) => `src/protocols/${basename(file, ".ts")}/`);

const load = async (files: readonly string[]): Promise<void> => {
  if (files.length === 0) throw new Error("there are no such tests");
  for (const file of files) await import(pathToFileURL(join(top, file)).href);
};
const all = (): readonly string[] => globSync("src/**/*.test.ts", { cwd: top }).toSorted();

export const rulesOf = (protocol: string): Promise<void> => load(all().filter((file) => file.startsWith(`src/protocols/${protocol}/`)));
export const rest = (): Promise<void> => load(all().filter((file) => !apart.some((folder) => file.startsWith(folder))));
