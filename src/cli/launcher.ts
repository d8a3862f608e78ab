// Path of this very program, for starting cairn again regardless of PATH.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";

/** The program of this installation, from source and from the build. */
export const launcher = (): string => {
  const found = ["../bin/cairn.cjs", "../../bin/cairn.cjs"]
    .map((file) => join(import.meta.dirname, file))
    .find((file) => existsSync(file));
  if (found === undefined)
    throw new Fault(
      "PROGRAM_INCOMPLETE",
      "bin/cairn.cjs is not where it belongs",
      "Install cairn again.",
    );
  return found;
};
