// Command line by which this very program is started again, regardless of PATH.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";

/** From source and from the build: uses the launcher, whose compile cache is three times as fast. */
export const programArgv = (launcher?: string): readonly [node: string, program: string] => {
  const here = import.meta.dirname;
  const program =
    launcher ??
    ["../bin/cairn.cjs", "../../bin/source.cjs"]
      .map((file) => join(here, file))
      .find((file) => existsSync(file));
  if (program === undefined)
    throw new Fault(
      "PROGRAM_INCOMPLETE",
      `cairn's own program isn't beside ${here}`,
      "install it anew",
    );
  return [process.execPath, program];
};
