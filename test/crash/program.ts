// Why: what people run is the build, and it starts twice as fast as the source, so the kills fall on the work and less on the start.
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dirname, "../..");

export const sourceProgram = (): string => join(top, "bin/cairn.cjs");

/** Builds, and copies the package into a folder of its own, which later builds leave alone. */
export const builtProgram = (folder: string): string => {
  execFileSync(process.execPath, [join(top, "scripts/build.ts")], { cwd: top, stdio: ["ignore", "ignore", "inherit"] });
  for (const part of ["bin", "dist", "package.json"]) cpSync(join(top, part), join(folder, part), { recursive: true });
  return join(folder, "bin/cairn.cjs");
};
