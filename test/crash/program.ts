// Built program for crash tests: starts twice as fast as the source.
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtLauncher } from "../fixtures/built.ts";

/** A copy in a folder of its own, which later builds leave alone. */
export const builtProgram = (folder: string): string => {
  cpSync(dirname(dirname(builtLauncher())), folder, { recursive: true });
  return join(folder, "bin/cairn.cjs");
};
