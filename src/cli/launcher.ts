// Path of this very program, for starting cairn again regardless of PATH.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";

/** The launcher of this installation: that of the build, or of the sources where these run. */
export const launcher = (): string => {
  const found = ["../bin/cairn.cjs", "../../bin/source.cjs"]
    .map((file) => join(import.meta.dirname, file))
    .find((file) => existsSync(file));
  if (found === undefined)
    throw new Fault(
      "PROGRAM_INCOMPLETE",
      "its launcher is not where it belongs",
      "Install cairn again.",
    );
  return found;
};
