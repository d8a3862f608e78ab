// Comparison of generated files with the disk, for the generate script and its test.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Generator } from "./generators.ts";

/** What is not on disk as its generator makes it now, with the text that it should have. */
export const stale = async (
  top: string,
  generators: readonly Generator[],
): Promise<readonly { readonly path: string; readonly text: string }[]> => {
  const made = await Promise.all(
    generators.map(async ({ path, make }) => ({
      path,
      text: await make(),
      found: await readFile(join(top, path), "utf8").catch(() => null),
    })),
  );
  return made.filter(({ text, found }) => text !== found).map(({ path, text }) => ({ path, text }));
};
