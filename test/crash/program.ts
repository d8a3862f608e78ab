// Why: what people run is the build, and it starts twice as fast as the source, so the kills fall on the work and less on the start.
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtLauncher } from "../fixtures/built.ts";

/** A copy in a folder of its own, which later builds leave alone. */
export const builtProgram = (folder: string): string => {
  cpSync(dirname(dirname(builtLauncher())), folder, { recursive: true });
  return join(folder, "bin/cairn.cjs");
};
